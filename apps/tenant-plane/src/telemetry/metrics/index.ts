export { metricHandlers } from "./handlers.ts";
export { openMetricDeps } from "./query-deps.ts";
