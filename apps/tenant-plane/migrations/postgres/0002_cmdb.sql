-- Configuration items, how they relate, and what became of them.

-- Text search finds web-01.example.com by "web 01": everything that is no letter or digit parts words.
create function searchable(written text) returns tsvector
language sql immutable as $$ select to_tsvector('simple', regexp_replace(written, '[^[:alnum:]_]+', ' ', 'g')) $$;

-- What JSON says, without its escapes: a line break is written as a backslash and an n, which would stick to the next word.
create function in_plain_words(value jsonb) returns text
language sql immutable as $$ select regexp_replace(value::text, '\\.', ' ', 'g') $$;

-- array_to_string is only called stable because of types other than text.
create function in_one_line(words text[]) returns text
language sql immutable as $$ select array_to_string(words, ' ') $$;

create table ci_classes (
  tenant_id text not null references tenants (id),
  name text not null,
  label text not null,
  description text not null default '',
  service boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, name)
);
select tenant_table('ci_classes');

create table config_items (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  name text not null,
  class text not null,
  environment text not null,
  description text not null,
  attributes jsonb not null,
  owner_user_id uuid,
  owner_group_id uuid,
  criticality text not null check (criticality in ('critical', 'high', 'medium', 'low')),
  -- To sort by criticality with an index.
  weight smallint not null generated always as (case criticality when 'critical' then 4 when 'high' then 3 when 'medium' then 2 else 1 end) stored,
  tags text[] not null,
  source text not null,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (
    searchable(name || ' ' || class || ' ' || environment || ' ' || in_one_line(tags) || ' ' || description || ' ' || in_plain_words(attributes))
  ) stored,
  unique (tenant_id, id),
  check (owner_user_id is null or owner_group_id is null),
  foreign key (tenant_id, owner_user_id) references users (tenant_id, id),
  foreign key (tenant_id, owner_group_id) references groups (tenant_id, id) on delete set null (owner_group_id)
);
-- As people sort: Web shop beside web-01.
create index config_items_by_name on config_items (tenant_id, lower(name), id);
create index config_items_by_class on config_items (tenant_id, class, lower(name), id);
create index config_items_by_environment on config_items (tenant_id, environment, lower(name), id);
create index config_items_by_weight on config_items (tenant_id, weight desc, lower(name), id);
create index config_items_by_update on config_items (tenant_id, updated_at desc, id desc);
create index config_items_by_creation on config_items (tenant_id, created_at desc, id desc);
create index config_items_by_group on config_items (tenant_id, owner_group_id) where owner_group_id is not null;
create index config_items_by_user on config_items (tenant_id, owner_user_id) where owner_user_id is not null;
create index config_items_by_word_and_tag on config_items using gin (search, tags);
select tenant_table('config_items');

-- Row-level security keeps an index from serving `@@` and `@>`, which are not leakproof. This asks for the tenant by itself and reads
-- as the system role, whose policy hides nothing, so that the planner may choose that index. For lists; nothing is written here.
-- The setting is a subquery to be read once and not for every row.
create view items_of_tenant as select * from config_items where tenant_id = (select current_setting('app.tenant_id'));
do $$ begin
  execute format('grant create on schema %I to opsplane_system', current_schema());
  alter view items_of_tenant owner to opsplane_system;
  execute format('revoke create on schema %I from opsplane_system', current_schema());
end $$;
grant select on items_of_tenant to opsplane_runtime;

create table ci_relations (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  source_id uuid not null,
  target_id uuid not null,
  type text not null check (type in ('depends_on', 'runs_on', 'connects_to', 'part_of')),
  -- Which way a failure travels (impactFlow in the contract): when the failing one fails, the affected one is affected.
  failing_id uuid not null generated always as (case type when 'part_of' then source_id else target_id end) stored,
  affected_id uuid not null generated always as (case type when 'part_of' then target_id else source_id end) stored,
  description text not null,
  origin text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (source_id <> target_id),
  foreign key (tenant_id, source_id) references config_items (tenant_id, id) on delete cascade,
  foreign key (tenant_id, target_id) references config_items (tenant_id, id) on delete cascade
);
create unique index ci_relations_forward on ci_relations (tenant_id, source_id, target_id, type);
create index ci_relations_backward on ci_relations (tenant_id, target_id, source_id);
-- Both ways of a walk over the graph, with all that it needs, so that it reads no table.
create index ci_relations_downstream on ci_relations (tenant_id, failing_id, affected_id, type);
create index ci_relations_upstream on ci_relations (tenant_id, affected_id, failing_id, type);
create index ci_relations_by_creation on ci_relations (tenant_id, created_at desc, id desc);
select tenant_table('ci_relations');

-- Without a reference to the item: what became of one that is gone is still known.
create table ci_history (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  ci_id uuid not null,
  action text not null,
  actor text not null,
  version integer not null,
  changes jsonb not null,
  created_at timestamptz not null default now()
);
create index ci_history_in_order on ci_history (tenant_id, ci_id, created_at desc, id desc);
select tenant_table('ci_history', 'select, insert');

-- Which incidents name an item, by the item: under row-level security no index serves `ci_ids && …`. An incident may name what
-- the CMDB does not know (an alert names what it saw), so that ci_ids stays the truth and this follows it.
create table incident_items (
  tenant_id text not null references tenants (id),
  incident_id uuid not null,
  ci_id uuid not null,
  primary key (tenant_id, ci_id, incident_id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete cascade
);
create index incident_items_by_incident on incident_items (tenant_id, incident_id);
select tenant_table('incident_items');

create function is_uuid(written text) returns boolean
language sql immutable as $$ select written ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' $$;

create function follow_incident_items() returns trigger
language plpgsql as $$
begin
  delete from incident_items where tenant_id = new.tenant_id and incident_id = new.id;
  insert into incident_items (tenant_id, incident_id, ci_id)
  select distinct new.tenant_id, new.id, named::uuid from unnest(new.ci_ids) named where is_uuid(named);
  return null;
end $$;

create trigger incident_items_of_new after insert on incidents
for each row when (cardinality(new.ci_ids) > 0) execute function follow_incident_items();
create trigger incident_items_of_changed after update of ci_ids on incidents
for each row when (old.ci_ids is distinct from new.ci_ids) execute function follow_incident_items();

-- As the role that sees every tenant: row-level security binds the owner too.
set local role opsplane_system;
insert into incident_items (tenant_id, incident_id, ci_id)
select distinct incident.tenant_id, incident.id, named::uuid from incidents incident, unnest(incident.ci_ids) named where is_uuid(named);
set local role none;
