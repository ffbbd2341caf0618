import type { SloPoint } from "@opsplane/contract";
import { attainmentOf, budgetOf, type Events } from "./rules.ts";

export interface HourEvents extends Events {
  /** Unix milliseconds. */
  at: number;
}

const hour = 3_600_000;

/** The steps of a window with what is left of the window's budget after each. Steps are whole hours. */
export function historyOf(
  objective: number,
  hours: readonly HourEvents[],
  { from, to }: { from: number; to: number },
  maxPoints: number,
): { step_seconds: number; points: SloPoint[] } {
  const first = Math.floor(from / hour) * hour;
  const step = Math.max(1, Math.ceil((to - first) / hour / maxPoints)) * hour;
  const steps = Math.max(0, Math.ceil((to - first) / step));
  const sums: Events[] = Array.from({ length: steps }, () => ({ good: 0, total: 0 }));
  for (const { at, good, total } of hours) {
    const sum = sums[Math.floor((at - first) / step)];
    if (sum) [sum.good, sum.total] = [sum.good + good, sum.total + total];
  }
  const allowed = budgetOf(objective, sumOf(sums)).events;
  let bad = 0;
  const points = sums.map((sum, index) => {
    bad += budgetOf(objective, sum).spent_events;
    return {
      at: new Date(first + index * step).toISOString(),
      ...sum,
      attainment: attainmentOf(sum),
      budget_remaining: allowed > 0 ? (1 - bad / allowed) * 100 : 100,
    };
  });
  return { step_seconds: step / 1000, points };
}

export function sumOf(parts: readonly Events[]): Events {
  return parts.reduce((sum, { good, total }) => ({ good: sum.good + good, total: sum.total + total }), {
    good: 0,
    total: 0,
  });
}
