-- Why steps of the published version would fail today: a command that newer rules refuse, or a stored secret that is too short.
alter table runbooks
  add column flags jsonb not null default '[]',
  -- The version of the rules that looked at it last.
  add column flags_rules integer not null default 0,
  -- The sum of the versions of its stored secrets at that time.
  add column flags_secrets bigint not null default 0;
create index runbooks_flagged on runbooks (tenant_id) where flags <> '[]' and status = 'published';
create index runbooks_to_check on runbooks (flags_rules) where status = 'published';
