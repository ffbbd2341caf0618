-- Addresses that receive a tenant's events.
create table webhooks (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  url text not null,
  -- Null: every event.
  event_types text[],
  enabled boolean not null,
  -- Its value is sent as the header Authorization. A secret in use is not deleted.
  authorization_secret_id uuid,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Sealed.
  secret bytea not null,
  -- Sealed. Signs beside the current one until it ends.
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- The first failed delivery since the last success.
  failing_since timestamptz,
  last_delivery_at timestamptz,
  last_delivery_status text check (last_delivery_status in ('delivered', 'failed')),
  last_response_status integer,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  constraint webhooks_tenant_id_secret_id_fkey foreign key (tenant_id, authorization_secret_id) references secrets (tenant_id, id)
);
select tenant_table('webhooks');
create index webhooks_by_secret on webhooks (tenant_id, authorization_secret_id) where authorization_secret_id is not null;
create index webhooks_enabled on webhooks (tenant_id) where enabled;

-- One event on its way to one webhook. The row is made in the transaction of the event.
create table webhook_deliveries (
  tenant_id text not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  kind text not null check (kind in ('event', 'test', 'redelivery')),
  status text not null check (status in ('pending', 'sending', 'delivered', 'failed', 'canceled')),
  body text not null,
  attempts integer not null default 0,
  -- Counts the jobs that were started for this delivery; only the last of them may store its result.
  dispatches integer not null default 1,
  -- While sending: when the job counts as lost and another one is started.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_status integer,
  response_body text,
  duration_ms integer,
  error text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade
);
select tenant_table('webhook_deliveries');
create index webhook_deliveries_newest on webhook_deliveries (tenant_id, webhook_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, next_attempt_at) where status in ('pending', 'sending');
create index webhook_deliveries_open on webhook_deliveries (tenant_id, webhook_id) where status in ('pending', 'sending');
create index webhook_deliveries_oldest on webhook_deliveries (created_at);
