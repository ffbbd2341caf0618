import { type ErrorCode, type ErrorDetail, errorStatus } from "@opsplane/contract";

/** An error for the caller: a code, a message, and for invalid input the paths of the invalid fields. */
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

/** Fails with 422 for one field that the schema cannot check. */
export function invalid(path: string, message: string): never {
  throw new Failure("VALIDATION_ERROR", `${path}: ${message}`, { details: [{ path, message }] });
}

export function nothingHere(): Failure {
  return new Failure("NOT_FOUND", "Not found: check the address.");
}
