import { duration } from "../../time/format.ts";
import { useClock } from "../../time/time.tsx";

interface Timed {
  created_at: string;
  finished_at: string | null;
}

/** How long a run took, or takes until now. */
export function RunDuration({ run: { created_at, finished_at } }: { run: Timed }) {
  const { now } = useClock();
  const end = finished_at ? Date.parse(finished_at) : now;
  return <span>{spanText(end - Date.parse(created_at))}</span>;
}

/** `0.4s`, `12s`, `3m`. */
export function spanText(ms: number): string {
  return ms >= 0 && ms < 10_000 ? `${(ms / 1000).toFixed(1)}s` : duration(ms);
}
