-- Keys that sign licenses and statements. The private key is sealed and never leaves.
create table license_keys (
  id uuid primary key,
  kid text not null unique,
  private_pem bytea not null,
  public_pem text not null,
  state text not null check (state in ('active', 'retiring', 'retired')),
  retired_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create unique index license_keys_active on license_keys (state) where state = 'active';
create index license_keys_by_time on license_keys (created_at desc, id desc);
select staff_table('license_keys', 'select, insert, update');

-- Licenses of self-hosted deployments. A renewal belongs to the line of the license that it renews.
create table licenses (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  line_id uuid not null,
  kid text not null references license_keys (kid),
  -- Sealed.
  jwt bytea not null,
  jwt_hash bytea not null,
  hint text not null,
  deployment_mode text not null check (deployment_mode in ('on_prem', 'byoc')),
  plan_id text not null,
  addons text[] not null,
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text,
  last_phone_home timestamptz,
  tp_version text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
-- A line has one newest license.
create unique index licenses_newest on licenses (line_id) where replaced_at is null;
create index licenses_by_line on licenses (line_id, issued_at desc);
create index licenses_by_time on licenses (issued_at desc, id desc);
create index licenses_by_tenant on licenses (tenant_id, issued_at desc, id desc);
create index licenses_by_end on licenses (expires_at) where replaced_at is null and revoked_at is null;
select customer_table('licenses', 'select, insert, update');
