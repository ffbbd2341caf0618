import type { Signal } from "./input.ts";

// Words of the field, in the order in which they decide.
const words: readonly (readonly [RegExp, Signal])[] = [
  [/pending|queue|waiting|backlog|in.?flight/, "saturation"],
  [/error|fail|exception|success|availab|5xx|fault|reject|timeout|dropped/, "errors"],
  [/latency|duration|response.?time|elapsed|p50|p90|p95|p99|rtt/, "latency"],
  [/request|calls|workload|throughput|\bops\b|rps|qps|ops\)/, "traffic"],
];

/** Which golden signal a metric shows, from its name. */
export function signalOf(metric: string): Signal {
  const name = metric.toLowerCase();
  return words.find(([pattern]) => pattern.test(name))?.[1] ?? "saturation";
}

/** Metrics of success fall when something fails. */
export function isSuccess(metric: string): boolean {
  return /success|availab/.test(metric.toLowerCase());
}

/** Metrics of what is left get worse when they fall. */
export function isRemainder(metric: string): boolean {
  return /(^|[^a-z])(left|free|remaining|available|idle)([^a-z]|$)/.test(metric.toLowerCase());
}

/** A part of all calls, as opposed to a number of calls. */
export function isRate(metric: string): boolean {
  return /ratio|rate|percent|pct|%/.test(metric.toLowerCase());
}
