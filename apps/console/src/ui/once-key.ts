import { useState } from "react";

/** One idempotency key per form, so that a second click or a retry creates no second record. */
export function useOnceKey(): string {
  const [key] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(""),
  );
  return key;
}
