// The time that an analysis looks at, around the moment when the incident was opened.

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** Changes in this time before the incident. */
export const changesMs = 24 * 60 * minuteMs;
/** Incidents that were opened in this time before the incident, also when they are over. */
export const incidentsMs = 30 * minuteMs;
/** Alerts about a cause may fire a little later than those about its effects. */
export const laterMs = 10 * minuteMs;
/** A problem may have begun this long before its incident. */
export const onsetMs = 30 * minuteMs;
/** Telemetry of this time before that is usual. */
export const usualMs = 60 * minuteMs;
/** Telemetry of this time after the incident was opened belongs to it too. */
export const afterMs = 5 * minuteMs;
