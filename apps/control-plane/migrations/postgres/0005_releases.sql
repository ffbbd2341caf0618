-- Versions of the Tenant Plane. Customers see what is published.

create table releases (
  id uuid primary key,
  version text not null unique,
  -- Sorts as semantic versions do.
  sort_key text collate "C" not null,
  channel text not null check (channel in ('stable', 'beta', 'lts')),
  notes text not null,
  checksums jsonb not null,
  min_version text,
  min_sort_key text collate "C",
  published_at timestamptz not null,
  yanked_at timestamptz,
  yanked_reason text,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check ((yanked_at is null) = (yanked_reason is null))
);
create index releases_by_version on releases (sort_key desc);
create index releases_by_channel on releases (channel, sort_key desc);
select staff_table('releases', 'select, insert, update');
create policy of_customers on releases for select to opsplane_runtime using (published_at <= app_now());
