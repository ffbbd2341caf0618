import { useState } from "react";
import type { Interval } from "../../time/range.ts";

/** The last day, from which names are suggested. */
export function useRecentDay(): Interval {
  const [interval] = useState(() => ({ from: Date.now() - 86_400_000, to: Date.now() }));
  return interval;
}
