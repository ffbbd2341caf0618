import { approval, change, diagnosis, failureNotice, libraryRunbook, postgresParameters, psql } from "./parts.ts";

export const databaseConnections = libraryRunbook("database-connections", {
  name: "Database connections exhausted",
  description:
    "Shows who holds the connections of PostgreSQL and ends sessions that have been idle in a transaction for too long.",
  tags: ["postgresql", "connections"],
  ci_classes: ["database"],
  notes: `## When to use
Clients fail with "too many clients already" or "remaining connection slots are reserved".

## What it does
1. Counts sessions by state, user and application, and compares them with \`max_connections\`.
2. Lists the oldest transactions.
3. After approval, ends sessions that have been idle in a transaction for longer than the given minutes.

## How to undo
An ended session rolls back its transaction; its client must reconnect. Committed data is not affected. If the connections come back,
fix the pool of the application named in the first step.`,
  parameters: [
    ...postgresParameters,
    {
      name: "idle_minutes",
      type: "integer",
      description: "End sessions idle in a transaction for longer",
      default: 15,
      min: 1,
      max: 1440,
    },
  ],
  lock_key: "postgresql:{{ parameters.db_host }}:{{ parameters.db_port }}",
  steps: [
    diagnosis(
      "Count the connections",
      psql(`
select count(*) as used, current_setting('max_connections') as allowed from pg_stat_activity;
select state, usename, application_name, count(*) from pg_stat_activity where backend_type = 'client backend' group by 1, 2, 3 order by 4 desc limit 30;`),
    ),
    diagnosis(
      "List the oldest transactions",
      psql(`
select pid, usename, application_name, client_addr, state, now() - xact_start as age, left(query, 100) as query
from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() order by xact_start limit 20;`),
    ),
    approval(
      "Approve ending idle sessions",
      "Sessions that have been idle in a transaction for more than {{ parameters.idle_minutes }} minutes are ended.\n\n```\n{{ steps.list_the_oldest_transactions.stdout }}\n```",
    ),
    change(
      "End idle sessions",
      psql(
        `
select pid, usename, application_name, pg_terminate_backend(pid) as ended
from pg_stat_activity
where state like 'idle in transaction%' and pid <> pg_backend_pid() and state_change < now() - make_interval(mins => :'minutes'::int);`,
        { minutes: "{{ parameters.idle_minutes }}" },
      ),
      { timeout_seconds: 60 },
    ),
    diagnosis(
      "Count the connections afterwards",
      psql("select count(*) as used, current_setting('max_connections') as allowed from pg_stat_activity;"),
    ),
  ],
  on_failure: [
    failureNotice(
      "Ending idle sessions failed",
      "Connect as a superuser: PostgreSQL reserves `superuser_reserved_connections` slots.",
    ),
  ],
  verification: {
    title: "PostgreSQL has free connections",
    query: {
      source: "metrics",
      metric_name: "postgresql.backends",
      match: ["postgresql.database.name={{ parameters.db_name }}"],
      agg: "max",
      operator: "<",
      threshold: 90,
    },
    within_seconds: 300,
  },
});
