export { flowHandlers } from "./handlers.ts";
