-- Telemetry's records; its rows are in ClickHouse.

create table collectors (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  hash bytea not null unique,
  hint text not null,
  created_by text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  bytes bigint not null default 0,
  rows bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index collectors_newest on collectors (tenant_id, created_at desc, id desc);
select tenant_table('collectors');

-- Days that each kind is kept; null is as long as the plan allows.
create table telemetry_settings (
  id uuid primary key,
  tenant_id text not null unique references tenants (id),
  logs_days integer,
  metrics_days integer,
  traces_days integer,
  flows_days integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select tenant_table('telemetry_settings');

create table telemetry_usage (
  tenant_id text not null references tenants (id),
  day date not null,
  kind text not null,
  bytes bigint not null,
  rows bigint not null,
  primary key (tenant_id, day, kind)
);
select tenant_table('telemetry_usage', 'select');

-- Batches that somebody has begun to store, by a hash of their content: one that comes again is not stored again.
create table ingest_batches (
  tenant_id text not null,
  hash bytea not null,
  begun_at timestamptz not null default now(),
  primary key (tenant_id, hash)
);
create index ingest_batches_by_age on ingest_batches (begun_at);
select tenant_table('ingest_batches', 'select');

-- Hours of metric samples: since when they wait to be rolled up (first samples, or late ones), or when they were.
create table metric_rollups (
  hour timestamptz primary key,
  waiting_since timestamptz,
  rolled_at timestamptz
);
select system_table('metric_rollups');
