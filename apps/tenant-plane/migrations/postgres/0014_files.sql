-- Files of a tenant. A file has no owner before all of it has arrived; nobody sees it until then.
create table files (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  state text not null default 'uploading' check (state in ('uploading', 'complete')),
  name text,
  media_type text not null,
  -- The bytes that are stored so far.
  size bigint not null default 0,
  sha256 text,
  owner_kind text,
  owner_id uuid,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (tenant_id, id),
  check (state = 'uploading' or (name is not null and sha256 is not null and owner_kind is not null and owner_id is not null))
);
create index files_by_owner on files (tenant_id, owner_kind, owner_id, created_at, id) where state = 'complete';
create index files_unfinished on files (created_at) where state = 'uploading';
select tenant_table('files');

-- `position` is the number of bytes before the chunk.
create table file_chunks (
  tenant_id text not null,
  file_id uuid not null,
  position bigint not null,
  bytes bytea not null,
  primary key (tenant_id, file_id, position),
  foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade
);
-- Most files are compressed already.
alter table file_chunks alter column bytes set storage external;
select tenant_table('file_chunks');

-- The bytes of all files of a tenant, unfinished ones included: a limit is checked without reading them.
create table file_usage (
  tenant_id text primary key references tenants (id),
  bytes bigint not null
);
select tenant_table('file_usage');
