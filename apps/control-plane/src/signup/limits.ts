import { countAttempt } from "@opsplane/accounts";
import { addressGroup, type Db, fail, hashToken } from "@opsplane/runtime";

const hour = 3_600_000;
/** Many people may share an address. */
const addressFactor = 4;

/** Counts signups in the database, for all instances together. */
export function signupLimiter(system: Db, perHour: number) {
  const count = async (key: string, limit: number, now: Date) => {
    if (perHour === 0) return;
    const { attempts, window_ends } = await countAttempt(system, hashToken(key), hour, now);
    if (attempts <= limit) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(window_ends) - now.getTime()) / 1000));
    fail("RATE_LIMIT", `Too many signups. Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
  };
  return {
    address: (address: string, now: Date) =>
      count(`signup address\n${addressGroup(address)}`, perHour * addressFactor, now),
    email: (email: string, now: Date) => count(`signup email\n${email}`, perHour, now),
  };
}
