-- Tools that send alerts. Only the hash of the key is stored.
create table alert_integrations (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  type text not null check (type in ('alertmanager', 'grafana', 'pagerduty', 'json')),
  enabled boolean not null,
  -- AlertIntegrationSettings.
  settings jsonb not null,
  key_hash bytea not null unique,
  key_hint text not null,
  last_event_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('alert_integrations');

-- What they received, and what became of it.
create table alert_integration_events (
  tenant_id text not null,
  id uuid not null,
  integration_id uuid not null,
  -- Null: a request that was refused as a whole.
  action text check (action in ('trigger', 'acknowledge', 'resolve', 'change')),
  outcome text not null check (outcome in ('opened', 'joined', 'updated', 'muted', 'acknowledged', 'resolved', 'change', 'ignored', 'refused')),
  reason text not null,
  name text not null,
  dedup_key text,
  severity text,
  alert_id uuid,
  incident_id uuid,
  ci_ids uuid[] not null,
  -- When the sender says that it happened.
  occurred_at timestamptz not null,
  payload text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, integration_id) references alert_integrations (tenant_id, id) on delete cascade
);
select tenant_table('alert_integration_events');
create index alert_integration_events_newest on alert_integration_events (tenant_id, integration_id, id desc);
create index alert_integration_events_lately on alert_integration_events (tenant_id, integration_id, created_at);
create index alert_integration_events_oldest on alert_integration_events (created_at);
create index alert_integration_events_changes on alert_integration_events (tenant_id, occurred_at desc) where outcome = 'change';

-- Alerts of an integration with the same key share an incident.
alter table alerts add column incident_key text;
create index alerts_by_incident_key on alerts (tenant_id, integration_id, incident_key, id desc) where incident_key is not null;
create index alerts_by_dedup_key on alerts (tenant_id, integration_id, group_key, id desc) where integration_id is not null;
-- Flapping alerts of integrations, which a schedule resolves.
create index alerts_recovering on alerts (recovering_at) where integration_id is not null and recovering_at is not null;
