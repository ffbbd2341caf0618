-- Work that an instance held when it ended without a goodbye, and how many instances ended so.
create table suspects (
  work_id text primary key,
  deaths integer not null
);
select system_table('suspects');

-- Work that is not tried again by itself: its server ended each time, or each try failed. A person can try it again.
create table set_aside (
  tenant_id text not null,
  kind text not null,
  work_id text not null,
  reason text not null,
  tries integer not null,
  created_at timestamptz not null default app_now(),
  primary key (kind, work_id)
);
select customer_table('set_aside');
create index set_aside_of_tenant on set_aside (tenant_id, created_at desc);
