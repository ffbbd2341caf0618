import { createHash, timingSafeEqual } from "node:crypto";
import { refusals } from "./refusals.ts";

export const user = "opsplane";

interface Shown {
  user: string | undefined;
  password: string | undefined;
}

export function checkCredentials(shown: Shown, token: string): void {
  if (shown.password === undefined) throw refusals.noCredentials();
  const right = timingSafeEqual(digest(shown.password), digest(token));
  if (!right || shown.user !== user) throw refusals.wrongCredentials();
}

/** Equal lengths, which the constant-time comparison wants. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
