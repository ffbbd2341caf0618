import type { ApiError } from "@opsplane/contract";

const isAt = (path: string, field: string) => path === field || path.startsWith(`${field}.`);

/** The server's message about a field such as `parameters.from`, or about a part of it. */
export function fieldProblem(error: ApiError | null, field: string): string | undefined {
  return error?.details.find(({ path }) => isAt(path, field))?.message;
}

/** The error of a form, unless its fields show all of it. */
export function problemElsewhere(error: ApiError | null, fields: readonly string[]): ApiError | null {
  if (!error || error.details.length === 0) return error;
  return error.details.every(({ path }) => fields.some((field) => isAt(path, field))) ? null : error;
}
