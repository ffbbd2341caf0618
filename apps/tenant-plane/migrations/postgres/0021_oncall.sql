-- Who is on call.
create table oncall_schedules (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  timezone text not null,
  -- A list of { name, user_ids, starts_at, ends_at, rotation, shift_hours, restrictions }.
  layers jsonb not null,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('oncall_schedules');

create table oncall_overrides (
  tenant_id text not null,
  id uuid not null,
  schedule_id uuid not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  comment text not null,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, schedule_id) references oncall_schedules (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select tenant_table('oncall_overrides');
create index oncall_overrides_by_end on oncall_overrides (tenant_id, schedule_id, ends_at, starts_at);
create index oncall_overrides_by_user on oncall_overrides (tenant_id, user_id, ends_at);

-- Addresses of calendars. The token is part of the address, and only its hash is stored.
create table oncall_feeds (
  tenant_id text not null,
  id uuid not null,
  hash bytea not null unique,
  name text,
  -- Whose shifts, and the person who may end the feed. Null: an API key made it.
  user_id uuid,
  -- Null: the person's own shifts.
  schedule_id uuid,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, user_id, schedule_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, schedule_id) references oncall_schedules (tenant_id, id) on delete cascade
);
select tenant_table('oncall_feeds');
create index oncall_feeds_by_schedule on oncall_feeds (tenant_id, schedule_id) where schedule_id is not null;

-- Where messages go.
create table notification_channels (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  type text not null check (type in ('email', 'webhook', 'slack', 'teams', 'ntfy')),
  -- Null: shared by the organization.
  user_id uuid,
  email text,
  -- webhook: the address. ntfy: the server. slack and teams: only the host, because the address is a secret.
  url text,
  topic text,
  -- Sealed. webhook: the signing secret. slack and teams: the address. ntfy: the access token.
  secret bytea,
  position integer not null,
  delay_seconds integer not null,
  enabled boolean not null,
  last_delivery_at timestamptz,
  last_delivery_status text check (last_delivery_status in ('delivered', 'failed')),
  last_error text,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select tenant_table('notification_channels');
create index notification_channels_in_order on notification_channels (tenant_id, user_id, position, id);
create index notification_channels_by_name on notification_channels (tenant_id, name, id);

-- Whom to page, and in what order.
create table escalation_policies (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  is_default boolean not null,
  repeat integer not null,
  -- A list of { order, delay_seconds, severities, targets: [{ type, id }] }.
  steps jsonb not null,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('escalation_policies');
create unique index escalation_policies_default on escalation_policies (tenant_id) where is_default;

-- The records that a policy's steps name. They are not deleted while a policy names them.
create table escalation_targets (
  tenant_id text not null,
  policy_id uuid not null,
  user_id uuid,
  schedule_id uuid,
  group_id uuid,
  channel_id uuid,
  check (num_nonnulls(user_id, schedule_id, group_id, channel_id) = 1),
  foreign key (tenant_id, policy_id) references escalation_policies (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, schedule_id) references oncall_schedules (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, channel_id) references notification_channels (tenant_id, id)
);
select tenant_table('escalation_targets');
create index escalation_targets_of_policy on escalation_targets (tenant_id, policy_id);
create index escalation_targets_by_user on escalation_targets (tenant_id, user_id) where user_id is not null;
create index escalation_targets_by_schedule on escalation_targets (tenant_id, schedule_id) where schedule_id is not null;
create index escalation_targets_by_group on escalation_targets (tenant_id, group_id) where group_id is not null;
create index escalation_targets_by_channel on escalation_targets (tenant_id, channel_id) where channel_id is not null;

-- One escalation for one incident.
create table oncall_pages (
  tenant_id text not null references tenants (id),
  id uuid not null,
  incident_id uuid not null,
  escalation_policy_id uuid,
  name text not null,
  message text not null,
  status text not null check (status in ('active', 'acknowledged', 'resolved', 'exhausted', 'stopped')),
  -- A copy of the policy's steps, because a policy may change.
  steps jsonb not null,
  repeat integer not null,
  -- The step that was used last, from 1.
  step integer not null default 0,
  cycle integer not null default 0,
  -- When the next step is used, or the page is exhausted.
  next_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id),
  foreign key (tenant_id, escalation_policy_id) references escalation_policies (tenant_id, id) on delete set null (escalation_policy_id),
  check ((status = 'active') = (ended_at is null))
);
select tenant_table('oncall_pages');
create unique index oncall_pages_open on oncall_pages (tenant_id, incident_id) where status = 'active';
create index oncall_pages_newest on oncall_pages (tenant_id, id desc);
create index oncall_pages_by_status on oncall_pages (tenant_id, status, id desc);
create index oncall_pages_by_incident on oncall_pages (tenant_id, incident_id, id desc);
create index oncall_pages_by_policy on oncall_pages (tenant_id, escalation_policy_id) where escalation_policy_id is not null;
create index oncall_pages_due on oncall_pages (next_at) where status = 'active';

-- One message to one channel. The row is made in the transaction that causes it.
create table oncall_notifications (
  tenant_id text not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('page', 'test', 'redelivery', 'message')),
  page_id uuid,
  incident_id uuid,
  step integer not null default 0,
  cycle integer not null default 0,
  user_id uuid,
  -- Null: the email address of the person's account. A channel that was deleted is still named.
  channel_id uuid,
  channel_name text not null,
  channel_type text not null,
  -- Why this person or channel: the schedule, team or policy.
  via text not null,
  subject text not null,
  -- What is sent, independent of the type of the channel.
  content jsonb not null,
  status text not null check (status in ('pending', 'sending', 'delivered', 'failed', 'canceled')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Counts the jobs that were started; only the last of them may store its result.
  dispatches integer not null default 1,
  -- While sending: when the job counts as lost and another one is started.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  sent_at timestamptz,
  response_status integer,
  error text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, page_id) references oncall_pages (tenant_id, id) on delete cascade,
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select tenant_table('oncall_notifications');
-- A step pages each person through each channel once.
create unique index oncall_notifications_once
  on oncall_notifications (tenant_id, page_id, cycle, step, user_id, channel_id) nulls not distinct where kind = 'page';
create index oncall_notifications_of_page on oncall_notifications (tenant_id, page_id, id) where page_id is not null;
create index oncall_notifications_of_channel on oncall_notifications (tenant_id, channel_id, id desc);
create index oncall_notifications_of_person on oncall_notifications (tenant_id, user_id, page_id) where page_id is not null;
create index oncall_notifications_of_incident on oncall_notifications (tenant_id, incident_id) where incident_id is not null;
create index oncall_notifications_due on oncall_notifications (tenant_id, next_attempt_at) where status in ('pending', 'sending');
create index oncall_notifications_oldest on oncall_notifications (created_at);

-- Signs the links in messages.
create table oncall_link_keys (
  tenant_id text primary key references tenants (id),
  -- Sealed.
  sealed bytea not null
);
select tenant_table('oncall_link_keys');
