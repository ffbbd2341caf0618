const dayMs = 86_400_000;

/** Days since 1970, in UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

/**
 * One value per UTC day. ClickHouse stores a day's rows of one request atomically, because they form one block in one partition.
 * After a crash each missing day can be stored separately.
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
