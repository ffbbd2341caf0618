import { maxRows, type RowError, tooManyRows } from "./job.ts";

const maxTold = 20;
const dayMs = 86_400_000;
/** Clocks differ; a day is more than any of them. */
const aheadMs = dayMs;
/** More days would mean as many files in one insert. */
const maxDays = 400;
/** How far back rows are taken where no retention is set: each day has files of its own in the store. */
const unlimitedDays = 400;

/** Keeps count of a request's rows: which were fit, which were not and why, and of which days they are. */
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
    if (this.errors.length < maxTold) this.errors.push({ path, message });
  }

  /** Whether a row of this time is taken; if so, it counts. */
  take(time: number, path: () => string): boolean {
    if (!(time >= this.#oldest && time <= this.#newest)) {
      this.reject(path(), this.#why(time));
      return false;
    }
    const day = Math.floor(time / dayMs);
    if (day !== this.#lastDay && !this.#mayHave(day)) {
      this.reject(path(), `is of one day too many; a request may span ${maxDays} days`);
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
