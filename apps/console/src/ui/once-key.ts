import { useState } from "react";
import { randomKey } from "../api/random-key.ts";

/** One idempotency key per form, so that a second click or a retry creates no second record. */
export function useOnceKey(): string {
  const [key] = useState(randomKey);
  return key;
}
