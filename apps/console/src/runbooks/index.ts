export { ExecuteDialog } from "./execute/lazy-execute-dialog.ts";
export { ExecutionLines } from "./executions/execution-lines.tsx";
export { useExecution, useRecentExecutions } from "./queries.ts";
export { RunbookSelect } from "./runbook-select.tsx";
