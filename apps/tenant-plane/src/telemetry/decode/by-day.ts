const dayMs = 86_400_000;

/** Since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

/**
 * Something for each day that rows are of. A day's rows of a request are stored together or not at all, being in one partition, so that
 * each day is a block of its own and can be stored again by itself.
 */
export class ByDay<Held> {
  readonly #days = new Map<number, Held>();
  readonly #make: () => Held;
  #lastDay = -1;
  #last: Held | undefined;

  constructor(make: () => Held) {
    this.#make = make;
  }

  of(day: number): Held {
    if (day === this.#lastDay && this.#last !== undefined) return this.#last;
    const held = this.#days.get(day) ?? this.#make();
    this.#days.set(day, held);
    this.#lastDay = day;
    this.#last = held;
    return held;
  }

  map<DecodeResult>(make: (held: Held, day: number) => DecodeResult): DecodeResult[] {
    return Array.from(this.#days, ([day, held]) => make(held, day));
  }
}
