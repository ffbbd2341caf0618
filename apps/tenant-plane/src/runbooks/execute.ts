import { mask, type ParameterValue, readParameters, renderText } from "@opsplane/automation";
import type { ExecutionTarget, RunbookContent } from "@opsplane/contract";
import { type Db, fail, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { findTargets } from "../hosts/index.ts";
import { type NamedIncident, namedIncident } from "../records/references.ts";
import { type RunRow, type Settler, sealSecrets, startRun } from "../runs/index.ts";
import { compile, compileDry } from "./compile.ts";
import { contentOf } from "./content.ts";
import { getRunbook, getVersion, type StoredRunbook } from "./store/runbooks.ts";

export interface ExecutionInput {
  runbookId: string;
  /** An id or a reference. */
  incidentId?: string | null;
  dryRun?: boolean;
  parameters?: Record<string, unknown>;
  /** Ids of hosts or configuration items. Absent: the incident's affected items. */
  targets?: readonly string[];
  requestId?: string | null;
  parent?: { runId: string; stepId: string } | null;
  startedBy: { label: string; userId: string | null };
}

export interface Executing {
  core: Pick<Core, "secrets">;
  settler: Settler;
}

/** Starts an execution in the caller's write. Everything that can be wrong with the input is refused here. */
export async function startExecution(
  { core, settler }: Executing,
  write: WriteScope,
  input: ExecutionInput,
): Promise<RunRow> {
  const { db } = write;
  const runbook =
    (await getRunbook(db, input.runbookId)) ?? fail("NOT_FOUND", `There is no runbook ${input.runbookId}.`);
  const dryRun = input.dryRun ?? false;
  const { content, version } = await runnable(db, runbook, dryRun);
  const incident = await namedIncident(db, input.incidentId ?? null);
  const read = readParameters(content.parameters, input.parameters ?? {});
  if (!read.ok) {
    const [first] = read.problems;
    return fail("VALIDATION_ERROR", `${first?.path}: ${first?.message}`, { details: read.problems });
  }
  const given = Object.entries(read.secrets).map(([name, value]) => [name, value === "" ? null : mask] as const);
  const stored = Object.keys(read.stored).map((name) => [name, mask] as const);
  const shown = { ...read.values, ...Object.fromEntries([...given, ...stored]) };
  const targets = await targetsOf(db, input.targets, incident);
  return startRun(settler, write, {
    kind: "execution",
    subject: { id: runbook.id, name: content.name, version },
    plan: dryRun ? compileDry(content) : compile(content),
    dryRun,
    parameters: shown,
    secretParameters: sealSecrets(core, { given: read.secrets, stored: read.stored }),
    targets,
    incidentId: incident?.id ?? null,
    requestId: input.requestId ?? null,
    parent: input.parent ?? null,
    trigger: null,
    lockKey: lockKey(content, read.values, targets, incident),
    deadlineAt: null,
    startedBy: input.startedBy,
  });
}

const maxLockKey = 500;

/** The key that executions share when they must not run at once. Several targets are named together. */
function lockKey(
  { lock_key }: RunbookContent,
  parameters: Readonly<Record<string, ParameterValue>>,
  targets: readonly ExecutionTarget[],
  incident: NamedIncident | undefined,
): string {
  const fields: Record<string, Readonly<Record<string, unknown>>> = { parameters, incident: { ...incident } };
  return renderText(lock_key, ([root = "", name = ""]) => {
    if (root === "target")
      return { value: targets.map((target) => fieldOf({ ...target }, name)).join(","), secret: false };
    // Of the execution itself nothing is known before it starts.
    return { value: fieldOf(fields[root] ?? {}, name), secret: false };
  }).slice(0, maxLockKey);
}

function fieldOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? (record[name] ?? "") : "";
}

/** A dry run tries out what is being edited. An execution runs what was published. */
async function runnable(
  db: Db,
  runbook: StoredRunbook,
  dryRun: boolean,
): Promise<{ content: RunbookContent; version: number }> {
  if (dryRun) return { content: contentOf(runbook), version: runbook.published_version ?? 0 };
  if (runbook.status === "archived") fail("CONFLICT", `'${runbook.name}' is archived. Publish it again to execute it.`);
  const version = runbook.published_version;
  const content = version === null ? undefined : await getVersion(db, runbook.id, version);
  if (version === null || !content)
    return fail("CONFLICT", `'${runbook.name}' is a draft. Publish it first, or execute it with dry_run.`);
  return { content, version };
}

async function targetsOf(
  db: Db,
  wanted: readonly string[] | undefined,
  incident: NamedIncident | undefined,
): Promise<ExecutionTarget[]> {
  const ids = wanted ?? incident?.ci_ids ?? [];
  const found = await findTargets(db, ids);
  const unknown = wanted?.find((id) => !found.some((target) => target.id === id.toLowerCase()));
  if (unknown !== undefined) fail("NOT_FOUND", `There is no host or configuration item ${unknown}.`);
  const targets = found.map(({ id, kind, name, host }) => ({
    host_id: host?.id ?? null,
    ci_id: kind === "ci" ? id : null,
    name: host?.name ?? name,
  }));
  // An incident also affects items without a host, such as services. Only hosts run commands.
  return wanted ? targets : targets.filter(({ host_id }) => host_id !== null);
}
