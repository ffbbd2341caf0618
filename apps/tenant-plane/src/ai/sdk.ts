export { modelOf, reasonOf } from "./provider.ts";
export { runModel } from "./run.ts";

// The SDK would write its warnings to the console, between the lines of the log.
globalThis.AI_SDK_LOG_WARNINGS = false;
