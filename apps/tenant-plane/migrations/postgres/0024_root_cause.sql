-- When a problem began and how it spread, and what people say about an analysis.

alter table rca_results add column if not exists started_at timestamptz;
alter table rca_results add column if not exists spread jsonb not null default '{"nodes": [], "edges": []}';

-- What people say about the causes that an analysis named. `place` is the cause's rank; 0 says that none of them was it. It outlives the
-- analysis, of which only the last ten are kept.
create table rca_feedback (
  tenant_id text not null references tenants (id),
  id uuid not null,
  incident_id uuid not null,
  rca_id uuid not null,
  place integer not null check (place between 0 and 10),
  verdict text not null check (verdict in ('confirmed', 'rejected')),
  -- What the cause was called, or what it really was.
  cause text not null,
  confidence double precision not null,
  comment text not null default '',
  decided_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  unique (tenant_id, rca_id, place),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete cascade
);
create index rca_feedback_of_incident on rca_feedback (tenant_id, incident_id, updated_at desc);
create index rca_feedback_newest on rca_feedback (tenant_id, updated_at desc) where verdict = 'confirmed';
select tenant_table('rca_feedback');
