import { bind, ch, type TenantTelemetry } from "@opsplane/runtime";
import type { Window } from "../window.ts";

export interface ServiceVolume {
  service: string;
  spans: number;
}

/** How many spans each service sent in the minutes that a window touches; from the projection `minutes`, so that it costs little. */
export function spansByService(telemetry: TenantTelemetry, { from, to }: Window): Promise<ServiceVolume[]> {
  const first = new Date(Math.floor(from.getTime() / 60_000) * 60_000);
  return telemetry.rows(ch`
    SELECT service, count() AS spans
    FROM spans
    WHERE tenant_id = {tenant:String}
      AND toStartOfMinute(start) >= ${bind.instant(first)} AND toStartOfMinute(start) <= ${bind.instant(to)}
    GROUP BY service
    ORDER BY spans DESC, service
    LIMIT 5000`);
}
