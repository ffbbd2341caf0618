-- One table counts what tenants use, for every feature that charges or limits by it.
alter table telemetry_usage rename to metered_usage;
alter table metered_usage rename column kind to meter;
alter table metered_usage rename column bytes to charge;
alter table metered_usage rename column rows to count;
alter table metered_usage rename constraint telemetry_usage_pkey to metered_usage_pkey;
update metered_usage set meter = 'telemetry.' || meter;
grant insert, update on metered_usage to opsplane_runtime;
