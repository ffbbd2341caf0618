export { destructivePart } from "./destructive.ts";
export { ExpressionFailure, evaluate, expressionPaths, expressionProblem, isTrue } from "./expressions.ts";
export { bodyProblem, renderBody, renderHeader, renderUrl, urlProblem } from "./http-template.ts";
export { type Masker, type MaskerState, openMasker, shortestSecret } from "./masking.ts";
export { type ParametersResult, type ParameterValue, parameterProblems, readParameters } from "./parameters.ts";
export { contextFields, outputsOf, runbookRoots, workflowRoots } from "./references.ts";
export { contentOf, type RunbookInput, stepIds } from "./runbook-content.ts";
export { lintRunbook, lintVersion } from "./runbook-lint.ts";
export { renderShell, type ShellCommand, unsafeRemedy } from "./shell.ts";
export { type MayStartWithDash, type ShellProblem, shellProblems } from "./shell-rules.ts";
export {
  type Lookup,
  mask,
  type Placeholder,
  placeholdersOf,
  type Rendered,
  renderText,
  TemplateFailure,
  templateProblem,
} from "./template.ts";
export { workflowOutputsOf } from "./workflow-config.ts";
export { edgesOf, stepsBefore } from "./workflow-graph.ts";
export { lintWorkflow } from "./workflow-lint.ts";
