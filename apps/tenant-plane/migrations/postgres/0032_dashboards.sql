-- Dashboards: widgets on a grid, with variables and a time range.
create table dashboards (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  description text not null,
  visibility text not null check (visibility in ('private', 'team', 'everyone')),
  -- { widgets, variables, range, refresh_seconds, markers }.
  layout jsonb not null,
  widget_count integer not null,
  -- Null: an API key without a user made it.
  owner_id uuid,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id)
);
select tenant_table('dashboards');
create index dashboards_by_name on dashboards (tenant_id, lower(name), id);

-- The teams that see a dashboard with the visibility `team`.
create table dashboard_groups (
  tenant_id text not null,
  dashboard_id uuid not null,
  group_id uuid not null,
  primary key (tenant_id, dashboard_id, group_id),
  foreign key (tenant_id, dashboard_id) references dashboards (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade
);
select tenant_table('dashboard_groups');
create index dashboard_groups_by_group on dashboard_groups (tenant_id, group_id);

-- Public links. Only the hash of the token is stored. A link shows what its creator can see.
create table dashboard_links (
  tenant_id text not null,
  id uuid not null,
  dashboard_id uuid not null,
  hash bytea not null unique,
  name text not null,
  user_id uuid not null,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, dashboard_id) references dashboards (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select tenant_table('dashboard_links');
create index dashboard_links_of_dashboard on dashboard_links (tenant_id, dashboard_id, id desc);
create index dashboard_links_by_user on dashboard_links (tenant_id, user_id);
