import type { ApprovalInstance, ApprovalStep, Page, SubjectType } from "@opsplane/contract";
import { all, type Db, readPage, type Sql, sql } from "@opsplane/runtime";
import { type Chain, currentStep } from "../rules.ts";
import { blockedReason, isEligible } from "./approvers.ts";

/** The current user. The result includes whether they can decide. */
export type Viewer = string | null;

const maxNamed = 20;

const columns = (viewer: Viewer): Sql => sql`
  instance.id, instance.definition_id, instance.definition_name, instance.definition_version, instance.subject_type, instance.subject_id,
  instance.subject_reference, instance.subject_title, instance.requested_by, instance.status, instance.steps, instance.step_results,
  instance.current_step, instance.completed_at, instance.version, instance.created_at, instance.updated_at,
  coalesce((
    select json_agg(json_build_object('id', person.id, 'name', person.name, 'email', person.email))
    from (
      select person.id, person.name, person.email from users person
      where person.tenant_id = instance.tenant_id and instance.status = 'pending' and ${isEligible}
      order by person.name, person.id limit ${maxNamed}
    ) person
  ), '[]') as eligible,
  ${blockedReason} as blocked,
  ${mayDecide(viewer)} as may_decide`;

function mayDecide(viewer: Viewer): Sql {
  return sql`(instance.status = 'pending' and exists (
    select from users person where person.tenant_id = instance.tenant_id and person.id = ${viewer}::uuid and ${isEligible}))`;
}

export interface NewInstance {
  id: string;
  definitionId: string | null;
  definitionName: string;
  definitionVersion: number;
  subjectType: SubjectType;
  subjectId: string;
  subjectPart: string;
  reference: string;
  title: string;
  requestedBy: string;
  requesterIds: readonly string[];
  allowSelf: boolean;
}

export async function insertInstance(db: Db, wanted: NewInstance, chain: Chain): Promise<void> {
  const step = currentStep(chain);
  await db.run(sql`
    insert into approval_instances (id, definition_id, definition_name, definition_version, subject_type, subject_id, subject_part, subject_reference,
      subject_title, requested_by, requester_ids, allow_self_approval, status, steps, step_results, current_step, current_type, current_value)
    values (${wanted.id}, ${wanted.definitionId}, ${wanted.definitionName}, ${wanted.definitionVersion}, ${wanted.subjectType}, ${wanted.subjectId}, ${wanted.subjectPart},
      ${wanted.reference}, ${wanted.title}, ${wanted.requestedBy}, ${wanted.requesterIds}::uuid[], ${wanted.allowSelf}, ${chain.status},
      ${JSON.stringify(chain.steps)}, ${JSON.stringify(chain.step_results)}, ${chain.current_step}, ${step?.approver_type ?? null},
      ${step?.approver_value ?? null})`);
}

export function getInstance(db: Db, id: string, viewer: Viewer): Promise<ApprovalInstance | undefined> {
  return db.first(sql`select ${columns(viewer)} from approval_instances instance where instance.id = ${id}`);
}

/** Locks the approval, so the second of two concurrent decisions waits and sees the first. */
export async function lockInstance(db: Db, id: string, viewer: Viewer): Promise<ApprovalInstance | undefined> {
  await db.run(sql`select from approval_instances where id = ${id} for update`);
  return getInstance(db, id, viewer);
}

export async function saveChain(db: Db, id: string, chain: Chain, version: "next" | "same"): Promise<void> {
  const step = currentStep(chain);
  await db.run(sql`
    update approval_instances set status = ${chain.status}, step_results = ${JSON.stringify(chain.step_results)},
      current_step = ${chain.current_step}, current_type = ${step?.approver_type ?? null}, current_value = ${step?.approver_value ?? null},
      completed_at = case when ${chain.status} = 'pending' then null else app_now() end,
      turn_at = case when current_step is distinct from ${chain.current_step} then app_now() else turn_at end,
      reminded = case when current_step is distinct from ${chain.current_step} then 0 else reminded end,
      version = version + ${version === "next" ? 1 : 0}, updated_at = app_now()
    where id = ${id}`);
}

export interface Unreminded {
  tenant_id: string;
  id: string;
  step: number;
  /** Which reminder of this step is due. */
  number: number;
}

/** The steps whose next reminder is due. Each is returned once. */
export function takeUnreminded(
  system: Db,
  { afterSeconds, most, batch }: { afterSeconds: number; most: number; batch: number },
): Promise<Unreminded[]> {
  return system.rows(sql`
    update approval_instances set reminded = reminded + 1
    where id in (
      select id from approval_instances
      where status = 'pending' and reminded < ${most} and turn_at + make_interval(secs => ${afterSeconds}) * (reminded + 1) <= app_now()
      order by turn_at limit ${batch} for update skip locked)
    returning tenant_id, id, current_step as step, reminded as number`);
}

/** The running approvals of a subject; of a run possibly several, one for each step that waits. */
export function findRunning(
  db: Db,
  subjectId: string,
  part?: string,
): Promise<(Chain & { id: string; steps: ApprovalStep[] })[]> {
  const where = all([
    sql`subject_id = ${subjectId}`,
    sql`status = 'pending'`,
    part !== undefined && sql`subject_part = ${part}`,
  ]);
  return db.rows(sql`
    select id, status, steps, step_results, current_step from approval_instances where ${where} order by id for update`);
}

export interface InstanceFilter {
  status?: readonly string[];
  subject_type?: string;
  subject_id?: string;
  mine?: boolean;
  limit: number;
  offset: number;
}

export function listInstances(db: Db, filter: InstanceFilter, viewer: Viewer): Promise<Page<ApprovalInstance>> {
  const where = all([
    filter.status && sql`instance.status = any (${filter.status})`,
    filter.subject_type !== undefined && sql`instance.subject_type = ${filter.subject_type}`,
    filter.subject_id !== undefined && sql`instance.subject_id = ${filter.subject_id}`,
    filter.mine === true && mayDecide(viewer),
    filter.mine === false && sql`not ${mayDecide(viewer)}`,
  ]);
  return readPage(db, {
    rows: sql`select ${columns(viewer)} from approval_instances instance where ${where}
        order by instance.created_at desc, instance.id desc limit ${filter.limit} offset ${filter.offset}`,
    from: sql`approval_instances instance where ${where}`,
    limit: filter.limit,
    offset: filter.offset,
  });
}

/** An approval's subject, for emails. */
export interface Subject {
  subject_type: SubjectType;
  reference: string;
  title: string;
  requested_by: string;
  status: string;
  current_step: number | null;
  tenant: string;
  /** The requester's email, if they are a user. */
  email: string | null;
  name: string | null;
  last_comment: string | null;
  last_by: string | null;
}

export function readSubject(db: Db, instanceId: string): Promise<Subject | undefined> {
  return db.first(sql`
    select instance.subject_type, instance.subject_reference as reference, instance.subject_title as title, instance.requested_by,
      instance.status, instance.current_step, tenants.name as tenant, person.email, person.name,
      instance.step_results -> -1 ->> 'comment' as last_comment, instance.step_results -> -1 ->> 'decided_by' as last_by
    from approval_instances instance join tenants on tenants.id = instance.tenant_id
    left join users person on person.tenant_id = instance.tenant_id and person.email = lower(instance.requested_by) and person.disabled_at is null
    where instance.id = ${instanceId}`);
}
