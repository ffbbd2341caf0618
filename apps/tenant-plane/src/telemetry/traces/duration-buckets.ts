/** A duration bucket of the heatmap. It excludes `to_ms`. */
interface DurationBucket {
  from_ms: number;
  to_ms: number;
}

export interface DurationAxis {
  /** Number of latency steps in one bucket. */
  width: number;
  /** Number of the first bucket. */
  first: number;
  buckets: DurationBucket[];
}

/** The heatmap is read with this many latency steps in a bucket: four buckets per doubling. */
export const finestWidth = 2;
const maxBuckets = 40;
const minBuckets = 12;

/** The finest axis of at most 40 buckets that covers the read buckets, with some empty ones around a narrow range. */
export function durationAxis(read: readonly number[]): DurationAxis {
  if (read.length === 0) return { width: finestWidth, first: 0, buckets: [] };
  const steps = { from: Math.min(...read) * finestWidth, to: (Math.max(...read) + 1) * finestWidth - 1 };
  let width = finestWidth;
  const covering = () => Math.floor(steps.to / width) - Math.floor(steps.from / width) + 1;
  while (covering() > maxBuckets) width *= 2;
  const missing = Math.max(0, minBuckets - covering());
  const first = Math.max(0, Math.floor(steps.from / width) - Math.floor(missing / 2));
  const last = Math.floor(steps.to / width) + Math.ceil(missing / 2);
  const buckets = Array.from({ length: last - first + 1 }, (_, index) => ({
    from_ms: millisecondsAt((first + index) * width),
    to_ms: millisecondsAt((first + index + 1) * width),
  }));
  return { width, first, buckets };
}

/** The start of a latency step: eight steps per doubling. The first one includes zero. */
function millisecondsAt(step: number): number {
  return step === 0 ? 0 : 2 ** (step / 8) / 1e6;
}
