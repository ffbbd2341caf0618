import { approval, change, diagnosis, failureNotice, libraryRunbook, postgresParameters, psql } from "./parts.ts";

export const slowQueries = libraryRunbook("slow-queries", {
  name: "Slow database queries",
  description: "Shows the slowest queries and locks of PostgreSQL and cancels queries that run for too long.",
  tags: ["postgresql", "queries", "latency"],
  ci_classes: ["database"],
  notes: `## When to use
Requests are slow and traces show the time in the database, or queries wait for locks.

## What it does
1. Lists queries that run now, who blocks whom, and tables with many dead rows.
2. After approval, cancels queries that run longer than the given seconds.

## How to undo
A cancelled query rolls back its statement; the client gets an error and may retry. Sessions stay connected. Backups and replication
are never cancelled.`,
  parameters: [
    ...postgresParameters,
    {
      name: "seconds",
      type: "integer",
      description: "Cancel queries that run longer",
      default: 300,
      min: 5,
      max: 86_400,
    },
  ],
  lock_key: "postgresql:{{ parameters.db_host }}:{{ parameters.db_port }}",
  steps: [
    diagnosis(
      "List running queries",
      psql(`
select pid, usename, application_name, now() - query_start as runs, wait_event_type, wait_event, left(query, 120) as query
from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() order by query_start limit 20;`),
    ),
    diagnosis(
      "Show who blocks whom",
      psql(`
select waiting.pid as waiting, blocking.pid as blocking, blocking.usename, blocking.state, left(blocking.query, 100) as query
from pg_stat_activity waiting
join lateral unnest(pg_blocking_pids(waiting.pid)) as blocker(pid) on true
join pg_stat_activity blocking on blocking.pid = blocker.pid limit 20;`),
    ),
    diagnosis(
      "Show tables that need a vacuum",
      psql(
        "select relname, n_live_tup, n_dead_tup, last_autovacuum, last_autoanalyze from pg_stat_user_tables order by n_dead_tup desc limit 10;",
      ),
    ),
    approval(
      "Approve cancelling queries",
      "Queries of {{ parameters.db_name }} that run longer than {{ parameters.seconds }} seconds are cancelled.\n\n```\n{{ steps.list_running_queries.stdout }}\n```",
    ),
    change(
      "Cancel slow queries",
      psql(
        `
select pid, usename, pg_cancel_backend(pid) as cancelled, left(query, 100) as query
from pg_stat_activity
where state = 'active' and backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()
  and application_name <> 'pg_dump' and query_start < now() - make_interval(secs => :'seconds'::int);`,
        { seconds: "{{ parameters.seconds }}" },
      ),
      { timeout_seconds: 60 },
    ),
    diagnosis(
      "List running queries afterwards",
      psql(
        "select count(*) as active, max(now() - query_start) as longest from pg_stat_activity where state = 'active' and pid <> pg_backend_pid();",
      ),
    ),
  ],
  on_failure: [
    failureNotice(
      "Slow queries were not cancelled",
      "A query that ignores the cancellation can be ended with pg_terminate_backend.",
    ),
  ],
  verification: {
    title: "Queries are fast again",
    query: {
      source: "metrics",
      metric_name: "db.client.operation.duration",
      match: ["db.namespace={{ parameters.db_name }}"],
      agg: "p95",
      operator: "<",
      threshold: 1,
      when_empty: "pass",
    },
    within_seconds: 600,
  },
});
