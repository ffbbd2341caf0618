-- Output of an agent's command that may be the beginning of a secret, until the next part shows it. Sealed. Deleted when the job ends.
alter table agent_jobs add column held bytea;

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
select tenant_table('set_aside');
create index set_aside_of_tenant on set_aside (tenant_id, created_at desc, id desc);

-- Reminders of approvals: when the current step began, and how often its approvers were reminded.
alter table approval_instances add column turn_at timestamptz not null default app_now();
alter table approval_instances add column reminded integer not null default 0;
create index approval_instances_to_remind on approval_instances (turn_at) where status = 'pending' and reminded < 3;
