/** The time of a plane. Its database shares it: the SQL function `app_now()` is ahead of the server by the same offset. */
export interface Clock {
  now(): Date;
  /** How far this clock is ahead of the machine's. Always 0 in production. */
  offsetMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), offsetMs: () => 0 };

/** A clock that tests move. It keeps running from where it was moved to. */
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
