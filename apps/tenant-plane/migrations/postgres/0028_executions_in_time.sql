-- An analysis reads the executions of the day before an incident.
create index runs_executed on runs (tenant_id, created_at desc) where kind = 'execution' and not dry_run;
