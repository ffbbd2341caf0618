export { HealthMark } from "./health-mark.tsx";
export { RedCharts } from "./red-charts.tsx";
export { type ServiceHealth, useServicesHealth } from "./service-health.ts";
export { useServicesWithCalls } from "./services-with-calls.ts";
