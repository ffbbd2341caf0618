/** Sums of growing values since midnight UTC, at any step of a day. */
export interface Totals {
  /** The sums at a time. The array is reused by the next call. */
  at(time: number): Float64Array;
}

const day = 86_400_000;
const checkpointSteps = 120;
const maxCheckpoints = 200;

/** `grow` adds what each value grows in the step that ends at a time. Checkpoints make it cheap to go back. */
export function openTotals(size: number, step: number, grow: (at: number, sums: Float64Array) => void): Totals {
  const checkpoints = new Map<number, Float64Array>();
  let reached = Number.NaN;
  let sums = new Float64Array(size);

  const goBack = (time: number) => {
    const midnight = Math.floor(time / day) * day;
    let from = time - (time % (checkpointSteps * step));
    while (from > midnight && !checkpoints.has(from)) from -= checkpointSteps * step;
    reached = Math.max(from, midnight);
    sums = checkpoints.get(reached)?.slice() ?? new Float64Array(size);
    if (!checkpoints.has(reached)) reached = midnight;
  };

  return {
    at: (time) => {
      const isAhead = reached <= time && Math.floor(reached / day) === Math.floor(time / day);
      if (!isAhead) goBack(time);
      while (reached < time) {
        reached += step;
        grow(reached, sums);
        if (reached % (checkpointSteps * step) !== 0) continue;
        if (checkpoints.size >= maxCheckpoints) checkpoints.clear();
        checkpoints.set(reached, sums.slice());
      }
      return sums;
    },
  };
}
