/** No answer came: the server or the line is down. */
export class OfflineError extends Error {}
