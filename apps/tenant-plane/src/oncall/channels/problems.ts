import type { NotificationChannel } from "@opsplane/contract";
import type { StoredChannel } from "./store.ts";

/** After so many messages in a row that failed for good, a channel counts as broken. */
export const maxFailures = 3;

export const noMailServer = "No mail server is configured (SMTP_URL), so no email can be sent.";

export const subscriptionEnded =
  "The push service no longer knows this browser. Open On-call → Channels in that browser and press Renew.";

export type ChannelHealth = Pick<StoredChannel, "type" | "enabled" | "failures" | "last_error" | "gone_at">;

/** Why a channel cannot deliver now; null when nothing is known against it. */
export function problemOf(
  { type, enabled, failures, last_error, gone_at }: ChannelHealth,
  canMail: boolean,
): string | null {
  if (!enabled) return "It is disabled.";
  if (gone_at !== null) return subscriptionEnded;
  if (type === "email" && !canMail) return noMailServer;
  if (failures < maxFailures) return null;
  return `The last ${failures} messages failed${last_error === null ? "." : `: ${last_error}`}`;
}

export function shownChannel({ failures, ...channel }: StoredChannel, canMail: boolean): NotificationChannel {
  return { ...channel, problem: problemOf({ ...channel, failures }, canMail) };
}

/** Why no page can reach a person; null when a way is left. A person without a channel gets emails. */
export function problemOfPerson(channels: readonly ChannelHealth[], canMail: boolean): string | null {
  if (canMail) return null;
  const problems = channels.map((each) => problemOf(each, canMail));
  return problems.includes(null) ? null : (problems[0] ?? noMailServer);
}
