/** The model wrote without end. */
export class TooLong extends Error {}

/** The run ended without an answer. The message is safe to show. */
export class Unfinished extends Error {}
