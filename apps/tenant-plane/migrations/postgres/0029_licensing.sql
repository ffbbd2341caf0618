-- The license of a tenant of a self-hosted deployment. The newest one replaces the one before.
create table licenses (
  tenant_id text primary key references tenants (id),
  -- The signed text is a secret.
  sealed bytea not null,
  issued_at timestamptz not null,
  source text not null check (source in ('environment', 'upload', 'phone_home')),
  installed_by text not null,
  installed_at timestamptz not null default app_now()
);
select tenant_table('licenses');

-- When a license was last renewed by phone-home, and when that is tried next.
create table license_phone_home (
  tenant_id text primary key references tenants (id),
  last_success_at timestamptz,
  last_error text,
  failures integer not null default 0,
  next_at timestamptz not null
);
create index license_phone_home_due on license_phone_home (next_at);
select tenant_table('license_phone_home');

-- What the Control Plane last said about a tenant of a hosted deployment.
create table subscriptions (
  tenant_id text primary key references tenants (id),
  serial bigint not null,
  -- When the Control Plane said so.
  stated_at timestamptz not null,
  plan_id text not null,
  plan_name text not null,
  status text not null,
  billing_period text not null,
  past_due_since timestamptz,
  addons text[] not null,
  modules text[] not null,
  limits jsonb not null,
  updated_at timestamptz not null default app_now()
);
select tenant_table('subscriptions');
