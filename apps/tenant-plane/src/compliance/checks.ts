import type { Control, ControlId } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

type Evidence = Control["evidence"][number];

/** What a check found. Violations are counted in full; evidence is a part of it. */
export interface CheckResult {
  checked: number;
  violations: number;
  evidence: Evidence[];
}

export interface CheckScope {
  db: Db;
  period: { from: Date; to: Date };
  now: Date;
}

export type Check = (scope: CheckScope) => Promise<CheckResult>;

const maxEvidence = 100;

interface Counted extends Omit<Evidence, "at"> {
  at: string | null;
  checked: number;
  violated: number;
}

/** Each statement counts all its rows, and returns violations first. */
async function counted(rows: Promise<Counted[]>): Promise<CheckResult> {
  const found = await rows;
  return {
    checked: found[0]?.checked ?? 0,
    violations: found[0]?.violated ?? 0,
    evidence: found.map(({ kind, reference, detail, at, violates }) => ({ kind, reference, detail, at, violates })),
  };
}

/** Normal changes that began: the approval must be older than the start. */
const changesApproved: Check = ({ db, period: { from, to } }) =>
  counted(
    db.rows(sql`
      select 'change' as kind, reference, title as detail, actual_start as at, violates,
        count(*) over ()::integer as checked, count(*) filter (where violates) over ()::integer as violated
      from (
        select change.reference, change.title, change.actual_start, not exists (
          select from approval_instances approval
          where approval.tenant_id = change.tenant_id and approval.subject_id = change.id and approval.status = 'approved'
            and approval.completed_at <= change.actual_start
        ) and not exists (
          select from itsm_timeline entry
          where entry.tenant_id = change.tenant_id and entry.subject_id = change.id
            and entry.changes -> 'status' ->> 'to' = 'approved' and entry.created_at <= change.actual_start
        ) as violates
        from changes change where change.type = 'normal' and change.actual_start >= ${from} and change.actual_start < ${to}
      ) judged
      order by violates desc, actual_start desc limit ${maxEvidence}`),
  );

const emergencyReviewed: Check = ({ db, period: { from, to } }) =>
  counted(
    db.rows(sql`
      select 'change' as kind, reference, title || ': ' || coalesce(review_status, 'no review') as detail, actual_end as at,
        review_status is null or review_status = 'pending' as violates, count(*) over ()::integer as checked,
        count(*) filter (where review_status is null or review_status = 'pending') over ()::integer as violated
      from changes where type = 'emergency' and actual_end >= ${from} and actual_end < ${to}
      order by violates desc, actual_end desc limit ${maxEvidence}`),
  );

/** A decision by someone who asked for it, or who is an author of the change. */
const separationOfDuties: Check = ({ db, period: { from, to } }) =>
  counted(
    db.rows(sql`
      select 'approval' as kind, reference, detail, at, violates, count(*) over ()::integer as checked,
        count(*) filter (where violates) over ()::integer as violated
      from (
        select approval.subject_reference as reference, 'decided by ' || (step ->> 'decided_by') as detail,
          (step ->> 'decided_at')::timestamptz as at,
          (step ->> 'decided_by') <> 'system' and exists (
            select from users person
            where person.tenant_id = approval.tenant_id and lower(person.email) = lower(step ->> 'decided_by')
              and person.id = any (approval.requester_ids)) as violates
        from approval_instances approval, jsonb_array_elements(approval.step_results) step
        where step ->> 'result' = 'approved' and approval.updated_at >= ${from}
          and (step ->> 'decided_at')::timestamptz >= ${from} and (step ->> 'decided_at')::timestamptz < ${to}
      ) judged
      order by violates desc, at desc limit ${maxEvidence}`),
  );

const unusedDays = 90;

const inactiveAccess: Check = ({ db, now }) => {
  const since = new Date(now.getTime() - unusedDays * 86_400_000);
  return counted(
    db.rows(sql`
      select 'user' as kind, email as reference, role as detail, last_login_at as at, coalesce(last_login_at, created_at) < ${since} as violates,
        count(*) over ()::integer as checked, count(*) filter (where coalesce(last_login_at, created_at) < ${since}) over ()::integer as violated
      from users where disabled_at is null order by violates desc, email limit ${maxEvidence}`),
  );
};

const fewAdmins: Check = async ({ db }) => {
  const people = await db.rows<{ email: string; total: number }>(sql`
    select email, (select count(*)::integer from users all_people where all_people.disabled_at is null) as total
    from users where disabled_at is null and role = 'admin' order by email limit ${maxEvidence + 1}`);
  const total = people[0]?.total ?? 0;
  const allowed = Math.max(3, Math.floor(total / 5));
  return {
    checked: total,
    violations: Math.max(0, people.length - allowed),
    evidence: people.slice(0, maxEvidence).map(({ email }, index) => ({
      ...{ kind: "user", reference: email, detail: "admin", at: null, violates: index >= allowed },
    })),
  };
};

const keysExpire: Check = ({ db }) =>
  counted(
    db.rows(sql`
      select 'api_key' as kind, name as reference, case when expires_at is null then 'never expires' else 'expires' end as detail,
        expires_at as at, expires_at is null as violates, count(*) over ()::integer as checked,
        count(*) filter (where expires_at is null) over ()::integer as violated
      from api_keys where revoked_at is null and (expires_at is null or expires_at > app_now())
      order by violates desc, name limit ${maxEvidence}`),
  );

/** The product enforces it, and nobody can turn it off; temporary passwords that were never changed are listed. */
const passwords: Check = ({ db }) =>
  counted(
    db.rows(sql`
      select 'user' as kind, email as reference, created_at as at, false as violates,
        case when must_change_password then 'temporary password, not changed yet' else 'password by the rules' end as detail,
        count(*) over ()::integer as checked, 0 as violated
      from users where disabled_at is null order by must_change_password desc, email limit ${maxEvidence}`),
  );

/** Passwords are the only way to sign in: this version has neither a second factor nor single sign-on. */
const secondFactor: Check = ({ db }) =>
  counted(
    db.rows(sql`
      select 'user' as kind, email as reference, 'signs in with a password alone' as detail, last_login_at as at, true as violates,
        count(*) over ()::integer as checked, count(*) over ()::integer as violated
      from users where disabled_at is null order by email limit ${maxEvidence}`),
  );

const auditLog: Check = async ({ db, period: { from, to } }) => {
  const found = await db.first<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from audit_log where created_at >= ${from} and created_at < ${to} limit 100001) counted`);
  const count = found?.count ?? 0;
  const shown = count > 100_000 ? "more than 100,000" : count.toLocaleString("en-US");
  return {
    checked: count,
    violations: 0,
    evidence: [{ kind: "audit_log", reference: "Audit log", detail: `${shown} records`, at: null, violates: false }],
  };
};

/** Of each measured control. Those about retention and license depend on settings, and are judged in `controls.ts`. */
export const checks: Readonly<Partial<Record<ControlId, Check>>> = {
  changes_approved: changesApproved,
  emergency_reviewed: emergencyReviewed,
  separation_of_duties: separationOfDuties,
  inactive_access: inactiveAccess,
  few_admins: fewAdmins,
  keys_expire: keysExpire,
  passwords,
  second_factor: secondFactor,
  audit_log: auditLog,
};
