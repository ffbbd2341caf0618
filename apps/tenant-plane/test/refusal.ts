import { ApiError } from "@opsplane/contract";

/** How a call was refused; a call that was not refused fails the test. */
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
