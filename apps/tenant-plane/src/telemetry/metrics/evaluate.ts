import type { Grid } from "./grid.ts";
import type { Line, Reading } from "./reading.ts";
import type { Slots } from "./slots.ts";

/** Computes the line of each series from its slots. */
export function* linesOf(
  result: Slots,
  grid: Grid,
  { reading }: { reading: Reading },
): Generator<[id: bigint, line: Line]> {
  const { ids, slots } = result;
  const fill = fillerOf(result, grid, reading);
  const rows = new Int32Array(grid.slots);
  for (let from = 0; from < ids.length; ) {
    const id = ids[from] ?? 0n;
    let to = from;
    rows.fill(-1);
    for (; to < ids.length && ids[to] === id; to++) rows[slots[to] ?? 0] = to;
    const line = { values: new Float64Array(grid.points), there: new Uint8Array(grid.points) };
    fill(rows, line);
    yield [id, line];
    from = to;
  }
}

type Filler = (rows: Int32Array, line: Line) => void;

function fillerOf(result: Slots, grid: Grid, reading: Reading): Filler {
  switch (reading) {
    case "last":
      return lastFiller(result, grid);
    case "rate":
    case "increase":
      return counterFiller(result, grid, reading === "rate");
    default:
      return overFiller(result, grid, reading);
  }
}

/** The slots of a point's window: from (included) to (excluded). */
function windowSlots(grid: Grid, point: number): [from: number, to: number] {
  const end = (grid.start + point * grid.step - grid.base) / grid.slot;
  return [Math.max(0, Math.floor(end - grid.window / grid.slot)), Math.min(end, grid.slots)];
}

/** The newest sample of the window. A staleness marker means no value. */
function lastFiller(result: Slots, grid: Grid): Filler {
  const last = result.numbers("last");
  const bits = new Uint32Array(last.buffer, last.byteOffset, last.length * 2);
  const times = result.times("last_ts");
  return (rows, line) => {
    for (let point = 0; point < grid.points; point++) {
      const time = grid.start + point * grid.step;
      const [from, to] = windowSlots(grid, point);
      let row = -1;
      for (let slot = to - 1; slot >= from && row < 0; slot--) row = rows[slot] as number;
      if (row < 0 || (times[row] as number) <= time - grid.window) continue;
      if (bits[row * 2] === 2 && bits[row * 2 + 1] === 0x7ff00000) continue;
      line.values[point] = last[row] as number;
      line.there[point] = 1;
    }
  };
}

type Over = Exclude<Reading, "last" | "rate" | "increase">;

function overFiller(result: Slots, grid: Grid, over: Over): Filler {
  const [low, high] = [result.numbers("low"), result.numbers("high")];
  const [total, samples] = [result.numbers("total"), result.numbers("samples")];
  return (rows, line) => {
    for (let point = 0; point < grid.points; point++) {
      const [from, to] = windowSlots(grid, point);
      let [min, max, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
      for (let slot = from; slot < to; slot++) {
        const row = rows[slot] as number;
        if (row < 0) continue;
        min = Math.min(min, low[row] as number);
        max = Math.max(max, high[row] as number);
        sum += total[row] as number;
        count += samples[row] as number;
      }
      if (count === 0) continue;
      line.values[point] = { avg: sum / count, min, max, sum, count, "sum per second": sum / (grid.window / 1000) }[
        over
      ];
      line.there[point] = 1;
    }
  };
}

/** Prometheus's rate and increase: handles resets, and extrapolates to the window's ends when samples are close to them. */
function counterFiller(result: Slots, grid: Grid, perSecond: boolean): Filler {
  const [first, last, increase] = [result.numbers("first"), result.numbers("last"), result.numbers("increase")];
  const samples = result.numbers("samples");
  const [firstTimes, lastTimes] = [result.times("first_ts"), result.times("last_ts")];
  /** Sums up the slots of a window. */
  const gather = (rows: Int32Array, from: number, to: number) => {
    const found = { count: 0, gained: 0, firstRow: -1, lastRow: -1 };
    for (let slot = from; slot < to; slot++) {
      const row = rows[slot] as number;
      if (row < 0) continue;
      const begin = first[row] as number;
      if (found.lastRow < 0) found.firstRow = row;
      else {
        const before = last[found.lastRow] as number;
        found.gained += begin < before ? begin : begin - before;
      }
      found.gained += increase[row] as number;
      found.count += samples[row] as number;
      found.lastRow = row;
    }
    return found;
  };
  return (rows, line) => {
    for (let point = 0; point < grid.points; point++) {
      const { count, gained, firstRow, lastRow } = gather(rows, ...windowSlots(grid, point));
      if (count < 2) continue;
      const end = grid.start + point * grid.step;
      const whole = extrapolated({
        gained,
        count,
        firstValue: first[firstRow] as number,
        fromStart: ((firstTimes[firstRow] as number) - (end - grid.window)) / 1000,
        toEnd: (end - (lastTimes[lastRow] as number)) / 1000,
        between: ((lastTimes[lastRow] as number) - (firstTimes[firstRow] as number)) / 1000,
      });
      line.values[point] = perSecond ? whole / (grid.window / 1000) : whole;
      line.there[point] = 1;
    }
  };
}

interface Gain {
  gained: number;
  count: number;
  firstValue: number;
  /** Seconds from the window start to the first sample, from the last sample to the window end, and between both samples. */
  fromStart: number;
  toEnd: number;
  between: number;
}

export function extrapolated({ gained, count, firstValue, fromStart, toEnd, between }: Gain): number {
  if (between === 0) return gained;
  const usual = between / (count - 1);
  const threshold = usual * 1.1;
  // A counter starts at zero, so the extrapolation stops where it would reach zero.
  const sinceZero = gained > 0 && firstValue >= 0 ? between * (firstValue / gained) : Number.POSITIVE_INFINITY;
  const start = Math.min(fromStart, sinceZero);
  const span = between + (start < threshold ? start : usual / 2) + (toEnd < threshold ? toEnd : usual / 2);
  return gained * (span / between);
}
