/** What was received cannot be what it claims to be; the message says what is wrong and where, and may be shown to the sender. */
export class WireError extends Error {}
