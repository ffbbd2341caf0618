const blockingCodes = ["LICENSE_LOCKED", "LICENSE_INVALID", "SUBSCRIPTION_SUSPENDED"] as const;

/** Why the license or the subscription blocks the whole console. */
export interface Block {
  code: (typeof blockingCodes)[number];
  message: string;
}

/** The block that the body of a refusal names; undefined for every other body. */
export function blockIn(body: unknown): Block | undefined {
  if (typeof body !== "object" || body === null || !("code" in body) || !("error" in body)) return undefined;
  const code = blockingCodes.find((each) => each === body.code);
  return code && { code, message: String(body.error) };
}

const restrictingCodes: readonly string[] = ["LICENSE_GRACE", "LICENSE_READ_ONLY", "SUBSCRIPTION_PAST_DUE"];

/** The license or the subscription refuses this operation, but not the console. */
export function isRestriction(code: string): boolean {
  return restrictingCodes.includes(code);
}
