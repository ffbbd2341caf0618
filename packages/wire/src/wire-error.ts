/** The received bytes are invalid. The message has the problem and its position, and may be shown to the sender. */
export class WireError extends Error {}
