/** A command was called in a way that it does not understand; the message says what to do. */
export class UsageError extends Error {}
