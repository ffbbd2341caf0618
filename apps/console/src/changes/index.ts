export { useChange } from "./queries.ts";
export { NextTimes } from "./recurring/next-times.tsx";
export { type RecurringTime, readCron, scheduleText, writeCron } from "./recurring/schedule.ts";
export { ScheduleFields } from "./recurring/schedule-fields.tsx";
export { WindowText } from "./window-text.tsx";
