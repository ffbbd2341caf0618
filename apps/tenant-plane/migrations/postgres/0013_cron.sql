-- When a tenant's own schedules run next. The feature that owns the subject says what a run does.
create table cron_schedules (
  tenant_id text not null references tenants (id),
  kind text not null,
  subject_id uuid not null,
  cron text not null,
  timezone text not null,
  lead_seconds integer not null,
  -- The time that the next run is for. It is null when there is none: the schedule is off, or never matches again.
  next_slot timestamptz,
  -- When that run starts: the lead before its slot, or later after a failure.
  due_at timestamptz,
  attempts integer not null default 0,
  last_slot timestamptz,
  last_run_at timestamptz,
  last_error text,
  primary key (tenant_id, kind, subject_id)
);
create index cron_schedules_due on cron_schedules (due_at) where due_at is not null;
select tenant_table('cron_schedules');

-- Changes that are made again and again, such as patching on every second Tuesday.
create table recurring_changes (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  title text not null,
  description text not null,
  type text not null check (type in ('normal', 'standard')),
  risk_level text not null,
  implementation_plan text not null,
  rollback_plan text not null,
  test_plan text not null,
  assigned_to uuid,
  ci_ids uuid[] not null,
  workflow_definition_id uuid,
  cron text not null,
  timezone text not null,
  duration_minutes integer not null,
  lead_days integer not null,
  submit boolean not null,
  enabled boolean not null,
  last_change_id uuid,
  author_ids uuid[] not null,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version integer not null default 1,
  unique (tenant_id, id),
  foreign key (tenant_id, assigned_to) references users (tenant_id, id),
  foreign key (tenant_id, workflow_definition_id) references approval_definitions (tenant_id, id)
);
create index recurring_changes_by_title on recurring_changes (tenant_id, title, id);
select tenant_table('recurring_changes');
