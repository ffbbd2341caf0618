-- Who edited the plan of a change or submitted it since it was last approved. They do not decide on it.
alter table changes add column plan_author_ids uuid[] not null default '{}';
