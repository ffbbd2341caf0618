-- Queries of the explore pages that people keep: for themselves, or shared with their tenant.
create table saved_queries (
  tenant_id text not null references tenants (id),
  id uuid not null,
  page text not null,
  name text not null,
  search jsonb not null,
  shared boolean not null,
  -- Null for a query that an API key without a user has saved.
  owner_id uuid,
  owner_name text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
select tenant_table('saved_queries');
create index saved_queries_by_owner on saved_queries (tenant_id, owner_id, page, name);
create index saved_queries_shared on saved_queries (tenant_id, page, name) where shared;

-- When a meter was last used on a day, for the health of ingestion. Null for days before this column.
alter table metered_usage add column last_at timestamptz;
