import type { AlertPolicyContent } from "@opsplane/contract";
import { type Db, newId, sql } from "@opsplane/runtime";

/** A policy that this instance evaluates now. */
export interface Claimed {
  tenantId: string;
  policyId: string;
  /** Only the newest claim may store its result. */
  claim: number;
  content: AlertPolicyContent;
}

/** An evaluation that takes longer counts as lost, and another instance repeats it. */
const claimSeconds = 120;

/** A tenant's policies that are evaluated together: those of metrics and of SLOs share their reads, all others read one by one. */
export interface Lot {
  tenantId: string;
  kind: "metrics" | "slos" | "others" | "failing";
}

/** The most policies of one lot. All of them must be evaluated before their claims count as lost. */
const lotSizes = { shared: 250, others: 10 };
/** Open alerts of one lot, because all of them are in memory at once. The first policy may have more by itself. */
const maxAlerts = 20_000;

/** A policy whose last evaluation failed does not share the reads of those that work. */
const kindOfLot = sql`
  case when state.error is not null then 'failing' when policy.signal in ('metrics', 'slos') then policy.signal else 'others' end`;

/**
 * Takes policies that are due, of at most this many lots. First come those that would soonest be due again: a policy of every five
 * seconds does not wait for a thousand of every minute. Lots that are still being evaluated are left out. No other instance gets a
 * policy while its claim lasts.
 */
export function claimDue(system: Db, maxLots: number, busy: readonly Lot[]): Promise<(Claimed & Lot)[]> {
  return system.rows(sql`
    with due as (
      select state.tenant_id, state.policy_id, deadline, kind,
        row_number() over lot as place, sum(state.pending + state.firing) over lot as alerts
      from alert_evaluation_states state
      join alert_policies policy on policy.tenant_id = state.tenant_id and policy.id = state.policy_id,
      lateral (
        select state.next_at + (state.next_at - coalesce(state.evaluated_at, state.next_at)) as deadline, ${kindOfLot} as kind
      ) urgency
      where state.next_at <= app_now() and not exists (
        select from unnest(${busy.map(({ tenantId }) => tenantId)}::text[], ${busy.map(({ kind }) => kind)}::text[])
          as busy (tenant_id, kind)
        where busy.tenant_id = state.tenant_id and busy.kind = urgency.kind)
      window lot as (partition by state.tenant_id, kind order by deadline, state.policy_id rows unbounded preceding)
    ), lots as (
      select tenant_id, kind from due where place = 1 order by deadline limit ${maxLots}
    ), chosen as (
      select state.tenant_id, state.policy_id, due.kind
      from due join lots on lots.tenant_id = due.tenant_id and lots.kind = due.kind
      join alert_evaluation_states state on state.tenant_id = due.tenant_id and state.policy_id = due.policy_id
      where state.next_at <= app_now() and (due.place = 1 or due.alerts <= ${maxAlerts})
        and due.place <= case when due.kind in ('others', 'failing') then ${lotSizes.others}::int else ${lotSizes.shared}::int end
      for update of state skip locked
    ), claimed as (
      update alert_evaluation_states state
      set claim = state.claim + 1, next_at = app_now() + make_interval(secs => ${claimSeconds})
      from chosen where state.tenant_id = chosen.tenant_id and state.policy_id = chosen.policy_id
      returning state.tenant_id, state.policy_id, state.claim, chosen.kind
    )
    select claimed.tenant_id as "tenantId", claimed.policy_id as "policyId", claimed.claim::int as claim,
      claimed.kind, policy.content
    from claimed join alert_policies policy on policy.tenant_id = claimed.tenant_id and policy.id = claimed.policy_id`);
}

/** How an evaluation ended. */
export interface Finished {
  tenantId: string;
  policyId: string;
  claim: number;
  nextAt: Date;
  at: Date;
  durationMs: number;
  groups: number;
  pending: number;
  firing: number;
  error: string | null;
}

/** Stores how evaluations ended, unless another claim took over; returns how many were stored. */
export async function finishEvaluations(db: Db, finished: readonly Finished[]): Promise<number> {
  if (finished.length === 0) return 0;
  const column = <T>(read: (each: Finished) => T) => finished.map(read);
  return db.run(sql`
    with ended as (
      select * from unnest(
        ${column(({ tenantId }) => tenantId)}::text[], ${column(({ policyId }) => policyId)}::uuid[], ${column(({ claim }) => claim)}::bigint[],
        ${column(({ nextAt }) => nextAt.toISOString())}::timestamptz[], ${column(({ at }) => at.toISOString())}::timestamptz[],
        ${column(({ durationMs }) => durationMs)}::int[], ${column(({ groups }) => groups)}::int[],
        ${column(({ pending }) => pending)}::int[], ${column(({ firing }) => firing)}::int[], ${column(({ error }) => error)}::text[],
        ${column(() => newId())}::uuid[]
      ) as ended (tenant_id, policy_id, claim, next_at, at, duration_ms, groups, pending, firing, error, new_id)
    ), mine as (
      select ended.*, state.evaluation_id as last_id,
        state.evaluation_id is not null and (state.pending, state.firing, state.error) is not distinct from (ended.pending, ended.firing, ended.error)
          as goes_on
      from ended join alert_evaluation_states state
        on state.tenant_id = ended.tenant_id and state.policy_id = ended.policy_id and state.claim = ended.claim
      for update of state
    ), extended as (
      update alert_evaluations span
      set to_at = mine.at, evaluations = span.evaluations + 1, groups = mine.groups,
          max_duration_ms = greatest(span.max_duration_ms, mine.duration_ms)
      from mine where mine.goes_on and span.tenant_id = mine.tenant_id and span.id = mine.last_id
    ), begun as (
      insert into alert_evaluations (tenant_id, id, policy_id, from_at, to_at, evaluations, groups, pending, firing, error, max_duration_ms)
      select tenant_id, new_id, policy_id, at, at, 1, groups, pending, firing, error, duration_ms from mine where not goes_on
    )
    update alert_evaluation_states state
    set next_at = mine.next_at, evaluated_at = mine.at, duration_ms = mine.duration_ms, groups = mine.groups, pending = mine.pending,
        firing = mine.firing, error = mine.error, evaluation_id = case when mine.goes_on then mine.last_id else mine.new_id end
    from mine where state.tenant_id = mine.tenant_id and state.policy_id = mine.policy_id`);
}

/** Deletes a batch of old evaluations; returns how many. */
export function deleteOldEvaluations(system: Db, maxRows: number): Promise<number> {
  return system.run(sql`
    delete from alert_evaluations where ctid = any (array(
      select ctid from alert_evaluations where to_at < app_now() - interval '30 days' limit ${maxRows}))`);
}

/** Deletes a batch of alerts that were resolved a year ago; returns how many. */
export function deleteOldAlerts(system: Db, maxRows: number): Promise<number> {
  return system.run(sql`
    delete from alerts where ctid = any (array(
      select ctid from alerts where resolved_at < app_now() - interval '1 year' limit ${maxRows}))`);
}
