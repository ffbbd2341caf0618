import { createHash, timingSafeEqual } from "node:crypto";
import { refusals } from "./refusals.ts";

export const user = "opsplane";

interface Credentials {
  user: string | undefined;
  password: string | undefined;
}

export function checkCredentials(shown: Credentials, token: string): void {
  if (shown.password === undefined) throw refusals.noCredentials();
  const right = timingSafeEqual(digest(shown.password), digest(token));
  if (!right || shown.user !== user) throw refusals.wrongCredentials();
}

/** The constant-time comparison needs equal lengths. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
