export * from "./expressions.ts";
export * from "./http-template.ts";
export * from "./masking.ts";
export * from "./parameters.ts";
export * from "./runbook-content.ts";
export * from "./runbook-lint.ts";
export * from "./shell.ts";
export * from "./shell-rules.ts";
export * from "./template.ts";
export function lintWorkflow(_: unknown): { level: "error" | "warning"; path: string; message: string }[] { return []; }
export function edgesOf(c: { steps: { id: string; type: string }[]; edges: { from: string; to: string; condition?: string | null }[] }) { return c.edges.length > 0 ? c.edges : c.steps.slice(1).map((s, i) => ({ from: c.steps[i]?.id ?? "", to: s.id, condition: c.steps[i]?.type === "condition" ? "true" : null })); }
