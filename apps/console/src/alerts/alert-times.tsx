import type { Alert } from "@opsplane/contract";
import { duration } from "../time/format.ts";
import { TimeText } from "../time/time.tsx";

type Times = Pick<Alert, "status" | "started_at" | "fired_at" | "resolved_at">;

/** Since when an alert fires; of a resolved one, when it fired and for how long. */
export function AlertTime({ alert }: { alert: Times }) {
  const since = alert.fired_at ?? alert.started_at;
  if (alert.resolved_at === null) return <TimeText at={since} as="age" />;
  return (
    <>
      <TimeText at={since} as="short" />
      <div className="dim">for {lasted(alert)}</div>
    </>
  );
}

export function lasted({ fired_at, started_at, resolved_at }: Omit<Times, "status">): string {
  return duration(Date.parse(resolved_at ?? "") - Date.parse(fired_at ?? started_at));
}
