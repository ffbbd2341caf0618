-- The key pair by which push services know this installation: one row, made by its first start.
create table push_keys (
  one boolean primary key default true check (one),
  -- Sealed: the private key as a JSON Web Key.
  sealed bytea not null,
  created_at timestamptz not null default now()
);
select system_table('push_keys');

alter table notification_channels drop constraint notification_channels_type_check;
alter table notification_channels add constraint notification_channels_type_check
  check (type in ('email', 'webhook', 'slack', 'teams', 'ntfy', 'browser'));
alter table notification_channels
  -- browser: SHA-256 of the endpoint in base64url. The subscription itself is in `secret`; `url` is the host of its push service.
  add column fingerprint text,
  -- browser: since when the push service no longer knows the subscription.
  add column gone_at timestamptz,
  add check ((type = 'browser') = (fingerprint is not null)),
  add check (type <> 'browser' or user_id is not null);
create unique index notification_channels_of_browser on notification_channels (tenant_id, user_id, fingerprint)
  where fingerprint is not null;
