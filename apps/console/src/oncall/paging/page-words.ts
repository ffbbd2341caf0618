import type { OnCallPage, PageNotification, PageStatus } from "@opsplane/contract";
import { tookText } from "../../time/took.ts";
import type { MarkLook } from "../../ui/status-mark.tsx";

export const pageLooks: Record<PageStatus, MarkLook & { word: string }> = {
  active: { word: "Paging", tone: "red", shape: "full" },
  acknowledged: { word: "Acknowledged", tone: "blue", shape: "ring" },
  resolved: { word: "Resolved", tone: "green", shape: "square" },
  exhausted: { word: "No one acknowledged", tone: "red", shape: "square" },
  stopped: { word: "Stopped", tone: "grey", shape: "square" },
};

/** `Step 1 of 3`, `Step 1 of 3, repetition 2`. */
export function stepText({ step, steps, cycle }: Pick<OnCallPage, "step" | "steps" | "cycle">): string {
  if (steps === 0) return "No steps";
  return `Step ${Math.max(step, 1)} of ${steps}${cycle > 0 ? `, repetition ${cycle}` : ""}`;
}

/** `next step in 4m 05s`; after the last step a page is repeated or ends. */
export function nextText(
  { next_at, step, steps }: Pick<OnCallPage, "next_at" | "step" | "steps">,
  now: number,
): string {
  if (next_at === null) return "";
  const left = Date.parse(next_at) - now;
  const what = step < steps ? "next step" : "repeats or ends";
  return left < 1000 ? `${what} now` : `${what} in ${tookText(Math.max(left, 10_000))}`;
}

export interface UsedStep {
  key: string;
  step: number;
  cycle: number;
  notifications: PageNotification[];
}

/** The messages of a page by step, newest first. */
export function usedSteps(notifications: readonly PageNotification[]): UsedStep[] {
  const steps = new Map<string, UsedStep>();
  for (const notification of notifications) {
    const { step, cycle } = notification;
    const key = `${cycle}/${step}`;
    const known = steps.get(key) ?? { key, step, cycle, notifications: [] };
    steps.set(key, { ...known, notifications: [...known.notifications, notification] });
  }
  return [...steps.values()].reverse();
}

/** Who was tried, by what and with what outcome: `Ada by email (failed), Chat (waiting)`. */
export function triedText(notifications: readonly PageNotification[]): string {
  const words = {
    pending: "waiting",
    sending: "waiting",
    delivered: "delivered",
    failed: "failed",
    canceled: "canceled",
  };
  const tried = notifications.map(({ user, channel_name, status }) => {
    const whom = user ? `${user.name} by ${channel_name}` : channel_name;
    return `${whom} (${words[status]})`;
  });
  return [...new Set(tried)].join(", ");
}

/** Who was paged, each once: `Ada, Team chat`. */
export function notifiedNames(notifications: readonly PageNotification[]): string[] {
  return [...new Set(notifications.map(({ user, channel_name }) => user?.name ?? channel_name))];
}
