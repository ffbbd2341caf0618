/** The clock of a plane. The SQL function `app_now()` has the same offset. */
export interface Clock {
  now(): Date;
  /** The offset from the machine's clock. Always 0 in production. */
  offsetMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), offsetMs: () => 0 };

/** A clock that tests can move forward. It keeps running. */
export interface TravelingClock extends Clock {
  travel(ms: number): void;
}

export function travelingClock(): TravelingClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    travel: (ms) => {
      offset += ms;
    },
  };
}
