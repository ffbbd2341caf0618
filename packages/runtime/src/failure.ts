import { type ErrorCode, type ErrorDetail, errorStatus } from "@opsplane/contract";

/** A refusal that the caller should read: code, a sentence to act on, and for bad input where it was bad. */
export class Failure extends Error {
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly options: { details?: ErrorDetail[]; retryAfterSeconds?: number; status?: number } = {},
  ) {
    super(message);
    this.name = "Failure";
    this.status = options.status ?? errorStatus[code];
  }
}

export function fail(code: ErrorCode, message: string, options: Failure["options"] = {}): never {
  throw new Failure(code, message, options);
}

/** 422 for one field that the schema could not judge. */
export function invalid(path: string, message: string): never {
  throw new Failure("VALIDATION_ERROR", `${path}: ${message}`, { details: [{ path, message }] });
}

export function nothingHere(): Failure {
  return new Failure("NOT_FOUND", "There is nothing at this address.");
}
