-- When a policy or an integration opened its newest incidents, to notice a storm.
create table alert_openings (
  tenant_id text not null references tenants (id),
  source_id uuid not null,
  opened timestamptz[] not null,
  primary key (tenant_id, source_id)
);
select tenant_table('alert_openings');

-- Incidents that took the alerts of a storm.
create table alert_storms (
  tenant_id text not null references tenants (id),
  incident_id uuid not null,
  source_id uuid not null,
  -- When an alert joined it last.
  joined_at timestamptz not null default app_now(),
  primary key (tenant_id, incident_id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete cascade
);
select tenant_table('alert_storms');
create index alert_storms_of_source on alert_storms (tenant_id, source_id, joined_at desc);
