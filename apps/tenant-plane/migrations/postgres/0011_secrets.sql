-- Values that integrations and automation use. They are sealed with the master key and never read back by people.
create table secrets (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  sealed bytea not null,
  value_version integer not null default 1,
  value_updated_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  last_used_by text,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('secrets');
