import { eventSpecs, type Webhook, type WebhookDelivery, webhookEventTypes } from "@opsplane/contract";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The waits before each further attempt: about 24 hours in all. */
const retryWaits = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 13 * hour];
const jitter = 0.1;

const failingForMs = 3 * day;
export const previousSecretMs = day;

/** How an attempt ended. `busy` sent nothing, because the tenant has too many requests open. */
export type Attempt = { result: "busy" | "stopped" } | FinishedAttempt;

export interface FinishedAttempt {
  result: "delivered" | "failed";
  status: number | null;
  answer: string | null;
  error: string | null;
  durationMs: number;
}

/** When to try again; undefined when the delivery has failed for good. A person sees the result of a test and sends it again. */
export function nextWait(kind: WebhookDelivery["kind"], attempts: number, random: number): number | undefined {
  const wait = kind === "event" ? retryWaits[attempts - 1] : undefined;
  return wait === undefined ? undefined : Math.round(wait * (1 - jitter + 2 * jitter * random));
}

/** Only 2xx is a success; a redirect is not followed, because the receiver should be named by its own address. */
export function verdictOn(status: number): { result: "delivered" | "failed"; error: string | null } {
  if (status >= 200 && status < 300) return { result: "delivered", error: null };
  if (status >= 300 && status < 400)
    return { result: "failed", error: `The server redirected with ${status}; redirects are not followed.` };
  return { result: "failed", error: `The server answered ${status}.` };
}

/** Why a webhook is disabled after a failed delivery. */
export function reasonToDisable(
  webhook: Pick<Webhook, "enabled" | "failing_since">,
  status: number | null,
  now: Date,
): Webhook["disabled_reason"] {
  if (!webhook.enabled) return null;
  if (status === 410) return "gone";
  const since = webhook.failing_since === null ? now.getTime() : Date.parse(webhook.failing_since);
  return now.getTime() - since >= failingForMs ? "failing" : null;
}

const accessOf = new Map<string, string>(eventSpecs.map(({ type, access }) => [type, access]));

/** Events about webhooks are not delivered, so that no delivery can cause another. */
export function isDeliverable(type: string): boolean {
  return webhookEventTypes.some((known) => known === type);
}

/** The permissions that a person lacks to see these events; null stands for all events. */
export function missingPermissions(held: ReadonlySet<string>, types: readonly string[] | null): string[] {
  const needed = (types ?? webhookEventTypes).map((type) => accessOf.get(type) ?? "signed_in");
  return [...new Set(needed)].filter((access) => access !== "signed_in" && !held.has(access));
}
