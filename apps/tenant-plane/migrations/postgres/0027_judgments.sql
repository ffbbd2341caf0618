-- What an analysis named first, what it really was, and when a person decided. A comment that is added later leaves that time as it is.
alter table rca_feedback add column first_cause text;
alter table rca_feedback add column ci_id uuid;
alter table rca_feedback add column decided_at timestamptz not null default app_now();
alter table rca_feedback
  add foreign key (tenant_id, ci_id) references config_items (tenant_id, id) on delete set null (ci_id);

-- As the role that sees every tenant.
set local role opsplane_system;
update rca_feedback feedback
set decided_at = feedback.updated_at,
    first_cause = case
      when feedback.place = 1 then feedback.cause
      else (select result.causes -> 0 ->> 'title' from rca_results result
            where result.tenant_id = feedback.tenant_id and result.id = feedback.rca_id)
    end;
set local role none;

create index rca_feedback_decided on rca_feedback (tenant_id, decided_at desc, id desc);
create index rca_feedback_of_item on rca_feedback (tenant_id, ci_id) where ci_id is not null;
drop index rca_feedback_newest;
