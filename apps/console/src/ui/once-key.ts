import { useState } from "react";

/** One idempotency key for a form: pressing twice, or again after a lost answer, makes one record. */
export function useOnceKey(): string {
  const [key] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(""),
  );
  return key;
}
