import type { SecretBox } from "@opsplane/runtime";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";

/** The receiver of a mail. */
const Receiver = Type.Object({
  purpose: Type.Literal("reports.unsubscribe"),
  tenantId: Type.String(),
  subscriptionId: Type.String(),
  email: Type.String(),
});
export type Receiver = Omit<Static<typeof Receiver>, "purpose">;

/** Sealed, so that nobody can read the address in it or make one for another address. */
export function unsubscribeToken(secrets: SecretBox, receiver: Receiver): string {
  return secrets.seal(JSON.stringify({ purpose: "reports.unsubscribe", ...receiver })).toString("base64url");
}

/** Undefined when it is forged. */
export function receiverOf(secrets: SecretBox, token: string): Receiver | undefined {
  try {
    const read: unknown = JSON.parse(secrets.open(Buffer.from(token, "base64url")));
    return Check(Receiver, read) ? read : undefined;
  } catch {
    return undefined;
  }
}
