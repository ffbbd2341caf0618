import { ApiError } from "@opsplane/contract";

/** The error of a call. A call that succeeds fails the test. */
export async function refusalOf(
  work: Promise<unknown>,
): Promise<Pick<ApiError, "status" | "code" | "message" | "details">> {
  const error = await work.then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  const { status, code, message, details } = error;
  return { status, code, message, details };
}
