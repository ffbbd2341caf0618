export { alertTools } from "./alerts.ts";
export { type AskerDeps, type OpenAsker, openAsker } from "./asker.ts";
export { catalogue } from "./catalogue.ts";
export { changeTools } from "./changes.ts";
export { figureTools } from "./figures.ts";
export { incidentTools } from "./incidents.ts";
export { itemTools } from "./items.ts";
export { logTools } from "./logs.ts";
export { metricTools } from "./metrics.ts";
export { networkTools } from "./network.ts";
export { oncallTools } from "./oncall.ts";
export { platformTools } from "./platform.ts";
export {
  type ConditionField,
  ConditionInput,
  unresolved,
} from "./records/condition.ts";
export { groupedBy } from "./records/groups.ts";
export type { RecordKind } from "./records/sql.ts";
export { recordTools } from "./records/tools.ts";
export { requestTools } from "./requests.ts";
export { runbookTools } from "./runbooks.ts";
export { serviceTools } from "./services.ts";
export {
  type Asker,
  type Citation,
  mayUse,
  type ReadTool,
  runTool,
  type ToolOutcome,
  type ToolResult,
  type TypedTool,
  useTool,
} from "./tool.ts";
