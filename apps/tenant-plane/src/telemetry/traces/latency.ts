/** p50, p95 and p99 of durations in nanoseconds. */
export type Quantiles = [number, number, number];

export function latencies([p50, p95, p99]: Quantiles): { p50_ms: number; p95_ms: number; p99_ms: number } {
  return { p50_ms: p50 / 1e6, p95_ms: p95 / 1e6, p99_ms: p99 / 1e6 };
}

/** The geometric mean of a `latency` bucket. There are eight buckets per doubling, so the error is at most 4.5 %. */
export function nanosOfStep(step: number): number {
  return 2 ** ((step + 0.5) / 8);
}
