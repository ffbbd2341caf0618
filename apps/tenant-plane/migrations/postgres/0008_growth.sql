-- Lists, searches and totals that stay fast with a million records.

-- Row-level security keeps an index from serving an operator that is not leakproof, such as `@@`. These views name the tenant
-- themselves and read as the system role, so that the planner may choose any index. For lists; nothing is written here.
create view incidents_of_tenant as select * from incidents where tenant_id = (select current_setting('app.tenant_id'));
create view changes_of_tenant as select * from changes where tenant_id = (select current_setting('app.tenant_id'));
create view requests_of_tenant as select * from service_requests where tenant_id = (select current_setting('app.tenant_id'));
do $$ begin
  execute format('grant create on schema %I to opsplane_system', current_schema());
  alter view incidents_of_tenant owner to opsplane_system;
  alter view changes_of_tenant owner to opsplane_system;
  alter view requests_of_tenant owner to opsplane_system;
  execute format('revoke create on schema %I from opsplane_system', current_schema());
end $$;
grant select on incidents_of_tenant, changes_of_tenant, requests_of_tenant to opsplane_runtime;

create index incidents_by_word on incidents using gin (search);
create index incidents_by_falling_severity on incidents (tenant_id, severity desc, created_at desc, id desc);
create index incidents_by_status_and_severity on incidents (tenant_id, status, severity, created_at desc, id desc) include (assigned_to);
create index incidents_by_source on incidents (tenant_id, source, created_at desc, id desc);

create index changes_by_word on changes using gin (search);
create index changes_by_type on changes (tenant_id, type, created_at desc, id desc);
create index changes_by_risk on changes (tenant_id, risk_level, created_at desc, id desc);
create index changes_by_assignee on changes (tenant_id, assigned_to, created_at desc, id desc);
create index changes_by_requester on changes (tenant_id, requested_by, created_at desc, id desc);
create index changes_by_falling_start on changes (tenant_id, requested_start desc nulls last, id desc);
-- A time that is asked for lies within a week after the beginning of every change that touches it, but for those that take longer.
create index changes_by_window_start on changes (tenant_id, window_start);
create index changes_of_weeks on changes (tenant_id, window_end)
  where case when window_end = 'infinity' then true else window_end - window_start > interval '168 hours' end;

create index service_requests_by_word on service_requests using gin (search);
create index service_requests_by_assignee on service_requests (tenant_id, assigned_to, created_at desc, id desc);
create index service_requests_by_creator on service_requests (tenant_id, created_by_id, created_at desc, id desc);
create index service_requests_by_name on service_requests (tenant_id, requested_by, created_at desc, id desc);
create index service_requests_breached on service_requests (tenant_id, created_at desc, id desc) where breached_at is not null;

-- What was fulfilled too late is marked from now on; this marks the ones before. As the role that sees every tenant.
set local role opsplane_system;
update service_requests set breached_at = target_at where breached_at is null and status = 'fulfilled' and target_at < closed_at;
set local role none;

-- With the action, because the default list leaves out refreshes: choosing and counting then read the index alone.
create index audit_log_by_actor on audit_log (tenant_id, actor text_pattern_ops, created_at desc, id desc, action);
create index audit_log_by_action on audit_log (tenant_id, action text_pattern_ops, created_at desc, id desc);
-- The list as it is by default.
create index audit_log_listed on audit_log (tenant_id, created_at desc, id desc) where action <> 'auth.refresh';
