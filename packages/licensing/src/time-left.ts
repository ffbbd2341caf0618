export const day = 24 * 60 * 60 * 1000;

/** Whole days until a time, rounded up; 0 after it. */
export function daysUntil(time: Date, now: Date): number {
  return Math.max(0, Math.ceil((time.getTime() - now.getTime()) / day));
}

export function daysAfter(time: Date, days: number): Date {
  return new Date(time.getTime() + days * day);
}
