import { executionEvents, type RunStatus, workflowEvents } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import { addIncidentEntry } from "../incidents/index.ts";
import type { RunRow } from "./store/runs.ts";

export function targetOf({ id, kind, reference }: Pick<RunRow, "id" | "kind" | "reference">) {
  return { type: kind, id, name: reference };
}

/** Announces that a run's status changed. */
export function announceRun({ announce }: WriteScope, run: RunRow, status: RunStatus, verified = run.verified): void {
  const { id, kind, reference, subject_id, subject_name, dry_run, incident_id } = run;
  if (kind === "execution") {
    const runbook = { runbook_id: subject_id, runbook_name: subject_name };
    announce(executionEvents.updated, id, { reference, ...runbook, status, dry_run, verified, incident_id });
  } else {
    const workflow = { workflow_id: subject_id, workflow_name: subject_name };
    announce(workflowEvents.runUpdated, id, { reference, ...workflow, status, incident_id });
  }
}

const nouns = { execution: "runbook", workflow_run: "workflow" } as const;

/** Notes the start of a run on its incident. A dry run changes nothing, and executions of a workflow are part of its run. */
export async function noteStart(write: WriteScope, run: RunRow): Promise<void> {
  await note(write, run, `Started the ${nouns[run.kind]} '${run.subject_name}' (${run.reference}).`);
}

export async function noteEnd(
  write: WriteScope,
  run: RunRow,
  end: { status: RunStatus; error: string | null; verified: boolean | null },
): Promise<void> {
  const verified = end.verified === null ? "" : end.verified ? " Verified." : " The verification was not good.";
  const reason = end.error === null ? "" : ` ${end.error}`;
  await note(write, run, `${run.reference} ('${run.subject_name}') ${end.status}.${verified}${reason}`);
}

async function note(write: WriteScope, run: RunRow, body: string): Promise<void> {
  if (run.incident_id === null || run.dry_run || run.parent_run_id !== null) return;
  const changes = { [run.kind]: { from: null, to: run.reference } };
  await addIncidentEntry(write, run.incident_id, { kind: "runbook", body: body.slice(0, 2000), changes });
}
