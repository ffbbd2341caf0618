-- Machines on which runbooks run commands.
create table hosts (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  connection text not null check (connection in ('ssh', 'agent')),
  address text not null,
  port integer not null,
  username text not null,
  authentication text not null check (authentication in ('key', 'password')),
  secret_id uuid,
  passphrase_secret_id uuid,
  bastion_id uuid,
  agent text not null,
  ci_id uuid,
  -- A list of { type, fingerprint, added_by, added_at }. Any other key is refused.
  host_keys jsonb not null default '[]',
  enabled boolean not null,
  last_used_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, secret_id) references secrets (tenant_id, id),
  foreign key (tenant_id, passphrase_secret_id) references secrets (tenant_id, id),
  foreign key (tenant_id, bastion_id) references hosts (tenant_id, id),
  foreign key (tenant_id, ci_id) references config_items (tenant_id, id) on delete set null (ci_id)
);
create index hosts_by_item on hosts (tenant_id, ci_id) where ci_id is not null;
create index hosts_by_bastion on hosts (tenant_id, bastion_id) where bastion_id is not null;
create index hosts_by_secret on hosts (tenant_id, secret_id) where secret_id is not null;
create index hosts_by_passphrase on hosts (tenant_id, passphrase_secret_id) where passphrase_secret_id is not null;
select tenant_table('hosts');

-- Runbooks. The row has the edited content; what executions run is in runbook_versions.
create table runbooks (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  tags text[] not null,
  ci_classes text[] not null,
  services text[] not null,
  -- notes, parameters, lock_key, steps, on_failure and verification.
  content jsonb not null,
  -- Counts the edits of the content.
  content_version integer not null default 1,
  status text not null check (status in ('draft', 'published', 'archived')),
  published_version integer,
  -- The content_version that was published last.
  published_content_version integer,
  library_key text,
  created_by text not null,
  updated_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index runbooks_by_name on runbooks (tenant_id, lower(name), id);
select tenant_table('runbooks');

create table runbook_versions (
  tenant_id text not null,
  runbook_id uuid not null,
  version integer not null,
  content jsonb not null,
  comment text not null,
  published_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, runbook_id, version),
  foreign key (tenant_id, runbook_id) references runbooks (tenant_id, id) on delete cascade
);
select tenant_table('runbook_versions');

-- Stored secrets that runbooks use as values of parameters. A secret in use is not deleted.
create table runbook_secrets (
  tenant_id text not null,
  runbook_id uuid not null,
  secret_id uuid not null,
  primary key (tenant_id, runbook_id, secret_id),
  foreign key (tenant_id, runbook_id) references runbooks (tenant_id, id) on delete cascade,
  foreign key (tenant_id, secret_id) references secrets (tenant_id, id)
);
create index runbook_secrets_by_secret on runbook_secrets (tenant_id, secret_id);
select tenant_table('runbook_secrets');

-- Workflows: graphs of steps that triggers start.
create table workflows (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  enabled boolean not null,
  trigger_types text[] not null,
  -- inputs, outputs, steps, edges, triggers and timeout_seconds.
  content jsonb not null,
  -- Sealed. Verifies the webhooks that start it.
  webhook_secret bytea,
  created_by text not null,
  updated_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index workflows_by_id on workflows (id);
create index workflows_by_name on workflows (tenant_id, lower(name), id);
select tenant_table('workflows');

create table workflow_versions (
  tenant_id text not null,
  workflow_id uuid not null,
  version integer not null,
  content jsonb not null,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, workflow_id, version),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id) on delete cascade
);
select tenant_table('workflow_versions');

-- Webhooks that were received, so that each starts one run.
create table workflow_calls (
  tenant_id text not null,
  workflow_id uuid not null,
  message_id text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, workflow_id, message_id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id) on delete cascade
);
create index workflow_calls_oldest on workflow_calls (created_at);
select tenant_table('workflow_calls');

-- Executions of runbooks and runs of workflows.
create table runs (
  tenant_id text not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('execution', 'workflow_run')),
  number bigint not null,
  reference text not null generated always as (
    case kind when 'execution' then 'EXE-' else 'RUN-' end || lpad(number::text, greatest(8, length(number::text)), '0')) stored,
  -- The runbook or workflow.
  subject_id uuid not null,
  subject_name text not null,
  subject_version integer not null,
  -- The steps and edges that it runs, whatever happens to the runbook or workflow.
  plan jsonb not null,
  status text not null check (status in ('running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  -- failure: a step has failed, and the steps for that run. verification: the steps are done.
  phase text not null default 'main' check (phase in ('main', 'failure', 'verification')),
  dry_run boolean not null,
  -- Without the values of secrets.
  parameters jsonb not null,
  -- Sealed: the values of secrets. Deleted when the run ends.
  secret_parameters bytea,
  targets jsonb not null default '[]',
  output jsonb not null default '{}',
  incident_id uuid,
  request_id uuid,
  parent_run_id uuid,
  parent_step_id text,
  trigger text,
  lock_key text not null default '',
  verified boolean,
  error text,
  started_by text not null,
  started_by_id uuid,
  cancelled_by text,
  cancel_requested boolean not null default false,
  deadline_at timestamptz,
  finished_at timestamptz,
  output_bytes integer not null default 0,
  output_truncated boolean not null default false,
  -- Counts the jobs that were started for it.
  jobs integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id)
);
create unique index runs_by_reference on runs (tenant_id, reference);
create index runs_newest on runs (tenant_id, kind, id desc);
create index runs_of_subject on runs (tenant_id, subject_id, id desc);
create index runs_of_incident on runs (tenant_id, incident_id, id desc) where incident_id is not null;
create index runs_by_status on runs (tenant_id, kind, status, id desc);
create unique index runs_locks on runs (tenant_id, lock_key) where lock_key <> '' and status in ('running', 'waiting');
create index runs_deadlines on runs (deadline_at) where deadline_at is not null and status in ('running', 'waiting');
create index runs_finished on runs (finished_at) where finished_at is not null;
select tenant_table('runs');

create table run_steps (
  tenant_id text not null,
  run_id uuid not null,
  step_id text not null,
  position integer not null,
  phase text not null,
  type text not null,
  title text not null,
  status text not null check (status in ('pending', 'queued', 'running', 'waiting', 'succeeded', 'failed', 'skipped', 'cancelled')),
  attempt integer not null default 0,
  waits_for text,
  -- When it is tried again, or how long it waits.
  due_at timestamptz,
  -- The job that runs it. After a crash the same job finds it still running, and knows that it was interrupted.
  job_id text,
  started_at timestamptz,
  finished_at timestamptz,
  error text,
  output jsonb not null default '{}',
  instructions text,
  preview text,
  checks jsonb not null default '[]',
  targets jsonb not null default '[]',
  approval_id uuid,
  child_id uuid,
  decided_by text,
  primary key (tenant_id, run_id, step_id),
  foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade
);
create index run_steps_due on run_steps (due_at) where due_at is not null and status in ('queued', 'waiting');
create index run_steps_running on run_steps (job_id) where status = 'running';
select tenant_table('run_steps');

create table run_output (
  tenant_id text not null,
  run_id uuid not null,
  seq bigint not null,
  step_id text not null,
  target text not null,
  stream text not null check (stream in ('stdout', 'stderr', 'system')),
  text text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, run_id, seq),
  foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade
);
select tenant_table('run_output');

-- Commands that agents take. Each is given out at most once.
create table agent_jobs (
  tenant_id text not null,
  id uuid not null,
  agent text not null,
  capability text not null,
  run_id uuid not null,
  step_id text not null,
  target text not null,
  command text not null,
  -- Sealed. Deleted when the job ends.
  stdin bytea,
  timeout_seconds integer not null,
  status text not null check (status in ('queued', 'claimed', 'succeeded', 'failed', 'cancelled', 'lost', 'expired')),
  claim_hash bytea,
  claimed_by text,
  claimed_at timestamptz,
  -- While queued: when it is given up. While claimed: when the agent counts as lost.
  lease_until timestamptz not null,
  last_seq integer not null default 0,
  exit_code integer,
  error text,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade
);
create index agent_jobs_queued on agent_jobs (tenant_id, agent, id) where status = 'queued';
create index agent_jobs_leases on agent_jobs (lease_until) where status in ('queued', 'claimed');
create index agent_jobs_of_run on agent_jobs (tenant_id, run_id);
select tenant_table('agent_jobs');

-- What a token may do besides sending telemetry: the capabilities of an agent.
alter table collectors add column capabilities text[] not null default '{}';

-- Approvals of runs: a run has no definition, and may wait for several approvals at once.
alter table approval_instances alter column definition_id drop not null;
alter table approval_instances drop constraint approval_instances_subject_type_check;
alter table approval_instances add constraint approval_instances_subject_type_check
  check (subject_type in ('change', 'request', 'execution', 'workflow_run'));
alter table approval_instances add column subject_part text not null default '';
drop index approval_instances_running;
create unique index approval_instances_running on approval_instances (tenant_id, subject_id, subject_part) where status = 'pending';

-- The execution that fulfills a request.
alter table service_requests add column execution_id uuid;
