-- Reports, their runs and who gets them; figures of one's own, unit prices, attestations.

create table reports (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  description text not null,
  type text not null check (type in ('Executive Summary', 'Compliance', 'Incident', 'SLA', 'Custom')),
  format text not null check (format in ('HTML', 'CSV', 'JSON')),
  schedule text not null check (schedule in ('Off', 'Daily', 'Weekly', 'Monthly', 'Custom')),
  data_sources text[] not null check (cardinality(data_sources) > 0),
  parameters jsonb not null,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (tenant_id, id)
);
create index reports_by_name on reports (tenant_id, lower(name), id);
select tenant_table('reports');

create table report_runs (
  tenant_id text not null references tenants (id),
  id uuid not null,
  report_id uuid not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed')),
  format text not null check (format in ('HTML', 'CSV', 'JSON')),
  trigger text not null check (trigger in ('manual', 'schedule')),
  slot timestamptz,
  parameters jsonb not null,
  period_from timestamptz,
  period_to timestamptz,
  started_by text not null,
  started_at timestamptz,
  finished_at timestamptz,
  error text,
  -- Of the output; null without one.
  size bigint,
  sha256 text,
  -- What a mail says about it.
  summary jsonb,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references reports (tenant_id, id) on delete cascade
);
create index report_runs_newest on report_runs (tenant_id, report_id, id desc);
-- One run a slot.
create unique index report_runs_by_slot on report_runs (tenant_id, report_id, slot) where slot is not null;
create index report_runs_unfinished on report_runs (created_at) where status in ('queued', 'running');
create index report_runs_oldest on report_runs (created_at);
select tenant_table('report_runs');

-- The output of a run, in parts: it can be larger than memory.
create table report_chunks (
  tenant_id text not null,
  run_id uuid not null,
  position bigint not null,
  bytes bytea not null,
  primary key (tenant_id, run_id, position),
  foreign key (tenant_id, run_id) references report_runs (tenant_id, id) on delete cascade
);
alter table report_chunks alter column bytes set storage external;
select tenant_table('report_chunks', 'select, insert, delete');

create table report_subscriptions (
  tenant_id text not null references tenants (id),
  id uuid not null,
  report_id uuid not null,
  name text not null,
  enabled boolean not null,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references reports (tenant_id, id) on delete cascade
);
create index report_subscriptions_of_report on report_subscriptions (tenant_id, report_id, id);
select tenant_table('report_subscriptions');

create table report_recipients (
  tenant_id text not null,
  subscription_id uuid not null,
  email text not null,
  state text not null default 'active' check (state in ('active', 'unsubscribed', 'bouncing')),
  last_sent_at timestamptz,
  last_error text,
  primary key (tenant_id, subscription_id, email),
  foreign key (tenant_id, subscription_id) references report_subscriptions (tenant_id, id) on delete cascade
);
select tenant_table('report_recipients');

-- A tenant's own figures: counts and metrics, combined by a formula.
create table kpis (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  inputs jsonb not null,
  formula text not null,
  unit text not null,
  target double precision,
  better text check (better in ('lower', 'higher')),
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id)
);
create unique index kpis_by_name on kpis (tenant_id, lower(name));
select tenant_table('kpis');

-- What a configuration item, or what is used, costs.
create table unit_prices (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  -- item_hour: an item that exists. gigabyte: telemetry that was stored. ai_credit: a question to the AI.
  unit text not null check (unit in ('item_hour', 'gigabyte', 'ai_credit')),
  -- Of item_hour: which items. Empty: all.
  class text,
  tag text,
  environment text,
  price double precision not null check (price >= 0),
  currency text not null,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id)
);
create index unit_prices_by_name on unit_prices (tenant_id, lower(name), id);
select tenant_table('unit_prices');

-- What a person states about a control that the product cannot measure.
create table attestations (
  tenant_id text not null references tenants (id),
  id uuid not null,
  control text not null,
  statement text not null,
  valid_until timestamptz not null,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id)
);
create index attestations_of_control on attestations (tenant_id, control, id desc);
select tenant_table('attestations', 'select, insert');

-- A provider can write the summary of a report.
alter table ai_calls drop constraint ai_calls_purpose_check;
alter table ai_calls add constraint ai_calls_purpose_check check (purpose in ('copilot', 'runbook', 'rca', 'report', 'test'));

-- How often an incident was reopened: reports would read the timelines of a million incidents otherwise.
alter table incidents add column reopens integer not null default 0;
update incidents set reopens = known.reopens
from (
  select tenant_id, incident_id, count(*)::integer as reopens
  from incident_timeline where changes -> 'status' ->> 'to' = 'reopened' group by tenant_id, incident_id
) known
where known.tenant_id = incidents.tenant_id and known.incident_id = incidents.id;
create function count_reopening() returns trigger language plpgsql as $$
begin
  new.reopens := old.reopens + 1;
  return new;
end $$;
create trigger incidents_reopened before update of status on incidents
for each row when (new.status = 'reopened' and old.status <> 'reopened') execute function count_reopening();
