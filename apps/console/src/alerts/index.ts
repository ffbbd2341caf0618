export { ChangeAlerts, IncidentAlerts } from "./alerts-panel.tsx";
