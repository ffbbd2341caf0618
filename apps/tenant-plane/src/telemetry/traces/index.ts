export { traceHandlers } from "./handlers.ts";
export { serviceHandlers } from "./service-handlers.ts";
