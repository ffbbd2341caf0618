export { traceHandlers } from "./handlers.ts";
export { serviceHandlers } from "./services.ts";
