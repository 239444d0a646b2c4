/** A target that could not be asked, or what it answered, in words for whoever wants the record. */
export class TargetError extends Error {}
