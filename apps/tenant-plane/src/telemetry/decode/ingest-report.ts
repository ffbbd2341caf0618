import { maxRows, type RowError, tooManyRows } from "./job.ts";

const maxErrors = 20;
const dayMs = 86_400_000;
/** Tolerance for clocks that run ahead. */
const aheadMs = dayMs;
/** Each day adds a ClickHouse part to the insert. */
const maxDays = 400;
/** The oldest accepted day when no retention is set. It bounds the number of partitions. */
const unlimitedDays = 400;

/** Counts a request's accepted and rejected rows, and keeps the reasons and the days. */
export class IngestReport {
  accepted = 0;
  rejected = 0;
  readonly errors: RowError[] = [];
  readonly days = new Set<number>();
  readonly #newest: number;
  readonly #oldest: number;
  readonly #days: number;
  #lastDay = -1;

  constructor(
    readonly now: number,
    keepDays: number,
  ) {
    this.#newest = now + aheadMs;
    this.#days = keepDays || unlimitedDays;
    this.#oldest = now - this.#days * dayMs;
  }

  reject(path: string, message: string): void {
    this.rejected += 1;
    this.#bound();
    if (this.errors.length < maxErrors) this.errors.push({ path, message });
  }

  /** Returns whether a row with this time is accepted, and counts it. */
  take(time: number, path: () => string): boolean {
    if (!(time >= this.#oldest && time <= this.#newest)) {
      this.reject(path(), this.#why(time));
      return false;
    }
    const day = Math.floor(time / dayMs);
    if (day !== this.#lastDay && !this.#mayHave(day)) {
      this.reject(path(), `exceeds the limit of ${maxDays} days in one request`);
      return false;
    }
    this.accepted += 1;
    this.#bound();
    return true;
  }

  #bound(): void {
    if (this.accepted + this.rejected > maxRows) throw tooManyRows();
  }

  #mayHave(day: number): boolean {
    if (!this.days.has(day) && this.days.size >= maxDays) return false;
    this.days.add(day);
    this.#lastDay = day;
    return true;
  }

  #why(time: number): string {
    if (time > this.#newest) return "has a time more than a day in the future";
    return Number.isFinite(time) ? `has a time more than ${this.#days} days ago` : "has a time that cannot be read";
  }
}
