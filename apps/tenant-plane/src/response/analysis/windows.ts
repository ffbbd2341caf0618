// The time that an analysis looks at, before the incident was opened.

export const minuteMs = 60_000;

/** Changes in this time before the incident. */
export const changesMs = 24 * 60 * minuteMs;
/** Incidents that were opened in this time before the incident, also when they are over. */
export const incidentsMs = 30 * minuteMs;
/** Alerts about a cause may fire a little later than those about its effects. */
export const laterMs = 10 * minuteMs;
/** Telemetry of this time before the incident is compared with the hour before it. */
export const recentMs = 15 * minuteMs;
export const usualMs = 60 * minuteMs;

/** From which on telemetry is recent. */
export function recentFrom(at: Date): Date {
  return new Date(at.getTime() - recentMs);
}
