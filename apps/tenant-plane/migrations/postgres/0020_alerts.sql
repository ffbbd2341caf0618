-- Alert policies. The row has the current content; each save is kept in alert_policy_versions.
create table alert_policies (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  signal text not null check (signal in ('metrics', 'logs', 'traces')),
  enabled boolean not null,
  -- Everything else of AlertPolicyContent.
  content jsonb not null,
  created_by text not null,
  updated_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index alert_policies_by_name on alert_policies (tenant_id, lower(name), id);
select tenant_table('alert_policies');

create table alert_policy_versions (
  tenant_id text not null,
  policy_id uuid not null,
  version integer not null,
  content jsonb not null,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, policy_id, version),
  foreign key (tenant_id, policy_id) references alert_policies (tenant_id, id) on delete cascade
);
select tenant_table('alert_policy_versions');

-- The evaluation of each enabled policy. Rows change with every evaluation, so they are apart from the policies, with room for that.
create table alert_evaluation_states (
  tenant_id text not null,
  policy_id uuid not null,
  -- When it is due. While an instance evaluates it, when that counts as lost.
  next_at timestamptz not null,
  -- Counts the claims; only the newest may store its result.
  claim bigint not null default 0,
  evaluated_at timestamptz,
  duration_ms integer,
  groups integer not null default 0,
  pending integer not null default 0,
  firing integer not null default 0,
  error text,
  -- The row of alert_evaluations that goes on.
  evaluation_id uuid,
  primary key (tenant_id, policy_id),
  foreign key (tenant_id, policy_id) references alert_policies (tenant_id, id) on delete cascade
) with (fillfactor = 50);
create index alert_evaluation_states_due on alert_evaluation_states (next_at);
select tenant_table('alert_evaluation_states');

-- Consecutive evaluations with the same outcome are one row.
create table alert_evaluations (
  tenant_id text not null,
  id uuid not null,
  policy_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  evaluations integer not null,
  groups integer not null,
  pending integer not null,
  firing integer not null,
  error text,
  max_duration_ms integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, policy_id) references alert_policies (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index alert_evaluations_newest on alert_evaluations (tenant_id, policy_id, id desc);
create index alert_evaluations_oldest on alert_evaluations (to_at);
select tenant_table('alert_evaluations');

-- One row for each group of a policy, and each deduplication key of an integration, from its beginning to its recovery. An alert that
-- comes back soon is the same row again.
create table alerts (
  tenant_id text not null references tenants (id),
  id uuid not null,
  policy_id uuid,
  integration_id uuid,
  source text not null,
  -- The group's labels as JSON with sorted keys, or the deduplication key.
  group_key text not null,
  name text not null,
  status text not null check (status in ('pending', 'firing', 'resolved')),
  severity text not null,
  labels jsonb not null,
  summary text not null,
  description text not null,
  url text,
  value double precision,
  started_at timestamptz not null,
  fired_at timestamptz,
  -- Firing, but the condition is over since then.
  recovering_at timestamptz,
  resolved_at timestamptz,
  last_seen_at timestamptz not null,
  -- When it fired lately, to notice that it flaps.
  fires timestamptz[] not null default '{}',
  fired_count integer not null default 0,
  flapping boolean not null default false,
  no_data boolean not null default false,
  -- What keeps it from opening an incident: { reason, id, name, until }.
  muted jsonb,
  ci_ids uuid[] not null default '{}',
  incident_id uuid,
  change_id uuid,
  escalation_policy_id uuid,
  auto_resolve boolean not null default false,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id)
);
create unique index alerts_open on alerts (tenant_id, coalesce(policy_id, integration_id, '00000000-0000-0000-0000-000000000000'), group_key)
  where status <> 'resolved';
-- What evaluation reads: open alerts, and those that resolved lately.
create index alerts_lately on alerts (tenant_id, policy_id, coalesce(resolved_at, 'infinity'::timestamptz)) where policy_id is not null;
create index alerts_newest on alerts (tenant_id, id desc);
create index alerts_by_status on alerts (tenant_id, status, id desc);
create index alerts_of_policy on alerts (tenant_id, policy_id, id desc) where policy_id is not null;
create index alerts_of_integration on alerts (tenant_id, integration_id, id desc) where integration_id is not null;
create index alerts_of_incident on alerts (tenant_id, incident_id, id desc) where incident_id is not null;
create index alerts_of_change on alerts (tenant_id, change_id, id desc) where change_id is not null;
create index alerts_muted on alerts (tenant_id) where status = 'firing' and muted is not null;
create index alerts_resolved on alerts (resolved_at) where resolved_at is not null;
select tenant_table('alerts');

create table silences (
  tenant_id text not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('silence', 'maintenance')),
  matchers jsonb not null,
  ci_ids uuid[] not null,
  with_dependents boolean not null,
  starts_at timestamptz not null,
  -- Null: a repeating window without an end.
  ends_at timestamptz,
  -- { cron, timezone, duration_minutes } or null.
  recurrence jsonb,
  comment text not null,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
-- The state of a silence for lists. A repeating window counts as scheduled, because only its times say whether it is open.
create function silence_state(starts_at timestamptz, ends_at timestamptz, recurrence jsonb) returns text
language sql stable as $$
  select case when coalesce(ends_at, 'infinity') <= app_now() then 'ended'
    when starts_at > app_now() or recurrence is not null then 'scheduled' else 'active' end
$$;
create index silences_by_end on silences (tenant_id, ends_at);
select tenant_table('silences');
