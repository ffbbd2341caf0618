/** Where a series stands in the book. */
export type Place = number;

const none = -1;

/**
 * The series that this process has seen today of one tenant, found by 64 bits of hash: open addressing over typed arrays, since a Map
 * of a million objects would cost ten times the memory and be slower to ask.
 */
export class SeriesBook {
  #slots = new Int32Array(1024).fill(none);
  #keys = new Uint32Array(1024);
  #ids = new Uint32Array(1024);
  #metrics = new Uint32Array(512);
  /** The day that the series was last told of to the store, so that each day has its own list. */
  #days = new Int32Array(512);
  /** Decimal places of its values so far: the same for all of a series, or their differences would not be small. */
  #exponents = new Int8Array(512);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  find(low: number, high: number): Place {
    const mask = this.#slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] as number;
      if (place === none) return none;
      if (this.#keys[place * 2] === low && this.#keys[place * 2 + 1] === high) return place;
    }
  }

  add(key: Uint32Array, id: Uint32Array, metricId: number): Place {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    const place = this.#size++;
    this.#keys.set(key, place * 2);
    this.#ids.set(id, place * 2);
    this.#metrics[place] = metricId;
    this.#days[place] = none;
    this.#put(place);
    return place;
  }

  idLow(place: Place): number {
    return this.#ids[place * 2] as number;
  }

  idHigh(place: Place): number {
    return this.#ids[place * 2 + 1] as number;
  }

  metric(place: Place): number {
    return this.#metrics[place] as number;
  }

  /** Whether the store has not been told of this series on that day; from now on it has. */
  isNewOn(place: Place, day: number): boolean {
    if (this.#days[place] === day) return false;
    this.#days[place] = day;
    return true;
  }

  /** The store was not told of this series after all. */
  forgetDay(place: Place): void {
    this.#days[place] = none;
  }

  exponent(place: Place): number {
    return this.#exponents[place] as number;
  }

  setExponent(place: Place, exponent: number): void {
    this.#exponents[place] = exponent;
  }

  #put(place: Place): void {
    const mask = this.#slots.length - 1;
    let slot = (this.#keys[place * 2] as number) & mask;
    while (this.#slots[slot] !== none) slot = (slot + 1) & mask;
    this.#slots[slot] = place;
  }

  #grow(): void {
    const larger = <A extends Uint32Array | Int32Array | Int8Array>(old: A, made: A): A => {
      made.set(old);
      return made;
    };
    this.#keys = larger(this.#keys, new Uint32Array(this.#keys.length * 2));
    this.#ids = larger(this.#ids, new Uint32Array(this.#ids.length * 2));
    this.#metrics = larger(this.#metrics, new Uint32Array(this.#metrics.length * 2));
    this.#days = larger(this.#days, new Int32Array(this.#days.length * 2));
    this.#exponents = larger(this.#exponents, new Int8Array(this.#exponents.length * 2));
    this.#slots = new Int32Array(this.#slots.length * 2).fill(none);
    for (let place = 0; place < this.#size; place++) this.#put(place);
  }
}
