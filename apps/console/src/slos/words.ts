import type { Slo, SloIndicator, SloIndicatorType, SloState } from "@opsplane/contract";
import type { MarkLook } from "../ui/status-mark.tsx";

export const stateWords: Record<SloState, string> = {
  met: "Met",
  at_risk: "At risk",
  breached: "Breached",
  no_data: "No data",
};

export const stateLooks: Record<SloState, MarkLook> = {
  met: { tone: "green", shape: "square" },
  at_risk: { tone: "amber", shape: "ring" },
  breached: { tone: "red", shape: "full" },
  no_data: { tone: "grey", shape: "square" },
};

export const typeWords: Record<SloIndicatorType, string> = {
  availability: "Availability",
  latency: "Latency",
  ratio: "Ratio of counters",
};

export const typeHints: Record<SloIndicatorType, string> = {
  availability: "Calls of a service that do not fail.",
  latency: "Calls of a service that are fast enough.",
  ratio: "A counter of good events, of one of all events.",
};

/** What is measured, in words: `Calls of shop (GET /cart) that take at most 200 ms`. */
export function indicatorText({ type, service, operation, threshold_ms, good, total }: SloIndicator): string {
  if (type === "ratio") return `${counterText(good)} of ${counterText(total)}`;
  const calls = `Calls of ${service || "…"}${operation ? ` (${operation})` : ""}`;
  return type === "availability" ? `${calls} without an error` : `${calls} that take at most ${threshold_ms ?? "…"} ms`;
}

function counterText(counter: SloIndicator["good"]): string {
  const { metric_name = "…", match = [] } = counter ?? {};
  return match.length > 0 ? `${metric_name || "…"}{${match.join(", ")}}` : metric_name || "…";
}

/** `99.9% over 30 days`. */
export function targetText({ objective, window_days }: Pick<Slo, "objective" | "window_days">): string {
  return `${percentText(objective)} over ${window_days} ${window_days === 1 ? "day" : "days"}`;
}

const percents = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** Rounded down, so that 99.9999 of 100 does not look like everything. */
export function percentText(value: number): string {
  return `${percents.format(Math.floor(value * 1000 + 1e-6) / 1000)}%`;
}

const budgets = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export function budgetText(value: number): string {
  return `${budgets.format(value)}%`;
}

const rates = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A burn rate: `14.4×`. */
export function burnText(rate: number | null): string {
  return rate === null ? "—" : `${rates.format(rate)}×`;
}

const counts = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export function eventsText(events: number): string {
  return counts.format(events);
}
