export { AlertLines } from "./alert-lines.tsx";
export { ChangeAlerts, IncidentAlerts } from "./alerts-panel.tsx";
export { useServiceNames } from "./editor/queries.ts";
export { useRecentDay } from "./editor/recent-day.ts";
export { useAlerts } from "./queries.ts";
