-- Hours of metric samples by tenant: since when they wait to be rolled up, who rolls them up now, and how often that failed.
-- Each hour is rolled up by itself, so that one that cannot be does not hold up the others.
create table metric_rollup_hours (
  tenant_id text not null references tenants (id),
  hour timestamptz not null,
  waiting_since timestamptz,
  rolled_at timestamptz,
  leased_until timestamptz,
  failures integer not null default 0,
  not_before timestamptz,
  primary key (tenant_id, hour)
);
create index metric_rollup_hours_waiting on metric_rollup_hours (tenant_id, hour desc) where waiting_since is not null;
create index metric_rollup_hours_failing on metric_rollup_hours (failures) where failures > 0;
-- The table before this one knew hours of all tenants together.
insert into metric_rollup_hours (tenant_id, hour, waiting_since, rolled_at)
select tenants.id, hour, waiting_since, rolled_at from metric_rollups cross join tenants;

select tenant_table('metric_rollup_hours', 'select');
