-- Tenancy. Two roles, neither of which owns a table: the runtime role sees the rows of the bound tenant alone, the system
-- role sees all of them. FORCE makes row-level security bind the owner too, so that no path around it is left.

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
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
select system_table('signing_keys');

create table instances (
  id text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
select system_table('instances');

-- Losing these in a crash costs nothing but a minute of counting.
create unlogged table login_attempts (
  key bytea primary key,
  attempts integer not null,
  window_ends timestamptz not null
);
select system_table('login_attempts');

-- Tenants and their people.

create table tenants (
  id text primary key,
  name text not null,
  plan_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy of_tenant on tenants to opsplane_runtime using (id = current_setting('app.tenant_id'));
create policy of_system on tenants to opsplane_system using (true);
grant select on tenants to opsplane_runtime;
grant select, insert, update, delete on tenants to opsplane_system;

create table users (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  email text not null,
  name text not null,
  role text not null,
  password_hash text not null,
  must_change_password boolean not null,
  disabled_at timestamptz,
  last_login_at timestamptz,
  invitation text check (invitation in ('queued', 'sent', 'failed')),
  -- The temporary password, sealed, until its e-mail has gone out.
  invitation_secret bytea,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, email)
);
create index users_by_email on users (email);
create index users_by_name on users (tenant_id, name, id);
select tenant_table('users');

create table groups (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('groups');

create table group_members (
  tenant_id text not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index group_members_by_user on group_members (tenant_id, user_id);
select tenant_table('group_members');

create table roles (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  description text not null default '',
  permissions text[] not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, name)
);
select tenant_table('roles');

create table sessions (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  user_id uuid not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
  created_at timestamptz not null default now(),
  used_at timestamptz,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index refresh_tokens_by_session on refresh_tokens (tenant_id, session_id);
select tenant_table('refresh_tokens');

create table api_keys (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  hash bytea not null unique,
  hint text not null,
  role text,
  user_id uuid,
  created_by text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((role is null) <> (user_id is null)),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index api_keys_by_time on api_keys (tenant_id, created_at desc, id desc);
select tenant_table('api_keys');

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
  created_at timestamptz not null default now()
);
create index audit_log_by_time on audit_log (tenant_id, created_at desc, id desc);
create index audit_log_by_target on audit_log (tenant_id, target_type, target_id, created_at desc);
-- Append-only for whoever serves requests.
select tenant_table('audit_log', 'select, insert');

create table events (
  seq bigint generated always as identity primary key,
  tenant_id text not null references tenants (id),
  -- Readers follow transactions, not numbers: a lower number may commit after a higher one.
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  subject_id text not null,
  actor text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index events_by_transaction on events (tenant_id, xid, seq);
create index events_by_time on events (created_at);
select tenant_table('events', 'select, insert');

create table idempotency_keys (
  tenant_id text not null references tenants (id),
  key bytea not null,
  body bytea not null,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);
select tenant_table('idempotency_keys');

-- Incidents.

create table counters (
  tenant_id text not null references tenants (id),
  name text not null,
  value bigint not null,
  primary key (tenant_id, name)
);
select tenant_table('counters');

create table incidents (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  number bigint not null,
  reference text not null generated always as ('INC-' || lpad(number::text, greatest(8, length(number::text)), '0')) stored,
  title text not null,
  description text not null,
  severity text not null check (severity in ('P1', 'P2', 'P3', 'P4', 'P5')),
  status text not null,
  source text not null,
  ci_ids text[] not null,
  assigned_to uuid,
  resolution_notes text,
  resolved_by text,
  created_by text not null,
  acknowledged_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (to_tsvector('simple', title || ' ' || description)) stored,
  unique (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, assigned_to) references users (tenant_id, id)
);
create unique index incidents_by_reference on incidents (tenant_id, reference);
create index incidents_by_creation on incidents (tenant_id, created_at desc, id desc);
create index incidents_by_update on incidents (tenant_id, updated_at desc, id desc);
create index incidents_by_severity on incidents (tenant_id, severity, created_at desc, id desc);
create index incidents_by_status on incidents (tenant_id, status, created_at desc, id desc);
create index incidents_by_assignee on incidents (tenant_id, assigned_to, created_at desc, id desc);
select tenant_table('incidents');

create table incident_timeline (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  incident_id uuid not null,
  kind text not null,
  actor text not null,
  body text not null,
  changes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id)
);
create index incident_timeline_in_order on incident_timeline (tenant_id, incident_id, created_at, id);
select tenant_table('incident_timeline', 'select, insert');
