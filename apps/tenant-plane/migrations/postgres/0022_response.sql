-- The work that starts by itself for an incident that an alert opened.
create table response_jobs (
  tenant_id text not null references tenants (id),
  incident_id uuid not null,
  part text not null check (part in ('analysis', 'suggestions')),
  status text not null default 'running' check (status in ('running', 'finished', 'failed')),
  -- Why it failed.
  error text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, incident_id, part),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete cascade
);
select tenant_table('response_jobs');

-- Root-cause analyses. The last ten of an incident are kept.
create table rca_results (
  tenant_id text not null references tenants (id),
  id uuid not null,
  incident_id uuid not null,
  engine text not null,
  summary text not null,
  confidence double precision not null,
  causes jsonb not null,
  timeline jsonb not null,
  checked jsonb not null,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete cascade
);
create index rca_results_newest on rca_results (tenant_id, incident_id, created_at desc, id desc);
select tenant_table('rca_results');
