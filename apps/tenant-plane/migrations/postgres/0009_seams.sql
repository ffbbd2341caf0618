-- The time of the plane. Its clock may be ahead of the server's (tests travel in time): the session says by how much.
create function app_now() returns timestamptz language sql stable parallel safe as $$
  select now() + coalesce(nullif(current_setting('app.clock_offset', true), ''), '0')::interval
$$;

do $$
declare
  stamped record;
begin
  for stamped in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and column_default = 'now()' and table_name not in ('schema_migrations', 'instances')
  loop
    execute format('alter table %I alter column %I set default app_now()', stamped.table_name, stamped.column_name);
  end loop;
end
$$;

-- Who runs a schedule now and until when; a lease that expired may be taken by another instance.
create table schedule_leases (
  name text not null,
  shard integer not null,
  holder text not null,
  leased_until timestamptz,
  next_run_at timestamptz not null,
  primary key (name, shard)
);
select system_table('schedule_leases');

-- The key under which a source knows an item: an import or a discovery finds its own items again.
alter table config_items add column external_id text;
create unique index config_items_by_external_id on config_items (tenant_id, source, external_id) where external_id is not null;
