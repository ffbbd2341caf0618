-- Conversations with the copilot. Each belongs to one user, and only that user reads it.
create table copilot_conversations (
  tenant_id text not null references tenants (id),
  id uuid not null,
  user_id uuid not null,
  -- The first question.
  title text not null,
  -- What the engine keeps about the last question.
  state jsonb,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select tenant_table('copilot_conversations');
create index copilot_conversations_newest on copilot_conversations (tenant_id, user_id, updated_at desc, id desc);
create index copilot_conversations_oldest on copilot_conversations (updated_at);

create table copilot_turns (
  tenant_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  question text not null,
  persona text not null,
  answer text not null,
  answered boolean not null,
  engine text not null,
  intent text,
  confidence double precision not null,
  citations jsonb not null,
  tool_calls jsonb not null,
  suggestions jsonb not null,
  rating text check (rating in ('up', 'down')),
  comment text not null default '',
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references copilot_conversations (tenant_id, id) on delete cascade
);
select tenant_table('copilot_turns');
create index copilot_turns_in_order on copilot_turns (tenant_id, conversation_id, id);
