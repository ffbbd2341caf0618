-- The AI provider of a tenant. Without a row the builtin engine answers.
create table ai_settings (
  tenant_id text not null primary key references tenants (id),
  enabled boolean not null,
  provider text not null check (provider in ('none', 'openai_compatible', 'anthropic', 'ollama')),
  base_url text not null,
  model text not null,
  -- Sealed with the master key.
  api_key bytea,
  api_key_hint text,
  timeout_seconds integer not null,
  max_tokens_per_run integer not null,
  max_steps_per_run integer not null,
  monthly_credit_budget integer,
  version integer not null default 1,
  updated_by text not null,
  updated_at timestamptz not null default app_now()
);
select tenant_table('ai_settings');

-- AI credits by month, by UTC. One row is changed by one statement, so that no credit is spent twice.
create table ai_credits (
  tenant_id text not null references tenants (id),
  month date not null,
  used integer not null,
  used_by_provider integer not null default 0,
  primary key (tenant_id, month)
);
select tenant_table('ai_credits');

-- The ledger of AI features.
create table ai_calls (
  tenant_id text not null references tenants (id),
  id uuid not null,
  actor text not null,
  purpose text not null check (purpose in ('copilot', 'runbook', 'rca', 'test')),
  engine text not null check (engine in ('builtin', 'openai_compatible', 'anthropic', 'ollama')),
  model text,
  input_tokens integer not null,
  output_tokens integer not null,
  credits integer not null,
  duration_ms integer not null,
  outcome text not null check (outcome in ('ok', 'fallback', 'error')),
  -- Why the provider failed.
  reason text,
  trace_id text,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id)
);
select tenant_table('ai_calls');
create index ai_calls_by_purpose on ai_calls (tenant_id, purpose, id desc);
create index ai_calls_by_outcome on ai_calls (tenant_id, outcome, id desc);
create index ai_calls_oldest on ai_calls (created_at);

-- Why a generated runbook is as it is.
create table runbook_generations (
  tenant_id text not null references tenants (id),
  runbook_id uuid not null,
  incident_id uuid,
  -- RunbookGeneration.
  generation jsonb not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, runbook_id),
  foreign key (tenant_id, runbook_id) references runbooks (tenant_id, id) on delete cascade,
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete set null (incident_id)
);
select tenant_table('runbook_generations');
create index runbook_generations_of_incident on runbook_generations (tenant_id, incident_id) where incident_id is not null;
