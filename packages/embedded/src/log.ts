/** The part of a logger that the engines need; a pino logger fits. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
}
