export { cmdbHandlers } from "./handlers.ts";
export { reach, reachFrom } from "./reach.ts";
