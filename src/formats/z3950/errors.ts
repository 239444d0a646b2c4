/** Bytes that are no BER, or BER that is no Z39.50; the message says what was expected. */
export class Z3950ReadError extends Error {}

/** A prefix query that cannot be understood; the message names the place. */
export class PrefixQueryError extends Error {}
