import type { NativeResult } from "@opsplane/runtime";

/** Slots sorted by series and time. The grid's reading determines the columns. */
export interface Slots {
  ids: BigUint64Array;
  slots: ArrayLike<number>;
  numbers(column: string): Float64Array;
  /** Unix milliseconds. */
  times(column: string): Float64Array;
}

/** Slots that ClickHouse has computed. */
export function slotsOf(result: NativeResult): Slots {
  return {
    ids: result.bits("series_id"),
    slots: result.numbers("slot"),
    numbers: (column) => {
      const found = result.numbers(column);
      return found instanceof Float64Array ? found : Float64Array.from(found);
    },
    times: (column) => asMillis(result.bits(column)),
  };
}

export function asMillis(bits: BigUint64Array): Float64Array {
  const halves = new Int32Array(bits.buffer, bits.byteOffset, bits.length * 2);
  const times = new Float64Array(bits.length);
  for (let row = 0; row < times.length; row++)
    times[row] = (halves[row * 2 + 1] as number) * 4_294_967_296 + ((halves[row * 2] as number) >>> 0);
  return times;
}
