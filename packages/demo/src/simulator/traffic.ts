const hour = 3_600_000;
const quietest = 0.35;
const peakHour = 15;
/** Sampled visits per second at the peak of the day. */
const tracesPerSecond = 0.92;

/** The share of customers at a time of the day (UTC): 1 in the afternoon, least at night. */
export function dailyShare(at: number): number {
  const angle = (((at / hour) % 24) - peakHour) * (Math.PI / 12);
  return quietest + (1 - quietest) * (0.5 + 0.5 * Math.cos(angle));
}

/** Traces that start per second. */
export function traceRate(at: number): number {
  return tracesPerSecond * dailyShare(at);
}
