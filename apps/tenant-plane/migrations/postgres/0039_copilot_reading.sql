-- How a question was read, and the words because of which it was not answered.
alter table copilot_turns add column reading jsonb not null default '[]';
alter table copilot_turns add column not_understood text[] not null default '{}';
