import { addressGroup, type Db, fail, hashToken } from "@opsplane/runtime";
import * as store from "./store.ts";

/** Who tries a password, and from where. */
interface Attempt {
  email: string;
  address: string;
}

export interface Throttle {
  /** Counts this attempt and refuses it with 429 when there were too many. */
  count(attempt: Attempt, now: Date): Promise<void>;
  /** The password was right: the attempt does not count against the email or the address. */
  refund(attempt: Attempt): Promise<void>;
}

const minute = 60_000;
const longWindow = 10 * minute;

/**
 * Password attempts are counted in the database, hence for all instances together: each one for its email and address, and the
 * wrong ones also for the email alone (many addresses, one account) and for the address alone (one address, many accounts).
 */
export function passwordThrottle(system: Db, perMinute: number): Throttle {
  const isOver = async (key: Buffer, limit: number, windowMs: number, now: Date) => {
    const { attempts, window_ends } = await store.countAttempt(system, key, windowMs, now);
    return attempts > limit && { seconds: Math.max(1, Math.ceil((Date.parse(window_ends) - now.getTime()) / 1000)) };
  };
  return {
    count: async (attempt, now) => {
      if (perMinute === 0) return;
      // The address first: whoever is refused there leaves no further rows behind.
      const byAddress = await isOver(addressKey(attempt), perMinute * 10, longWindow, now);
      if (byAddress) refuse(byAddress.seconds);
      const byPair = await isOver(pairKey(attempt), perMinute, minute, now);
      // A program that retries one account too often must not use up the share of its whole address.
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
