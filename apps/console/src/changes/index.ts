export { useChange } from "./queries.ts";
export { NextTimes } from "./recurring/next-times.tsx";
export { scheduleText } from "./recurring/schedule.ts";
export { WindowText } from "./window-text.tsx";
