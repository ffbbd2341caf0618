import { change, diagnosis, postgresParameters, psql } from "../../library/parts.ts";
import { slowQueries } from "../../library/slow-queries.ts";
import { type FailureMode, fewLogs } from "../mode.ts";
import {
  listProcesses,
  mysql,
  mysqlLock,
  mysqlParameters,
  mysqlTool,
  postgresLock,
  table,
  thread,
} from "../parameters.ts";

const fastQueries = {
  title: "Queries are fast again",
  query: {
    source: "metrics" as const,
    metric_name: "db.client.operation.duration",
    agg: "p95" as const,
    operator: "<" as const,
    threshold: 1,
    when_empty: "pass" as const,
  },
  within_seconds: 600,
};
const schema = {
  name: "schema",
  type: "string" as const,
  description: "The database of the table",
  required: true,
  pattern: "[A-Za-z_][A-Za-z0-9_]{0,62}",
};
const showLocks = diagnosis(
  "Show who blocks whom",
  psql(`
select waiting.pid as waiting, blocking.pid as blocking, blocking.usename, blocking.state, now() - blocking.xact_start as age, left(blocking.query, 100) as query
from pg_stat_activity waiting
join lateral unnest(pg_blocking_pids(waiting.pid)) as blocker(pid) on true
join pg_stat_activity blocking on blocking.pid = blocker.pid limit 20;`),
);

/** What fails in queries: slow ones, wrong plans and locks. */
export const queryModes: readonly FailureMode[] = [
  {
    key: "slow-queries",
    name: "Slow queries",
    summary: "Queries take long and hold up everything behind them.",
    when: "Requests are slow and traces show the time in the database.",
    cues: [
      [2.5, "trace|span|profile|spend|spent query|select|sql|statement|@db", "select|query second|minute|slow"],
      [
        4,
        '"slow query"',
        '"slow queries"',
        "@db query @slow",
        "long running query|statement",
        "query take|takes seconds|minutes|long|forever",
      ],
      [
        3,
        "@db @slow",
        "@db response time",
        "statement timeout",
        "expensive|heavy query|select|report",
        "runaway query|report",
      ],
      [
        2.5,
        "trace|span|profile|time query|select|sql|statement|@db",
        "query @slow|heavy",
        "select|query second|minute",
      ],
      [0.7, "query", "@db latency"],
    ],
    ci_classes: ["database"],
    recipes: [
      { technology: "postgresql", library: slowQueries },
      {
        technology: "mysql",
        steps: {
          parameters: [...mysqlParameters, thread],
          lock: mysqlLock,
          look: [
            listProcesses,
            diagnosis(
              "Show slow statements",
              mysql(
                "select left(digest_text, 120) as statement, count_star, round(avg_timer_wait / 1e12, 3) as avg_seconds, sum_rows_examined from performance_schema.events_statements_summary_by_digest order by sum_timer_wait desc limit 10;",
              ),
            ),
            diagnosis("Show InnoDB", mysql("show engine innodb status\\G"), { timeout_seconds: 60 }),
          ],
          confirm: "The query of the connection {{ parameters.thread_id }} is ended. Its transaction rolls back.",
          act: [
            change("End the query", mysqlTool("mysqladmin", "kill {{ parameters.thread_id }}"), {
              timeout_seconds: 60,
            }),
          ],
          check: [
            diagnosis(
              "List running queries afterwards",
              mysql(
                "select count(*) as active, max(time) as longest from information_schema.processlist where command <> 'Sleep';",
              ),
            ),
          ],
          undo: "An ended connection rolls back its transaction; the client must connect again. Committed data is not affected.",
          advice:
            "A rollback of a large transaction takes as long as the transaction. Do not restart MySQL to shorten it.",
          verification: fastQueries,
        },
      },
    ],
  },
  {
    key: "plan-regression",
    name: "Missing index or stale statistics",
    summary: "The database reads whole tables because an index is missing or its statistics are out of date.",
    when: "One query became much slower than before, often after data grew or was loaded, or after an upgrade.",
    cues: [
      [
        5,
        "missing index",
        "index missing|dropped|drop|without",
        '"sequential scan"',
        '"full table scan"',
        '"seq scan"',
        "table scan",
        "query plan|planner|plan",
        "execution plan",
        "stale statistics",
        "statistics outdated|stale",
      ],
      [
        3,
        "explain analyze",
        "index used|use|ignored",
        "plan changed|regression|flipped",
        "analyze table",
        "query same|one suddenly|overnight slow|longer",
        "scan whole|entire table|rows",
      ],
    ],
    ci_classes: ["database"],
    afterChange: 0.3,
    recipes: [
      {
        technology: "postgresql",
        steps: {
          parameters: [...postgresParameters, table],
          lock: postgresLock,
          look: [
            diagnosis(
              "Show tables that are read as a whole",
              psql(
                "select relname, seq_scan, seq_tup_read, idx_scan, n_live_tup from pg_stat_user_tables where seq_scan > 0 order by seq_tup_read desc limit 15;",
              ),
            ),
            diagnosis(
              "Show the statistics of the table",
              psql(
                "select relname, n_live_tup, n_mod_since_analyze, last_analyze, last_autoanalyze from pg_stat_user_tables where relname = :'table';",
                { table: "{{ parameters.table }}" },
              ),
            ),
            diagnosis(
              "Show its indexes",
              psql("select indexname, indexdef from pg_indexes where tablename = :'table';", {
                table: "{{ parameters.table }}",
              }),
            ),
            diagnosis(
              "Find invalid indexes",
              psql("select indexrelid::regclass as index from pg_index where not indisvalid limit 20;"),
            ),
          ],
          confirm: "The statistics of {{ parameters.table }} are computed again. Reads and writes go on.",
          act: [
            change("Refresh the statistics", psql('analyze verbose :"table";', { table: "{{ parameters.table }}" }), {
              timeout_seconds: 1800,
              safe_to_repeat: true,
            }),
          ],
          check: [
            diagnosis(
              "Show the longest queries afterwards",
              psql(
                "select pid, now() - query_start as runs, left(query, 100) as query from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() order by query_start limit 10;",
              ),
            ),
          ],
          undo: "Statistics are refreshed by the next automatic run anyway, so nothing needs to be undone.",
          advice: "Run the query with EXPLAIN. Create a missing index with CREATE INDEX CONCURRENTLY in a change.",
          verification: fastQueries,
        },
      },
      {
        technology: "mysql",
        steps: {
          parameters: [...mysqlParameters, schema, table],
          lock: mysqlLock,
          look: [
            listProcesses,
            diagnosis(
              "Show statements without an index",
              mysql(
                "select db, left(query, 120) as query, exec_count, no_index_used_count, rows_examined from sys.statements_with_full_table_scans order by rows_examined desc limit 10;",
              ),
            ),
          ],
          confirm: "The statistics of {{ parameters.schema }}.{{ parameters.table }} are computed again.",
          act: [
            change(
              "Refresh the statistics",
              mysqlTool("mysqlcheck", "--analyze {{ parameters.schema }} {{ parameters.table }}"),
              { timeout_seconds: 1800, safe_to_repeat: true },
            ),
          ],
          check: [
            diagnosis(
              "List running queries afterwards",
              mysql(
                "select count(*) as active, max(time) as longest from information_schema.processlist where command <> 'Sleep';",
              ),
            ),
          ],
          undo: "Statistics are refreshed by MySQL anyway, so nothing needs to be undone.",
          advice: "Run the query with EXPLAIN, and add a missing index in a change.",
          verification: fastQueries,
        },
      },
    ],
  },
  {
    key: "lock-contention",
    name: "Locks or deadlocks",
    summary: "Sessions wait for locks that another session holds.",
    when: "Statements hang or fail with “deadlock detected” or “lock wait timeout exceeded”.",
    cues: [
      [
        5,
        "deadlock",
        '"lock wait"',
        "lock timeout|contention|wait|held|hold|pile",
        "row lock",
        "table lock|locked",
        "blocking session|query|transaction",
      ],
      [3, "session|transaction|update|statement|alter @lock", "block each other", "blocked by|behind", "waiting lock"],
      [2, "migration|ddl|alter table @lock|hang|stick", "lock"],
    ],
    ci_classes: ["database"],
    recipes: [
      {
        technology: "postgresql",
        steps: {
          parameters: [
            ...postgresParameters,
            {
              name: "blocker",
              type: "integer",
              description: "The pid in the column 'blocking'",
              required: true,
              min: 1,
              max: 4_194_304,
            },
          ],
          lock: postgresLock,
          look: [
            showLocks,
            diagnosis(
              "List locks that are waited for",
              psql(
                "select locktype, relation::regclass, mode, pid, now() - waitstart as waits from pg_locks where not granted order by waitstart limit 20;",
              ),
            ),
            diagnosis(
              "Show the blocking session",
              psql(
                "select pid, usename, application_name, client_addr, state, now() - xact_start as age, left(query, 200) as query from pg_stat_activity where pid = :'blocker'::int;",
                { blocker: "{{ parameters.blocker }}" },
              ),
            ),
          ],
          confirm:
            "The session {{ parameters.blocker }} is ended. Its transaction rolls back and its locks are released.",
          act: [
            change(
              "End the blocking session",
              psql("select pg_terminate_backend(:'blocker'::int) as ended;", { blocker: "{{ parameters.blocker }}" }),
              { timeout_seconds: 60 },
            ),
          ],
          check: [
            diagnosis("Count waiting sessions", psql("select count(*) as waiting from pg_locks where not granted;")),
          ],
          undo: "An ended session rolls back its transaction; its client must connect again. Committed data is not affected.",
          advice: "If other sessions block again, set `lock_timeout` for the statement that causes it.",
          verification: fewLogs(
            "No new deadlocks or lock timeouts",
            '"deadlock detected" OR "lock timeout" OR "still waiting for"',
          ),
        },
      },
      {
        technology: "mysql",
        steps: {
          parameters: [...mysqlParameters, thread],
          lock: mysqlLock,
          look: [
            diagnosis(
              "Show who blocks whom",
              mysql(
                "select waiting_pid, blocking_pid, wait_age, locked_table, left(waiting_query, 80) as waiting_query, left(blocking_query, 80) as blocking_query from sys.innodb_lock_waits limit 20;",
              ),
            ),
            listProcesses,
            diagnosis("Show the last deadlock", mysql("show engine innodb status\\G")),
          ],
          confirm:
            "The connection {{ parameters.thread_id }} is ended. Its transaction rolls back and its locks are released.",
          act: [
            change("End the blocking connection", mysqlTool("mysqladmin", "kill {{ parameters.thread_id }}"), {
              timeout_seconds: 60,
            }),
          ],
          check: [
            diagnosis(
              "Count waiting transactions",
              mysql("select count(*) as waiting from information_schema.innodb_trx where trx_state = 'LOCK WAIT';"),
            ),
          ],
          undo: "An ended connection rolls back its transaction; its client must connect again.",
          advice: "If the locks return, look for transactions that touch the same rows in another order.",
          verification: fewLogs("No new deadlocks or lock timeouts", '"deadlock found" OR "lock wait timeout"'),
        },
      },
    ],
  },
];
