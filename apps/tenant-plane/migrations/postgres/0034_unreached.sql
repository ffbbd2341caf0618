-- Whether a page reached anybody.
alter table oncall_pages
  -- waiting: its messages are being sent. unreached: all of them failed for good, or there was nobody to send to.
  add column reach text not null default 'waiting' check (reach in ('waiting', 'reached', 'unreached')),
  add column reached_at timestamptz,
  -- The first time, so that it is announced once.
  add column unreached_at timestamptz,
  -- Sentences that say why nobody was reached.
  add column reasons jsonb not null default '[]',
  -- Once for each page.
  add column admins_paged_at timestamptz,
  -- Until someone acknowledges the incident, or another page replaces this one.
  add column unanswered text check (unanswered in ('unreached', 'unacknowledged'));
create index oncall_pages_unanswered on oncall_pages (tenant_id, incident_id) where unanswered is not null;
create index oncall_pages_unreached on oncall_pages (unreached_at) where reach = 'unreached';

update oncall_pages page set reach = 'reached', reached_at = sent.first_at
from (
  select tenant_id, page_id, min(sent_at) as first_at from oncall_notifications
  where kind = 'page' and status = 'delivered' group by tenant_id, page_id
) sent
where sent.tenant_id = page.tenant_id and sent.page_id = page.id;

-- A message that ended, and what follows from that for its page. Messages that ended before this version are done.
alter table oncall_notifications add column followed boolean not null default true;
alter table oncall_notifications alter column followed set default false;
create index oncall_notifications_to_follow on oncall_notifications (tenant_id, page_id)
  where kind = 'page' and not followed and status in ('delivered', 'failed', 'canceled');

-- Messages that failed for good since the last one that was delivered.
alter table notification_channels add column failures integer not null default 0;
create index notification_channels_failing on notification_channels (tenant_id) where enabled and failures >= 3;
create index notification_channels_of_email on notification_channels (tenant_id) where enabled and type = 'email';

-- The state of a tenant's license or subscription that its admins know.
create table entitlement_states (
  tenant_id text primary key references tenants (id),
  state text not null,
  -- Counts the changes, so that each is written about once.
  changes integer not null default 0,
  checked_at timestamptz not null
);
select tenant_table('entitlement_states');
create index entitlement_states_by_check on entitlement_states (checked_at);
