-- Tenancy. The account of the staff and the account of each customer are tenants. Two roles, neither of which owns a table: the runtime
-- role sees the rows of the bound tenant, the system role sees all rows. FORCE makes row-level security bind the owner too.

create function app_now() returns timestamptz language sql stable parallel safe as $$
  select now() + coalesce(nullif(current_setting('app.clock_offset', true), ''), '0')::interval
$$;

-- Rows that only their own account sees, such as people and sessions.
create function tenant_table(named regclass, runtime_may text default 'select, insert, update, delete') returns void
language plpgsql as $$
begin
  execute format('alter table %s alter column tenant_id set default current_setting(''app.tenant_id'')', named);
  execute format('alter table %s enable row level security', named);
  execute format('alter table %s force row level security', named);
  execute format('create policy of_tenant on %s to opsplane_runtime using (tenant_id = current_setting(''app.tenant_id''))', named);
  execute format('create policy of_system on %s to opsplane_system using (true)', named);
  execute format('grant %s on %s to opsplane_runtime', runtime_may, named);
  execute format('grant select, insert, update, delete on %s to opsplane_system', named);
end $$;

-- Rows of a customer that the staff sees too, such as subscriptions and licenses.
create function customer_table(named regclass, runtime_may text default 'select, insert, update, delete') returns void
language plpgsql as $$
begin
  perform tenant_table(named, runtime_may);
  execute format('create policy of_staff on %s to opsplane_runtime using (current_setting(''app.tenant_id'') = ''staff'')', named);
end $$;

-- Rows of the company, which only the staff sees.
create function staff_table(named regclass, runtime_may text default 'select, insert, update, delete') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', named);
  execute format('alter table %s force row level security', named);
  execute format('create policy of_staff on %s to opsplane_runtime using (current_setting(''app.tenant_id'') = ''staff'')', named);
  execute format('create policy of_system on %s to opsplane_system using (true)', named);
  execute format('grant %s on %s to opsplane_runtime', runtime_may, named);
  execute format('grant select, insert, update, delete on %s to opsplane_system', named);
end $$;

create function system_table(named regclass) returns void
language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on %s to opsplane_system', named);
end $$;

do $$ begin
  execute format('grant usage on schema %I to opsplane_runtime, opsplane_system', current_schema());
end $$;

-- Of the whole installation.

create table platform (
  key text primary key,
  value text not null
);
select system_table('platform');

create table signing_keys (
  id uuid primary key,
  sealed bytea not null,
  created_at timestamptz not null default app_now(),
  retired_at timestamptz
);
select system_table('signing_keys');

create table instances (
  id text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
select system_table('instances');

create unlogged table login_attempts (
  key bytea primary key,
  attempts integer not null,
  window_ends timestamptz not null
);
select system_table('login_attempts');

create table schedule_leases (
  name text not null,
  shard integer not null,
  holder text not null,
  leased_until timestamptz,
  next_run_at timestamptz not null,
  primary key (name, shard)
);
select system_table('schedule_leases');

-- Accounts and their people.

create table tenants (
  id text primary key,
  name text not null,
  plan_id text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy of_tenant on tenants to opsplane_runtime using (id = current_setting('app.tenant_id'));
create policy of_staff on tenants to opsplane_runtime using (current_setting('app.tenant_id') = 'staff');
create policy of_system on tenants to opsplane_system using (true);
grant select, insert, update on tenants to opsplane_runtime;
grant select, insert, update, delete on tenants to opsplane_system;

create table users (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  email text not null,
  name text not null,
  role text not null,
  password_hash text not null,
  must_change_password boolean not null,
  password_expires_at timestamptz,
  disabled_at timestamptz,
  last_login_at timestamptz,
  invitation text check (invitation in ('queued', 'sent', 'failed')),
  -- The temporary password, sealed, until its email was sent.
  invitation_secret bytea,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (tenant_id, id),
  unique (tenant_id, email)
);
create index users_by_email on users (email);
create index users_by_name on users (tenant_id, name, id);
select tenant_table('users');

create table sessions (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  user_id uuid not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sessions_by_user on sessions (tenant_id, user_id, created_at desc);
create index sessions_by_end on sessions (expires_at);
select tenant_table('sessions');

create table refresh_tokens (
  hash bytea primary key,
  tenant_id text not null,
  session_id uuid not null,
  created_at timestamptz not null default app_now(),
  used_at timestamptz,
  attempt bytea,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index refresh_tokens_by_session on refresh_tokens (tenant_id, session_id);
select tenant_table('refresh_tokens');

-- What a change leaves behind.

create table audit_log (
  id uuid primary key,
  tenant_id text references tenants (id),
  action text not null,
  actor_type text not null,
  actor_id text,
  actor text not null,
  target_type text,
  target_id text,
  target text,
  outcome text not null,
  address text,
  user_agent text,
  trace_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default app_now()
);
create index audit_log_by_time on audit_log (tenant_id, created_at desc, id desc);
create index audit_log_of_all on audit_log (created_at desc, id desc);
create index audit_log_by_target on audit_log (tenant_id, target_type, target_id, created_at desc);
create index audit_log_by_actor on audit_log (tenant_id, actor text_pattern_ops, created_at desc, id desc, action);
create index audit_log_by_action on audit_log (tenant_id, action text_pattern_ops, created_at desc, id desc);
-- Append-only for requests.
select customer_table('audit_log', 'select, insert');

create table events (
  seq bigint generated always as identity primary key,
  tenant_id text not null references tenants (id),
  -- Readers follow transactions, not numbers: a lower number may commit after a higher one.
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  subject_id text not null,
  actor text not null,
  data jsonb not null,
  created_at timestamptz not null default app_now()
);
create index events_by_transaction on events (tenant_id, xid, seq);
create index events_by_time on events (created_at);
select tenant_table('events', 'select, insert');

create table idempotency_keys (
  tenant_id text not null references tenants (id),
  key bytea not null,
  body bytea not null,
  answer bytea,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);
select tenant_table('idempotency_keys');

-- When an account's own schedules run next.
create table cron_schedules (
  tenant_id text not null references tenants (id),
  kind text not null,
  subject_id uuid not null,
  cron text not null,
  timezone text not null,
  lead_seconds integer not null,
  next_slot timestamptz,
  due_at timestamptz,
  attempts integer not null default 0,
  last_slot timestamptz,
  last_run_at timestamptz,
  last_error text,
  primary key (tenant_id, kind, subject_id)
);
create index cron_schedules_due on cron_schedules (due_at) where due_at is not null;
select tenant_table('cron_schedules');
