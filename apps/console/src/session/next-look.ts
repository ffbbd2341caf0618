const lookEveryMs = 300_000;

/**
 * When an open tab loads the profile again. No event announces that a license expires, so it looks regularly, and right after the
 * current state ends.
 */
export function msUntilNextLook(endsAt: string | null | undefined, now: number): number {
  const left = endsAt ? Date.parse(endsAt) + 1_000 - now : lookEveryMs;
  // A time in the past means that the clocks differ.
  return left > 0 ? Math.min(left, lookEveryMs) : lookEveryMs;
}
