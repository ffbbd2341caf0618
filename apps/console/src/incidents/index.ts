export { IncidentPicker } from "./incident-picker.tsx";
export { useIncident } from "./queries.ts";
