import { recentMs, usualMs } from "./windows.ts";

// Pages of the console.

/** Change events of alert integrations have no page. */
export function changeLink(reference: string | null): string | null {
  return reference === null ? null : `/changes/${reference}`;
}

export function incidentLink(reference: string): string {
  return `/incidents/${reference}`;
}

export function itemLink(id: string): string {
  return `/cmdb/${id}?tab=impact&direction=upstream`;
}

export function tracesLink(service: string, at: Date): string {
  return `/services/${encodeURIComponent(service)}?${new URLSearchParams(around(at))}`;
}

export function logsLink(service: string, at: Date): string {
  return `/logs?${new URLSearchParams({ ...around(at), service, level: "error,fatal" })}`;
}

const afterMs = 15 * 60_000;

/** The compared time and a little of what came then. */
function around(at: Date): { from: string; to: string } {
  return {
    from: new Date(at.getTime() - recentMs - usualMs).toISOString(),
    to: new Date(at.getTime() + afterMs).toISOString(),
  };
}
