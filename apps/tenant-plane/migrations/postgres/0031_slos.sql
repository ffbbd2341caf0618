-- Service-level objectives.
create table slos (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  -- SloIndicator; the service is a column too, because lists filter by it.
  indicator jsonb not null,
  service text,
  objective double precision not null,
  window_days integer not null,
  ci_id uuid,
  group_id uuid,
  created_by text not null,
  updated_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, ci_id) references config_items (tenant_id, id) on delete set null (ci_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete set null (group_id)
);
create index slos_by_name on slos (tenant_id, lower(name), id);
create index slos_of_service on slos (tenant_id, service);
create index slos_of_item on slos (tenant_id, ci_id) where ci_id is not null;
create index slos_of_group on slos (tenant_id, group_id) where group_id is not null;
select tenant_table('slos');

-- How far an objective is measured, and its figures then. Rows change every minute, so they are apart from the objectives.
create table slo_measurements (
  tenant_id text not null,
  slo_id uuid not null,
  -- Counts the indicators; only measurements of the newest one are stored.
  epoch integer not null default 1,
  -- All minutes before are measured.
  measured_until timestamptz not null,
  -- The first slot with events.
  data_since timestamptz,
  good double precision not null default 0,
  total double precision not null default 0,
  -- Of 5m, 30m, 1h, 2h, 6h, 1d and 3d; null without events.
  burn_rates double precision[] not null default '{}',
  -- Percent; null without events.
  budget_remaining double precision,
  -- Why the last measurement failed.
  error text,
  state text not null default 'no_data' check (state in ('met', 'at_risk', 'breached', 'no_data')),
  primary key (tenant_id, slo_id),
  foreign key (tenant_id, slo_id) references slos (tenant_id, id) on delete cascade
) with (fillfactor = 50);
create index slo_measurements_due on slo_measurements (measured_until);
select tenant_table('slo_measurements');

-- The events of each minute, for three days. Minutes without events have no row.
create table slo_minutes (
  tenant_id text not null,
  slo_id uuid not null,
  at timestamptz not null,
  good double precision not null,
  total double precision not null,
  primary key (tenant_id, slo_id, at) include (good, total),
  foreign key (tenant_id, slo_id) references slos (tenant_id, id) on delete cascade
);
create index slo_minutes_oldest on slo_minutes (at);
select tenant_table('slo_minutes');

-- The events of each hour, also of those whose minutes are kept.
create table slo_hours (
  tenant_id text not null,
  slo_id uuid not null,
  at timestamptz not null,
  good double precision not null,
  total double precision not null,
  primary key (tenant_id, slo_id, at) include (good, total),
  foreign key (tenant_id, slo_id) references slos (tenant_id, id) on delete cascade
);
create index slo_hours_oldest on slo_hours (at);
select tenant_table('slo_hours');

create function hour_of(moment timestamptz) returns timestamptz
language sql stable as $$ select date_trunc('hour', moment, 'UTC') $$;

-- The events of [first, last): whole hours from slo_hours, the rest of both ends from slo_minutes. A beginning that is older than the
-- minutes counts from its next whole hour.
create function slo_events(of_tenant text, of_slo uuid, first timestamptz, last timestamptz, out good double precision, out total double precision)
language sql stable as $$
  with ends as (
    select hour_of(first + interval '1 hour' - interval '1 microsecond') as first_hour, hour_of(last) as last_hour
  ), slots as (
    select hours.good, hours.total from slo_hours hours, ends
    where hours.tenant_id = of_tenant and hours.slo_id = of_slo and hours.at >= first_hour and hours.at < last_hour
    union all
    select minutes.good, minutes.total from slo_minutes minutes, ends
    where minutes.tenant_id = of_tenant and minutes.slo_id = of_slo and minutes.at >= first and minutes.at < least(first_hour, last)
    union all
    select minutes.good, minutes.total from slo_minutes minutes, ends
    where minutes.tenant_id = of_tenant and minutes.slo_id = of_slo and minutes.at >= greatest(first_hour, last_hour) and minutes.at < last
  )
  select coalesce(sum(slots.good), 0), coalesce(sum(slots.total), 0) from slots
$$;

-- Alert policies on the burn rate of an objective.
alter table alert_policies drop constraint alert_policies_signal_check;
alter table alert_policies add constraint alert_policies_signal_check check (signal in ('metrics', 'logs', 'traces', 'slos'));
alter table alert_policies add column slo_id uuid;
alter table alert_policies add foreign key (tenant_id, slo_id) references slos (tenant_id, id);
create index alert_policies_of_slo on alert_policies (tenant_id, slo_id) where slo_id is not null;
-- Alerts of one objective share an incident.
create index alerts_of_incident_key on alerts (tenant_id, incident_key, id desc) where incident_key is not null and integration_id is null;

-- The policies that an objective made for itself.
create table slo_policies (
  tenant_id text not null,
  slo_id uuid not null,
  level text not null,
  policy_id uuid not null,
  primary key (tenant_id, slo_id, level),
  foreign key (tenant_id, slo_id) references slos (tenant_id, id) on delete cascade,
  foreign key (tenant_id, policy_id) references alert_policies (tenant_id, id) on delete cascade
);
create index slo_policies_of_policy on slo_policies (tenant_id, policy_id);
select tenant_table('slo_policies');
