import { fail, type Principal } from "@opsplane/runtime";

const day = 24 * 3600 * 1000;

/** A session ends after this time without use. */
const idleMs = 30 * day;
/** A session ends this long after its login, even when it is used. */
export const maxSessionMs = 90 * day;
const temporaryPasswordMs = 7 * day;

export const refreshCookieSeconds = idleMs / 1000;

/** The expiry of a session that is used now. */
export function sessionEnd(begun: Date, now: Date, account: { password_expires_at: string | null }): Date {
  const ends = [now.getTime() + idleMs, begun.getTime() + maxSessionMs];
  // A session of a temporary password ends with that password.
  if (account.password_expires_at !== null) ends.push(Date.parse(account.password_expires_at));
  return new Date(Math.min(...ends));
}

export function temporaryPasswordEnd(now: Date): Date {
  return new Date(now.getTime() + temporaryPasswordMs);
}

export function hasExpired({ password_expires_at }: { password_expires_at: string | null }, now: Date): boolean {
  return password_expires_at !== null && Date.parse(password_expires_at) <= now.getTime();
}

/** True when the text has the form of a refresh token. */
export function isRefreshToken(text: string): boolean {
  return /^opr_[\w-]{43}$/.test(text);
}

/** Only a person with a session has a password, sessions and a profile. */
export function person({ userId, sessionId }: Principal): { userId: string; sessionId: string } {
  if (userId === null || sessionId === null) fail("FORBIDDEN", "This needs a signed-in person. API keys cannot do it.");
  return { userId, sessionId };
}
