export { compose, type Danger, dangerOf, dangers, technologyLabel } from "./compose.ts";
export { type Facts, factsIn } from "./facts.ts";
export { type Choice, choose, type Finding, failureModes, type Observation, type Situation } from "./match.ts";
export type { FailureMode } from "./mode.ts";
