import {
  type AlertPolicy,
  type AlertPolicyContent,
  type AlertPolicyInput,
  alertPolicyEvents,
} from "@opsplane/contract";
import { type Db, fail, newId, sql, type WriteScope } from "@opsplane/runtime";
import { assertItems } from "../../records/references.ts";
import { endAlertsOf } from "../writes.ts";
import { assertSound } from "./content.ts";
import * as store from "./store.ts";

const maxPolicies = 10_000;

/** Stores a policy, which is evaluated from now on. */
export async function createPolicy(write: WriteScope, content: AlertPolicyContent): Promise<AlertPolicy> {
  const { db, actor } = write;
  if ((await store.countPolicies(db)) >= maxPolicies)
    fail("CONFLICT", `There are ${maxPolicies} alert policies already, the most that one organization can have.`);
  await assertUsable(db, content);
  const id = newId();
  if (!(await store.insertPolicy(db, id, content, actor))) nameTaken(content.name);
  await store.planEvaluation(db, id, content.enabled);
  return announced(write, id, content);
}

/** Saves a version of a locked policy. What is pending starts again when the condition changed. */
export async function changePolicy(
  write: WriteScope,
  before: AlertPolicy,
  body: Partial<AlertPolicyInput>,
): Promise<AlertPolicy> {
  const { db, actor } = write;
  const content = { ...storedContent(before), ...body };
  await assertUsable(db, content);
  if (await store.isNameTaken(db, content.name, before.id)) nameTaken(content.name);
  await store.updatePolicy(db, before.id, content, actor);
  await store.planEvaluation(db, before.id, content.enabled);
  if (!content.enabled) await endAlertsOf(write, before, "The policy was disabled.");
  else if (asksOtherwise(before, content)) await endAlertsOf(write, before, "The policy was changed.");
  return announced(write, before.id, content);
}

/** Deletes a locked policy and resolves its open alerts. */
export async function deletePolicy(write: WriteScope, before: AlertPolicy): Promise<void> {
  await endAlertsOf(write, before, "The policy was deleted.");
  await store.deletePolicy(write.db, before.id);
  write.announce(alertPolicyEvents.updated, before.id, { name: before.name, enabled: false });
}

async function announced(
  { db, announce }: WriteScope,
  id: string,
  { name, enabled }: AlertPolicyContent,
): Promise<AlertPolicy> {
  announce(alertPolicyEvents.updated, id, { name, enabled });
  return (await store.getPolicy(db, id)) ?? fail("NOT_FOUND", `There is no alert policy ${id}.`);
}

export async function assertUsable(db: Db, content: AlertPolicyContent): Promise<void> {
  assertSound(content);
  await assertItems(db, content.ci_ids);
  if (content.runbook_id !== null && !(await db.first(sql`select from runbooks where id = ${content.runbook_id}`)))
    fail("NOT_FOUND", `There is no runbook ${content.runbook_id}.`);
  const { escalation_policy_id: escalation } = content;
  if (escalation !== null && !(await db.first(sql`select from escalation_policies where id = ${escalation}`)))
    fail("NOT_FOUND", `There is no escalation policy ${escalation}.`);
  const { slo_id: sloId } = content.condition;
  if (sloId !== undefined && !(await db.first(sql`select from slos where id = ${sloId}`)))
    fail("NOT_FOUND", `There is no SLO ${sloId}.`);
}

/** Groups of another question are other alerts. */
function asksOtherwise(before: AlertPolicyContent, after: AlertPolicyContent): boolean {
  return JSON.stringify([before.condition, before.group_by]) !== JSON.stringify([after.condition, after.group_by]);
}

export function storedContent(policy: AlertPolicy): AlertPolicyContent {
  const { id: _id, created_at, updated_at, version, state, created_by, updated_by, ...content } = policy;
  return content;
}

function nameTaken(name: string): never {
  return fail("CONFLICT", `There is an alert policy '${name}' already.`);
}
