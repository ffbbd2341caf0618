import type { BurnWindow, SloBudget, SloIndicator, SloIndicatorType, SloState } from "@opsplane/contract";
import { burnWindows } from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";
import { parseMatchers } from "../telemetry/index.ts";

/** Good events and all events of some time. */
export interface Events {
  good: number;
  total: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** The lengths of the windows whose burn rates are shown, in milliseconds. */
export const burnLengths: Record<BurnWindow, number> = {
  "5m": 5 * minute,
  "30m": 30 * minute,
  "1h": hour,
  "2h": 2 * hour,
  "6h": 6 * hour,
  "1d": 24 * hour,
  "3d": 72 * hour,
};

/** The share of bad events that the objective allows. Objectives have three decimals, so 99.9 allows exactly 0.001. */
export function allowedShare(objective: number): number {
  return Math.round((100 - objective) * 1000) / 100_000;
}

/** Counters of a ratio are sampled at different times, so a few more good events than events may be seen. */
function badEvents({ good, total }: Events): number {
  return Math.max(0, total - good);
}

/** Percent of good events; null without events. */
export function attainmentOf(events: Events): number | null {
  return events.total > 0 ? (1 - badEvents(events) / events.total) * 100 : null;
}

export function budgetOf(objective: number, events: Events): SloBudget {
  const allowed = events.total * allowedShare(objective);
  const bad = badEvents(events);
  const spent = allowed > 0 ? (bad / allowed) * 100 : 0;
  return { events: allowed, spent_events: bad, remaining_events: allowed - bad, spent, remaining: 100 - spent };
}

/** How fast the budget is spent: 1 spends it exactly in the objective's window. Null without events. */
export function burnRateOf(objective: number, events: Events): number | null {
  return events.total > 0 ? badEvents(events) / events.total / allowedShare(objective) : null;
}

/** Below this, the objective is at risk. */
const lowBudget = 25;
/** A budget that burns this fast in both windows is at risk, too. */
const fastBurn = { rate: 6, windows: ["6h", "30m"] } as const;
/** Sums of many minutes are not exact. */
const rounding = 1e-9;

/** True when more events were bad than the budget allows. */
export function isSpent(remaining: number): boolean {
  return remaining < -rounding;
}

export type BurnRates = Record<BurnWindow, number | null>;

export function stateOf(objective: number, events: Events, burnRates: BurnRates): SloState {
  if (events.total <= 0) return "no_data";
  const { remaining } = budgetOf(objective, events);
  if (isSpent(remaining)) return "breached";
  const burnsFast = fastBurn.windows.every((window) => (burnRates[window] ?? 0) > fastBurn.rate);
  return remaining < lowBudget || burnsFast ? "at_risk" : "met";
}

export function burnRatesOf(rates: readonly (number | null)[]): BurnRates {
  const [m5 = null, m30 = null, h1 = null, h2 = null, h6 = null, d1 = null, d3 = null] = rates;
  return { "5m": m5, "30m": m30, "1h": h1, "2h": h2, "6h": h6, "1d": d1, "3d": d3 };
}

export const noBurn = burnRatesOf(burnWindows.map(() => null));

/** The fields of each type of indicator: those that it needs, then those that it may have. */
const fieldsOf = {
  availability: { needs: ["service"], may: ["operation"] },
  latency: { needs: ["service", "threshold_ms"], may: ["operation"] },
  ratio: { needs: ["good", "total"], may: ["service"] },
} as const satisfies Record<SloIndicatorType, Record<"needs" | "may", readonly (keyof SloIndicator)[]>>;

/** The indicator with the fields of its type only. Refuses one that cannot be measured. */
export function soundIndicator(indicator: SloIndicator): SloIndicator {
  const { needs, may } = fieldsOf[indicator.type];
  for (const field of needs)
    if (indicator[field] === undefined)
      invalid(`indicator.${field}`, `is required for an indicator of type ${indicator.type}`);
  parseMatchers(indicator.good?.match);
  parseMatchers(indicator.total?.match);
  const kept: ReadonlySet<string> = new Set(["type", ...needs, ...may]);
  return { type: indicator.type, ...Object.fromEntries(Object.entries(indicator).filter(([key]) => kept.has(key))) };
}

export function assertObjective(objective: number): void {
  if (Math.abs(objective * 1000 - Math.round(objective * 1000)) > 1e-6)
    invalid("objective", "must have at most 3 decimals");
}

/** True when both measure the same. */
export function isSameIndicator(one: SloIndicator, two: SloIndicator): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(two));
}

function inOrder({ type, service, operation, threshold_ms, good, total }: SloIndicator) {
  return [
    type,
    service,
    operation,
    threshold_ms,
    ...[good, total].map((each) => [each?.metric_name, each?.match ?? []]),
  ];
}
