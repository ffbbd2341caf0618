-- Approval chains.

create table approval_definitions (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  description text not null,
  steps jsonb not null,
  allow_self_approval boolean not null,
  default_for text[] not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('approval_definitions');

create table approval_definition_versions (
  tenant_id text not null references tenants (id),
  definition_id uuid not null,
  version integer not null,
  name text not null,
  steps jsonb not null,
  allow_self_approval boolean not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, definition_id, version),
  foreign key (tenant_id, definition_id) references approval_definitions (tenant_id, id) on delete cascade
);
select tenant_table('approval_definition_versions');

-- An instance carries its own steps, so that it ends as it began whatever becomes of the definition.
create table approval_instances (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  definition_id uuid not null,
  definition_name text not null,
  definition_version integer not null,
  subject_type text not null check (subject_type in ('change', 'request')),
  subject_id uuid not null,
  subject_reference text not null,
  subject_title text not null,
  requested_by text not null,
  -- Who asked and for whom: they do not decide, unless the definition allows it.
  requester_ids uuid[] not null,
  allow_self_approval boolean not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  steps jsonb not null,
  step_results jsonb not null,
  current_step integer,
  current_type text,
  current_value text,
  completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  check ((status = 'pending') = (current_step is not null))
);
create unique index approval_instances_running on approval_instances (tenant_id, subject_id) where status = 'pending';
create index approval_instances_by_subject on approval_instances (tenant_id, subject_id, created_at desc);
create index approval_instances_by_creation on approval_instances (tenant_id, created_at desc, id desc);
create index approval_instances_by_turn on approval_instances (tenant_id, current_type, current_value) where status = 'pending';
select tenant_table('approval_instances');

-- Changes.

create table changes (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  number bigint not null,
  reference text not null generated always as ('CHG-' || lpad(number::text, greatest(8, length(number::text)), '0')) stored,
  title text not null,
  description text not null,
  type text not null check (type in ('standard', 'normal', 'emergency')),
  risk_level text not null check (risk_level in ('low', 'medium', 'high', 'critical')),
  status text not null,
  requested_start timestamptz,
  requested_end timestamptz,
  actual_start timestamptz,
  actual_end timestamptz,
  -- When it happens: as asked for, until it has begun; open-ended while it is being made.
  window_start timestamptz generated always as (coalesce(actual_start, requested_start)) stored,
  window_end timestamptz generated always as (
    case when actual_start is not null and actual_end is null then 'infinity'::timestamptz else coalesce(actual_end, requested_end) end
  ) stored,
  implementation_plan text not null,
  rollback_plan text not null,
  test_plan text not null,
  requested_by text not null,
  created_by text not null,
  created_by_id uuid,
  assigned_to uuid,
  workflow_definition_id uuid,
  workflow_instance_id uuid,
  review_status text check (review_status in ('pending', 'accepted', 'rejected')),
  review_notes text not null default '',
  closure_notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (searchable(title || ' ' || description)) stored,
  unique (tenant_id, id),
  unique (tenant_id, number),
  check (requested_end > requested_start),
  foreign key (tenant_id, assigned_to) references users (tenant_id, id),
  foreign key (tenant_id, workflow_instance_id) references approval_instances (tenant_id, id)
);
create unique index changes_by_reference on changes (tenant_id, reference);
create index changes_by_creation on changes (tenant_id, created_at desc, id desc);
create index changes_by_update on changes (tenant_id, updated_at desc, id desc);
create index changes_by_status on changes (tenant_id, status, created_at desc, id desc);
create index changes_by_start on changes (tenant_id, requested_start, id);
create index changes_by_window on changes (tenant_id, window_end, window_start);
select tenant_table('changes');

create table change_items (
  tenant_id text not null references tenants (id),
  change_id uuid not null,
  ci_id uuid not null,
  primary key (tenant_id, ci_id, change_id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ci_id) references config_items (tenant_id, id) on delete cascade
);
create index change_items_by_change on change_items (tenant_id, change_id);
select tenant_table('change_items');

create table change_incidents (
  tenant_id text not null references tenants (id),
  change_id uuid not null,
  incident_id uuid not null,
  primary key (tenant_id, incident_id, change_id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id) on delete cascade,
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete cascade
);
create index change_incidents_by_change on change_incidents (tenant_id, change_id);
select tenant_table('change_incidents');

-- What can be requested, and what was.

create table catalog_items (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  description text not null,
  category text not null,
  icon text not null,
  -- As text: its fields are shown in the order in which they were written.
  form json not null,
  -- As it was written: one that names no definition asks for no approval.
  workflow_definition_id text,
  fulfillment_type text not null check (fulfillment_type in ('manual', 'runbook')),
  fulfillment_config jsonb not null,
  target_hours integer,
  enabled boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create index catalog_items_by_name on catalog_items (tenant_id, lower(name), id);
create index catalog_items_by_definition on catalog_items (tenant_id, workflow_definition_id) where workflow_definition_id is not null;
select tenant_table('catalog_items');

create table service_requests (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  number bigint not null,
  reference text not null generated always as ('REQ-' || lpad(number::text, greatest(8, length(number::text)), '0')) stored,
  catalog_item_id uuid not null,
  title text not null,
  category text not null,
  form json not null,
  inputs jsonb not null,
  status text not null,
  requested_by text not null,
  requester_id uuid,
  created_by text not null,
  created_by_id uuid,
  assigned_to uuid,
  workflow_instance_id uuid,
  fulfillment_type text not null,
  fulfillment_config jsonb not null,
  fulfillment_notes text not null default '',
  target_at timestamptz,
  breached_at timestamptz,
  approved_at timestamptz,
  started_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (searchable(title || ' ' || category || ' ' || requested_by || ' ' || in_plain_words(inputs))) stored,
  unique (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, catalog_item_id) references catalog_items (tenant_id, id),
  foreign key (tenant_id, assigned_to) references users (tenant_id, id),
  foreign key (tenant_id, workflow_instance_id) references approval_instances (tenant_id, id)
);
create unique index service_requests_by_reference on service_requests (tenant_id, reference);
create index service_requests_by_creation on service_requests (tenant_id, created_at desc, id desc);
create index service_requests_by_update on service_requests (tenant_id, updated_at desc, id desc);
create index service_requests_by_status on service_requests (tenant_id, status, created_at desc, id desc);
create index service_requests_by_item on service_requests (tenant_id, catalog_item_id, created_at desc);
create index service_requests_by_requester on service_requests (tenant_id, requester_id, created_at desc, id desc);
create index service_requests_by_target on service_requests (tenant_id, target_at, id);
-- What a tick looks for: open, due, and not yet marked.
create index service_requests_due on service_requests (target_at)
  where breached_at is null and status in ('submitted', 'pending_approval', 'approved', 'in_fulfillment');
select tenant_table('service_requests');

create table itsm_timeline (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  subject_type text not null check (subject_type in ('change', 'request')),
  subject_id uuid not null,
  kind text not null,
  actor text not null,
  body text not null,
  -- What somebody wrote with a move or a decision.
  note text not null,
  changes jsonb not null,
  created_at timestamptz not null default now()
);
create index itsm_timeline_in_order on itsm_timeline (tenant_id, subject_id, created_at, id);
select tenant_table('itsm_timeline', 'select, insert');
