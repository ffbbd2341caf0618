-- Signups whose email address is not confirmed yet. The tenant does not exist before.
create table signups (
  id uuid primary key,
  tenant_id text not null,
  organization text not null,
  plan_id text not null,
  billing_period text not null,
  name text not null,
  email text not null,
  deployment_id text not null references deployments (id),
  token_hash bytea not null unique,
  -- The token, sealed, until its email was sent.
  token bytea,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index signups_by_end on signups (expires_at);
select tenant_table('signups');
