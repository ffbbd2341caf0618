import type { RunbookContent, RunbookStep } from "@opsplane/contract";
import { type Db, fail, sql } from "@opsplane/runtime";
import { approverStep } from "../itsm/index.ts";
import { secretsOf } from "./content.ts";

/** Refuses hosts, secrets and approvers that do not exist, and names the first. */
export async function assertReferences(db: Db, content: RunbookContent): Promise<void> {
  const steps = [...content.steps, ...content.on_failure];
  const hosts = steps.flatMap(({ host_id }) => (host_id ? [host_id] : []));
  await assertKnown(db, "host", hosts);
  await assertKnown(db, "secret", secretsOf(content));
  for (const step of steps) if (step.type === "approval") await assertApprover(db, step);
}

const tables = { host: sql`hosts`, secret: sql`secrets` };

async function assertKnown(db: Db, noun: keyof typeof tables, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await db.rows<{ id: string }>(sql`select id from ${tables[noun]} where id = any (${ids}::uuid[])`);
  const unknown = ids.find((id) => !known.some((row) => row.id === id.toLowerCase()));
  if (unknown !== undefined) fail("NOT_FOUND", `There is no ${noun} ${unknown}.`);
}

async function assertApprover(
  db: Db,
  { approver_type = "any", approver_value = null, title }: RunbookStep,
): Promise<void> {
  await approverStep(db, { type: approver_type, value: approver_value, title });
}
