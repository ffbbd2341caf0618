-- The hash of the value by which a client may repeat an exchange whose answer was lost.
alter table refresh_tokens add column attempt bytea;
