-- How customers pay, and what they owe.

create table billing_accounts (
  tenant_id text primary key references tenants (id),
  company text,
  billing_email text,
  address text,
  vat_id text,
  po_number text,
  stripe_customer_id text unique,
  stripe_subscription_id text,
  -- The time of the newest event about the Stripe subscription that was applied.
  stripe_event_at timestamptz,
  card jsonb,
  -- What was invoiced for the current period: { billing_period, start, end, items: [{ item, cents }] }.
  billed jsonb,
  -- The day of the month on which periods begin.
  anchor_day integer,
  -- The next invoice of a customer without a card is due then.
  invoiced_until timestamptz,
  method_updated_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index billing_accounts_due on billing_accounts (invoiced_until);
select customer_table('billing_accounts', 'select, insert, update');

create table invoices (
  id uuid primary key,
  tenant_id text not null references tenants (id),
  number text unique,
  provider text not null check (provider in ('manual', 'stripe')),
  stripe_invoice_id text unique,
  status text not null check (status in ('draft', 'open', 'paid', 'void')),
  currency text not null,
  total_cents bigint not null,
  lines jsonb not null,
  billed_to jsonb not null,
  issued_at timestamptz,
  due_at timestamptz,
  -- When the subscription learned that it is overdue.
  overdue_at timestamptz,
  paid_at timestamptz,
  reference text,
  hosted_url text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check (provider <> 'manual' or (number is null) = (status = 'draft')),
  check (status = 'draft' or total_cents >= 0)
);
create index invoices_of_tenant on invoices (tenant_id, created_at desc, id desc);
create index invoices_by_time on invoices (created_at desc, id desc);
create index invoices_by_status on invoices (status, created_at desc, id desc);
create index invoices_falling_due on invoices (due_at) where status = 'open' and overdue_at is null;
create index invoices_overdue on invoices (tenant_id) where status = 'open' and overdue_at is not null;
-- A customer's credits wait in one draft for the next invoice.
create unique index invoices_draft on invoices (tenant_id) where status = 'draft';
select customer_table('invoices');

-- Numbers have no gaps: a number is taken in the transaction that issues its invoice.
create table invoice_numbers (
  year integer primary key,
  last integer not null
);
grant select, insert, update on invoice_numbers to opsplane_runtime;
select system_table('invoice_numbers');

-- Events of Stripe that were applied.
create table stripe_events (
  id text primary key,
  tenant_id text not null references tenants (id),
  type text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create index stripe_events_by_time on stripe_events (created_at);
select customer_table('stripe_events', 'select, insert');
