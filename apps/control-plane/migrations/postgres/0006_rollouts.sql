-- Upgrades of hosted deployments.

-- The address that starts the upgrade of a deployment.
create table upgrade_hooks (
  deployment_id text primary key references deployments (id) on delete cascade,
  url text not null,
  -- Sealed.
  secret bytea not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
select staff_table('upgrade_hooks');

create table rollouts (
  id uuid primary key,
  release_version text not null references releases (version),
  strategy text not null check (strategy = 'one_by_one'),
  stop_on_failure boolean not null,
  state text not null check (state in ('running', 'paused', 'succeeded', 'failed', 'canceled')),
  reason text,
  created_by text not null,
  -- When to look at it again; null while there is nothing to do.
  next_check_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index rollouts_by_time on rollouts (created_at desc, id desc);
create index rollouts_by_state on rollouts (state, created_at desc, id desc);
create index rollouts_due on rollouts (next_check_at) where next_check_at is not null;
select staff_table('rollouts', 'select, insert, update');

create table rollout_targets (
  rollout_id uuid not null references rollouts (id),
  deployment_id text not null references deployments (id),
  position integer not null,
  state text not null check (state in ('pending', 'upgrading', 'succeeded', 'failed', 'skipped')),
  attempts integer not null default 0,
  from_version text,
  reported_version text,
  reason text,
  started_at timestamptz,
  requested_at timestamptz,
  deadline_at timestamptz,
  ended_at timestamptz,
  primary key (rollout_id, deployment_id)
);
create index rollout_targets_in_order on rollout_targets (rollout_id, position);
-- Two rollouts never upgrade the same deployment.
create unique index rollout_targets_active on rollout_targets (deployment_id) where state in ('pending', 'upgrading');
select staff_table('rollout_targets', 'select, insert, update');
