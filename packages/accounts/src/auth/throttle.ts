import { addressGroup, type Db, fail, hashToken } from "@opsplane/runtime";
import * as store from "./store.ts";

/** A password attempt: the email and the address. */
interface Attempt {
  email: string;
  address: string;
}

export interface Throttle {
  /** Counts this attempt and fails with 429 when there were too many. */
  count(attempt: Attempt, now: Date): Promise<void>;
  /** Uncounts a successful attempt for the email and the address. */
  refund(attempt: Attempt): Promise<void>;
}

const minute = 60_000;
const longWindow = 10 * minute;

/**
 * Counts password attempts in the database, for all instances together. Each attempt counts for its email and address. Wrong ones
 * also count for the email alone (many addresses, one account) and for the address alone (one address, many accounts).
 */
export function passwordThrottle(system: Db, perMinute: number): Throttle {
  const isOver = async (key: Buffer, limit: number, windowMs: number, now: Date) => {
    const { attempts, window_ends } = await store.countAttempt(system, key, windowMs, now);
    return attempts > limit && { seconds: Math.max(1, Math.ceil((Date.parse(window_ends) - now.getTime()) / 1000)) };
  };
  return {
    count: async (attempt, now) => {
      if (perMinute === 0) return;
      // The address is checked first, so a refused address writes no further rows.
      const byAddress = await isOver(addressKey(attempt), perMinute * 10, longWindow, now);
      if (byAddress) refuse(byAddress.seconds);
      const byPair = await isOver(pairKey(attempt), perMinute, minute, now);
      // Retries of one account must not use up the limit of the whole address.
      if (byPair) await store.refundAttempts(system, [addressKey(attempt)]);
      if (byPair) refuse(byPair.seconds);
      const byEmail = await isOver(emailKey(attempt), perMinute * 5, longWindow, now);
      if (byEmail) refuse(byEmail.seconds);
    },
    refund: async (attempt) => {
      if (perMinute > 0) await store.refundAttempts(system, [addressKey(attempt), emailKey(attempt)]);
    },
  };
}

function refuse(retryAfterSeconds: number): never {
  fail("RATE_LIMIT", `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
}

const addressKey = ({ address }: Attempt) => hashToken(`address\n${addressGroup(address)}`);
const emailKey = ({ email }: Attempt) => hashToken(`email\n${email}`);
const pairKey = ({ email, address }: Attempt) => hashToken(`pair\n${email}\n${addressGroup(address)}`);
