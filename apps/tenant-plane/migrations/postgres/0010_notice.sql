-- The notice that everyone of a tenant sees at the top of the console.
create table notices (
  tenant_id text primary key references tenants (id),
  text text not null,
  level text not null check (level in ('info', 'warning')),
  ends_at timestamptz,
  updated_by text not null,
  updated_at timestamptz not null default app_now(),
  version integer not null default 1
);
select tenant_table('notices');
