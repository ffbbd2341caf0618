-- Work that an instance held when it ended without a goodbye, and how many instances ended so.
create table suspects (
  work_id text primary key,
  deaths integer not null
);
select system_table('suspects');

-- Work that failed. It is tried again at a time, or without one when a person asks. The kind is that of a job, or of rows that are due.
create table set_aside (
  tenant_id text not null,
  id uuid not null,
  kind text not null,
  work_id text not null,
  reason text not null,
  tries integer not null,
  retry_at timestamptz,
  -- It was given back to its queue for this try.
  retrying boolean not null default false,
  -- A person said so. Its note stays, because without it a row that is due would be tried.
  given_up boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (kind, work_id)
);
select customer_table('set_aside');
create index set_aside_of_tenant on set_aside (tenant_id, created_at desc, id desc);
