-- Where tenants run, what customers pay for, and what they have booked.

create table deployments (
  id text primary key,
  name text not null,
  mode text not null check (mode in ('shared_saas', 'dedicated', 'on_prem', 'byoc')),
  region text not null,
  url text,
  channel text not null check (channel in ('stable', 'beta', 'lts')),
  is_default boolean not null default false check (not is_default or mode = 'shared_saas'),
  tp_version text,
  health text not null default 'unknown' check (health in ('unknown', 'ok', 'degraded', 'down', 'unreachable')),
  health_message text,
  checked_at timestamptz,
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check (mode in ('on_prem', 'byoc') or url is not null)
);
create index deployments_by_name on deployments (name, id);
create unique index deployments_default on deployments (region) where is_default;
select staff_table('deployments');

-- Apart from the deployments, because customers may read those.
create table deployment_credentials (
  deployment_id text primary key references deployments (id) on delete cascade,
  -- Sealed.
  service_secret bytea,
  token_hash bytea unique,
  token_hint text
);
select staff_table('deployment_credentials');

create table prices (
  id uuid primary key,
  item text not null,
  billing_period text not null check (billing_period in ('monthly', 'annual')),
  cents integer not null check (cents >= 0),
  currency text not null,
  stripe_price_id text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (item, billing_period)
);
insert into prices (id, item, billing_period, cents, currency) values
  ('01940000-0000-7000-8000-000000000001', 'startup', 'monthly', 19900, 'USD'),
  ('01940000-0000-7000-8000-000000000002', 'startup', 'annual', 199000, 'USD'),
  ('01940000-0000-7000-8000-000000000003', 'midsize', 'monthly', 79900, 'USD'),
  ('01940000-0000-7000-8000-000000000004', 'midsize', 'annual', 799000, 'USD'),
  ('01940000-0000-7000-8000-000000000005', 'enterprise', 'monthly', 299900, 'USD'),
  ('01940000-0000-7000-8000-000000000006', 'enterprise', 'annual', 2999000, 'USD'),
  ('01940000-0000-7000-8000-000000000007', 'operations', 'monthly', 199900, 'USD'),
  ('01940000-0000-7000-8000-000000000008', 'operations', 'annual', 1999000, 'USD'),
  ('01940000-0000-7000-8000-000000000009', 'automation_pro', 'monthly', 9900, 'USD'),
  ('01940000-0000-7000-8000-00000000000a', 'automation_pro', 'annual', 99000, 'USD'),
  ('01940000-0000-7000-8000-00000000000b', 'ai_pro', 'monthly', 14900, 'USD'),
  ('01940000-0000-7000-8000-00000000000c', 'ai_pro', 'annual', 149000, 'USD'),
  ('01940000-0000-7000-8000-00000000000d', 'netflow', 'monthly', 9900, 'USD'),
  ('01940000-0000-7000-8000-00000000000e', 'netflow', 'annual', 99000, 'USD'),
  ('01940000-0000-7000-8000-00000000000f', 'retention_365', 'monthly', 19900, 'USD'),
  ('01940000-0000-7000-8000-000000000010', 'retention_365', 'annual', 199000, 'USD');
select staff_table('prices', 'select, update');
create policy of_everyone on prices for select to opsplane_runtime using (true);

-- The staff's own account has no mode.
alter table tenants
  add column mode text check (mode in ('shared_saas', 'dedicated', 'on_prem', 'byoc')),
  add column contact_name text,
  add column contact_email text,
  add column deployment_id text references deployments (id),
  add column provisioning text not null default 'none' check (provisioning in ('none', 'pending', 'provisioned', 'failed')),
  add column provisioning_error text,
  add column provisioning_attempts integer not null default 0,
  -- The next attempt, while pending.
  add column provisioning_due_at timestamptz,
  add column provisioned_at timestamptz,
  -- The temporary password of the tenant's first admin, sealed, until its email was sent.
  add column admin_secret bytea,
  add column version integer not null default 1;
create index tenants_by_name on tenants (name, id);
create index tenants_by_deployment on tenants (deployment_id, id) where deployment_id is not null;
create index tenants_to_provision on tenants (provisioning_due_at) where provisioning_due_at is not null;
-- A customer sees the deployment of its tenant.
create policy of_customer on deployments for select to opsplane_runtime
  using (id = (select tenant.deployment_id from tenants tenant where tenant.id = current_setting('app.tenant_id')));

create table subscriptions (
  tenant_id text primary key references tenants (id),
  plan_id text not null,
  addons text[] not null,
  billing_period text not null check (billing_period in ('monthly', 'annual')),
  status text not null check (status in ('active', 'past_due', 'suspended', 'canceled')),
  past_due_since timestamptz,
  suspended_at timestamptz,
  suspended_by text check (suspended_by in ('payment', 'staff')),
  suspended_reason text,
  cancel_at timestamptz,
  canceled_at timestamptz,
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  payment_provider text not null check (payment_provider in ('manual', 'stripe')),
  -- The time of the newest payment event that was applied. Older ones change nothing.
  paid_event_at timestamptz,
  -- When the next notice, the suspension or the cancellation is due.
  next_stage_at timestamptz,
  serial bigint not null,
  pushed_serial bigint,
  push_error text,
  push_attempts integer not null default 0,
  push_due_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check ((status = 'past_due') = (past_due_since is not null and suspended_at is null and canceled_at is null))
);
create index subscriptions_by_time on subscriptions (created_at desc, tenant_id);
create index subscriptions_by_status on subscriptions (status, created_at desc, tenant_id);
create index subscriptions_due on subscriptions (next_stage_at) where next_stage_at is not null;
create index subscriptions_to_push on subscriptions (push_due_at) where push_due_at is not null;
select customer_table('subscriptions');

-- Each notice is sent once for each time that the subscription became past due.
create table subscription_notices (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  episode timestamptz not null,
  kind text not null,
  created_at timestamptz not null default app_now(),
  unique (tenant_id, episode, kind)
);
select customer_table('subscription_notices', 'select, insert');

-- What a hosted deployment last reported.
create table tenant_usage (
  tenant_id text primary key references tenants (id),
  users integer not null,
  data_gb double precision not null,
  ai_credits double precision not null,
  reported_at timestamptz not null default app_now()
);
select customer_table('tenant_usage');
