import { fail, type Principal } from "@opsplane/runtime";

const day = 24 * 3600 * 1000;

/** A session ends when it was not used for so long. */
const idleMs = 30 * day;
/** However much it is used, a session ends this long after its login. */
export const maxSessionMs = 90 * day;
const temporaryPasswordMs = 7 * day;

export const refreshCookieSeconds = idleMs / 1000;

/** When a session that is used now ends unless it is used again. */
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

/** Whether a text can be a refresh token of ours at all. */
export function isRefreshToken(text: string): boolean {
  return /^opr_[\w-]{43}$/.test(text);
}

/** Only a person with a session has a password, sessions and a profile. */
export function person({ userId, sessionId }: Principal): { userId: string; sessionId: string } {
  if (userId === null || sessionId === null) fail("FORBIDDEN", "Only a person who logged in can do this, not a key.");
  return { userId, sessionId };
}
