export type Health = "failing" | "degraded" | "silent" | "healthy";

/** The figures of a service that its health depends on. */
export interface HealthFigures {
  calls: number;
  errors: number;
  error_rate: number;
  p95_ms: number;
}

export interface HealthVerdict {
  health: Health;
  /** Why; empty for a healthy service. */
  reason: string;
}

/** With fewer calls or errors, a ratio is chance. */
const minCalls = 20;
const minErrors = 3;
const failingShare = 0.05;
const degradedShare = 0.01;
const slowerFactor = 2;
const minSlowerMs = 50;

/** The health of a service from its figures, and from those of the same time before. */
export function healthOf(now: HealthFigures | undefined, before: HealthFigures | undefined): HealthVerdict {
  if (!now || now.calls === 0)
    return before && before.calls >= minCalls
      ? { health: "silent", reason: "No calls since the window before" }
      : { health: "healthy", reason: "" };
  const errors = `${shareText(now.error_rate)} errors`;
  if (now.errors >= minErrors && now.error_rate >= failingShare) return { health: "failing", reason: errors };
  if (now.errors >= minErrors && now.error_rate >= degradedShare && now.error_rate > 2 * (before?.error_rate ?? 0))
    return { health: "degraded", reason: errors };
  if (before && now.calls >= minCalls && before.calls >= minCalls) {
    const factor = now.p95_ms / before.p95_ms;
    if (factor >= slowerFactor && now.p95_ms - before.p95_ms >= minSlowerMs)
      return { health: "degraded", reason: `p95 is ${factor.toFixed(1)} times as high as before` };
  }
  return { health: "healthy", reason: "" };
}

export const healthOrder: readonly Health[] = ["failing", "degraded", "silent", "healthy"];

export const healthWords: Record<Health, string> = {
  failing: "Failing",
  degraded: "Degraded",
  silent: "Silent",
  healthy: "Healthy",
};

/** `0.4%`, `12%`. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent === 0) return "0%";
  return percent < 0.1 ? "<0.1%" : `${Number(percent.toPrecision(2))}%`;
}

/** `850 µs`, `12 ms`, `1.4 s`. */
export function millisText(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`;
  return `${Number((ms / 1000).toPrecision(3))} s`;
}

/** `0.2/s`, `41/s`. */
export function rateText(rate: number): string {
  return rate < 10 ? `${Number(rate.toPrecision(2))}/s` : `${Math.round(rate).toLocaleString("en")}/s`;
}
