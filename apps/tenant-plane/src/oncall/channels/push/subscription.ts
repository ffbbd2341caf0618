import { createHash, ECDH } from "node:crypto";
import { isIP } from "node:net";
import { addressKind, invalid } from "@opsplane/runtime";
import { curve, type Subscription } from "./encryption.ts";

/** A subscription that a browser gave out, with all its parts. */
export function subscriptionFrom(
  given: Partial<Subscription>,
  problemOf: (url: string) => string | undefined,
): Subscription {
  const needed = (name: keyof Subscription) =>
    given[name] ?? invalid(`config.${name}`, "is required for a subscription of a browser");
  const subscription = { endpoint: needed("endpoint"), p256dh: needed("p256dh"), auth: needed("auth") };
  const problem = problemOf(subscription.endpoint) ?? problemOfScheme(subscription.endpoint);
  if (problem !== undefined) invalid("config.endpoint", problem);
  if (!isPoint(subscription.p256dh)) invalid("config.p256dh", "is not a public key on the curve P-256");
  return subscription;
}

/** Push services use https. One in a private network that the operator allows may use http. */
function problemOfScheme(endpoint: string): string | undefined {
  const { protocol, hostname } = new URL(endpoint);
  const address = hostname.replace(/^\[|\]$/g, "");
  if (protocol === "https:" || (isIP(address) !== 0 && addressKind(address) !== "public")) return undefined;
  return "must be an https address";
}

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, curve, "base64url", "hex", "compressed");
    return true;
  } catch {
    return false;
  }
}

export function fingerprintOf({ endpoint }: Pick<Subscription, "endpoint">): string {
  return createHash("sha256").update(endpoint).digest("base64url");
}
