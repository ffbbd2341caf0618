-- The words of each title, to find incidents that share a rare one and to count how rare it is. Names such as pay-api.eu stay whole, and
-- their parts count too. Letters outside ASCII count as they are.
create function title_words(title text) returns setof text
language sql immutable as $$
  select distinct left(word, 60)
  from (
    select btrim(named, '-_.') as word
    from regexp_split_to_table(lower(left(title, 300)), '[^a-z0-9_.\u0080-\uffff-]+') as named
    union all
    select part
    from regexp_split_to_table(lower(left(title, 300)), '[^a-z0-9\u0080-\uffff]+') as part
  ) as words
  where length(word) >= 3 and word !~ '^[0-9.]+$'
    and word not in ('the', 'and', 'for', 'from', 'with', 'not', 'are', 'was', 'has', 'have', 'its', 'when', 'after', 'all', 'any', 'can', 'does', 'too', 'into', 'over', 'than', 'that', 'this', 'while')
  limit 60
$$;

create table incident_words (
  tenant_id text not null references tenants (id),
  word text not null,
  incident_id uuid not null,
  primary key (tenant_id, word, incident_id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete cascade
);
create index incident_words_of_incident on incident_words (tenant_id, incident_id);
select tenant_table('incident_words');

create function follow_incident_words() returns trigger
language plpgsql as $$
begin
  delete from incident_words where tenant_id = new.tenant_id and incident_id = new.id;
  insert into incident_words (tenant_id, word, incident_id) select new.tenant_id, word, new.id from title_words(new.title) as word;
  return null;
end $$;

create trigger incident_words_of_new after insert on incidents
for each row execute function follow_incident_words();
create trigger incident_words_of_changed after update of title on incidents
for each row when (old.title is distinct from new.title) execute function follow_incident_words();

-- The cause of an incident: the one that a person confirmed, or the likely one of its newest analysis.
create table incident_causes (
  tenant_id text not null references tenants (id),
  incident_id uuid not null,
  -- The name of the item or service in small letters.
  key text not null,
  name text not null,
  -- Null: a person named it, and no analysis.
  kind text,
  confirmed boolean not null,
  evidence_kinds text[] not null,
  primary key (tenant_id, incident_id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id) on delete cascade
);
create index incident_causes_by_key on incident_causes (tenant_id, key, incident_id desc);
select tenant_table('incident_causes');

-- As the role that sees every tenant.
set local role opsplane_system;
insert into incident_words (tenant_id, word, incident_id)
select incident.tenant_id, word, incident.id from incidents incident cross join title_words(incident.title) as word;
insert into incident_causes (tenant_id, incident_id, key, name, kind, confirmed, evidence_kinds)
select distinct on (feedback.tenant_id, feedback.incident_id) feedback.tenant_id, feedback.incident_id,
  lower(coalesce(item.name, feedback.cause)), coalesce(item.name, feedback.cause), null, true, '{}'
from rca_feedback feedback
left join config_items item on item.tenant_id = feedback.tenant_id and item.id = feedback.ci_id
where feedback.verdict = 'confirmed'
order by feedback.tenant_id, feedback.incident_id, feedback.updated_at desc;
set local role none;
