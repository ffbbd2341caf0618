import type { Page } from "@opsplane/contract";
import type {
  Checksum,
  ReleaseChannel,
  Rollout,
  RolloutState,
  RolloutTarget,
  RolloutWithTargets,
} from "@opsplane/contract/control-plane";
import { all, type Db, newId, readPage, type Sql, sql } from "@opsplane/runtime";

const count = (state: string): Sql => sql`
  (select count(*) from rollout_targets target where target.rollout_id = rollout.id and target.state = ${state})`;
const columns = sql`
  rollout.id, rollout.release_version, rollout.strategy, rollout.stop_on_failure, rollout.state, rollout.reason,
  rollout.created_by, rollout.ended_at, rollout.version, rollout.created_at, rollout.updated_at,
  json_build_object('pending', ${count("pending")}, 'upgrading', ${count("upgrading")}, 'succeeded', ${count("succeeded")},
                    'failed', ${count("failed")}, 'skipped', ${count("skipped")}) as counts`;

interface RolloutQuery {
  state?: RolloutState;
  limit?: number;
  offset?: number;
}

export function listRollouts(db: Db, { state, limit = 50, offset = 0 }: RolloutQuery): Promise<Page<Rollout>> {
  const where = all([state !== undefined && sql`rollout.state = ${state}`]);
  return readPage<Rollout>(db, {
    rows: sql`
      select ${columns} from rollouts rollout where ${where}
      order by rollout.created_at desc, rollout.id desc limit ${limit} offset ${offset}`,
    from: sql`rollouts rollout where ${where}`,
    limit,
    offset,
  });
}

export async function getRollout(db: Db, id: string): Promise<RolloutWithTargets | undefined> {
  const rollout = await db.first<Rollout>(sql`select ${columns} from rollouts rollout where rollout.id = ${id}`);
  return rollout && { ...rollout, targets: await targetsOf(db, id) };
}

/** Serializes the changes of a rollout. */
export async function lockRollout(db: Db, id: string): Promise<RolloutWithTargets | undefined> {
  await db.run(sql`select from rollouts where id = ${id} for no key update`);
  return getRollout(db, id);
}

function targetsOf(db: Db, rolloutId: string): Promise<RolloutTarget[]> {
  return db.rows(sql`
    select target.deployment_id, deployment.name as deployment_name, target.position, target.state,
           hook.deployment_id is not null as has_hook, target.attempts, target.from_version, target.reported_version,
           target.reason, target.started_at, target.requested_at, target.deadline_at, target.ended_at
    from rollout_targets target
    join deployments deployment on deployment.id = target.deployment_id
    left join upgrade_hooks hook on hook.deployment_id = target.deployment_id
    where target.rollout_id = ${rolloutId} order by target.position`);
}

export async function insertRollout(
  db: Db,
  { version, stopOnFailure, createdBy }: { version: string; stopOnFailure: boolean; createdBy: string },
  deploymentIds: readonly string[],
): Promise<string> {
  const id = newId();
  await db.run(sql`
    insert into rollouts (id, release_version, strategy, stop_on_failure, state, created_by, next_check_at)
    values (${id}, ${version}, 'one_by_one', ${stopOnFailure}, 'running', ${createdBy}, app_now())`);
  await db.run(sql`
    insert into rollout_targets (rollout_id, deployment_id, position, state)
    select ${id}, named.id, named.position, 'pending'
    from unnest(${deploymentIds}::text[]) with ordinality as named (id, position)`);
  return id;
}

export interface Candidate {
  id: string;
  isHosted: boolean;
  isBusy: boolean;
}

const candidate = sql`
  deployment.id, deployment.mode in ('shared_saas', 'dedicated') as "isHosted",
  exists (select from rollout_targets target
          where target.deployment_id = deployment.id and target.state in ('pending', 'upgrading')) as "isBusy"`;

export function candidatesById(db: Db, ids: readonly string[]): Promise<Candidate[]> {
  return db.rows(sql`select ${candidate} from deployments deployment where deployment.id = any (${ids})`);
}

export function candidatesOfChannel(db: Db, channel: ReleaseChannel, maxRows: number): Promise<Candidate[]> {
  return db.rows(sql`
    select ${candidate} from deployments deployment
    where deployment.channel = ${channel} and deployment.mode in ('shared_saas', 'dedicated')
    order by deployment.id limit ${maxRows}`);
}

export async function saveState(
  db: Db,
  id: string,
  {
    state,
    reason,
    isOver,
    checkInMs,
  }: { state: RolloutState; reason: string | null; isOver: boolean; checkInMs: number | null },
): Promise<void> {
  await db.run(sql`
    update rollouts
    set state = ${state}, reason = ${reason}, version = version + 1, updated_at = app_now(),
        ended_at = case when ${isOver} then app_now() end,
        next_check_at = app_now() + make_interval(secs => ${checkInMs === null ? null : checkInMs / 1000}::float8)
    where id = ${id}`);
}

export async function lookAgain(db: Db, id: string, inMs: number | null): Promise<void> {
  await db.run(sql`
    update rollouts set next_check_at = app_now() + make_interval(secs => ${inMs === null ? null : inMs / 1000}::float8)
    where id = ${id}`);
}

/** Takes rollouts that are due. One whose worker was lost is due again after a minute. */
export async function takeDue(system: Db, maxRows: number): Promise<string[]> {
  const due = await system.rows<{ id: string }>(sql`
    update rollouts set next_check_at = app_now() + interval '1 minute'
    where id = any (array(
      select id from rollouts where next_check_at <= app_now() order by next_check_at limit ${maxRows} for update skip locked))
    returning id`);
  return due.map(({ id }) => id);
}

export async function skipPending(db: Db, rolloutId: string, reason: string): Promise<void> {
  await db.run(sql`
    update rollout_targets set state = 'skipped', reason = ${reason}, ended_at = app_now()
    where rollout_id = ${rolloutId} and state = 'pending'`);
}

interface TargetKey {
  rolloutId: string;
  deploymentId: string;
}

export async function beginTarget(db: Db, { rolloutId, deploymentId }: TargetKey, seconds: number): Promise<void> {
  await db.run(sql`
    update rollout_targets
    set state = 'upgrading', attempts = attempts + 1, started_at = app_now(), requested_at = null, ended_at = null, reason = null,
        from_version = null, reported_version = null, deadline_at = app_now() + make_interval(secs => ${seconds})
    where rollout_id = ${rolloutId} and deployment_id = ${deploymentId}`);
}

/** Stores what a target reports, and how it ended if it did. */
export async function saveTarget(
  db: Db,
  { rolloutId, deploymentId }: TargetKey,
  found: Pick<RolloutTarget, "state" | "reason"> & { version: string | null; isRequested: boolean },
): Promise<void> {
  const { state, reason, version, isRequested } = found;
  await db.run(sql`
    update rollout_targets
    set state = ${state}, reason = ${reason}, reported_version = coalesce(${version}, reported_version),
        from_version = coalesce(from_version, ${version}),
        requested_at = case when ${isRequested} then coalesce(requested_at, app_now()) else requested_at end,
        ended_at = case when ${state} in ('succeeded', 'failed', 'skipped') then app_now() end
    where rollout_id = ${rolloutId} and deployment_id = ${deploymentId}`);
}

export async function requeueTarget(db: Db, { rolloutId, deploymentId }: TargetKey): Promise<void> {
  await db.run(sql`
    update rollout_targets set state = 'pending', reason = null, ended_at = null
    where rollout_id = ${rolloutId} and deployment_id = ${deploymentId}`);
}

/** What is needed to upgrade and watch a deployment. */
export interface Destination {
  url: string;
  hookUrl: string | null;
  hookSecret: Buffer | null;
  minVersion: string | null;
  checksums: Checksum[];
}

export function readDestination(db: Db, deploymentId: string, version: string): Promise<Destination | undefined> {
  return db.first(sql`
    select deployment.url, hook.url as "hookUrl", hook.secret as "hookSecret", release.min_version as "minVersion", release.checksums
    from deployments deployment
    join releases release on release.version = ${version}
    left join upgrade_hooks hook on hook.deployment_id = deployment.id
    where deployment.id = ${deploymentId}`);
}
