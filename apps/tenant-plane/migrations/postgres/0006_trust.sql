-- A temporary password works until this time. Null: the password is the person's own and does not expire.
alter table users add column password_expires_at timestamptz;
update users set password_expires_at = now() + interval '7 days' where must_change_password;
