export { metricHandlers } from "./handlers.ts";
