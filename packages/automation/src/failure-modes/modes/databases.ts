import { databaseConnections } from "../../library/database-connections.ts";
import { change, diagnosis, postgresParameters, psql } from "../../library/parts.ts";
import { type FailureMode, fewLogs, metric, task } from "../mode.ts";
import {
  listProcesses,
  mysql,
  mysqlLock,
  mysqlParameters,
  mysqlTool,
  number,
  postgresLock,
  table,
  thread,
} from "../parameters.ts";

/** What fails in databases: connections, replicas, transactions, primaries. */
export const databaseModes: readonly FailureMode[] = [
  {
    key: "connection-exhaustion",
    name: "Connections exhausted",
    summary: "All connections of a database or a pool are in use, so that new requests fail.",
    when: "Clients fail with “too many clients”, “too many connections” or a timeout while they wait for a connection of the pool.",
    cues: [
      [
        5,
        '"too many clients"',
        '"too many connections"',
        '"connection slots"',
        "connection pool",
        "pool exhausted|timeout|size|full|starved|empty|drained",
        "max connections",
        "hikari|pgbouncer",
      ],
      [
        4,
        "connection @db @many",
        "acquire|obtain|get|checkout connection timeout|fail|wait|can not",
        "connections leak|idle|used",
        "idle transaction",
      ],
      [2, "@db connection", "@conn @many"],
    ],
    ci_classes: ["database", "application"],
    recipes: [
      { technology: "postgresql", library: databaseConnections },
      {
        technology: "mysql",
        steps: {
          parameters: [...mysqlParameters, thread],
          lock: mysqlLock,
          look: [
            diagnosis(
              "Count the connections",
              mysql(
                "select @@max_connections as allowed; select user, substring_index(host, ':', 1) as client, command, count(*) from information_schema.processlist group by 1, 2, 3 order by 4 desc limit 30;",
              ),
            ),
            diagnosis(
              "List the oldest idle connections",
              mysql(
                "select id, user, host, db, time from information_schema.processlist where command = 'Sleep' order by time desc limit 20;",
              ),
            ),
          ],
          confirm: "The connection {{ parameters.thread_id }} is ended.",
          act: [
            change("End the connection", mysqlTool("mysqladmin", "kill {{ parameters.thread_id }}"), {
              timeout_seconds: 60,
            }),
          ],
          check: [
            diagnosis(
              "Count the connections afterwards",
              mysql("select count(*) as used, @@max_connections as allowed from information_schema.processlist;"),
            ),
          ],
          undo: "An ended connection rolls back its transaction; its client must connect again.",
          advice: "Restart or shrink the pool of the application that holds most connections.",
          verification: metric(
            "MySQL has free connections",
            "mysql.threads",
            "kind=connected",
            { agg: "max", operator: "<", threshold: 140, when_empty: "pass" },
            300,
          ),
        },
      },
    ],
  },
  {
    key: "replication-lag",
    name: "Replica lags behind",
    summary: "A replica is behind its primary, so that reads are stale and a failover would lose data.",
    when: "Replication lag grows, or data written a moment ago is missing on the replica.",
    cues: [
      [
        5,
        "replication lag|delay|behind|slot|broken|stopped|fall",
        "replica lag|behind|delay|stale|catch|late|old",
        "standby behind|lag|catch",
        "slave behind|lag|seconds",
        "secondary behind|lag",
      ],
      [
        3,
        "replication",
        "stale read|reads|data replica|follower|read",
        "wal sender|receiver|retained|pile",
        "follower behind|lag",
        "replica minutes|hours|seconds",
        "just written|saved missing|appear|see read|replica",
      ],
    ],
    ci_classes: ["database"],
    recipes: [
      {
        technology: "postgresql",
        steps: {
          parameters: [...postgresParameters],
          lock: postgresLock,
          look: [
            diagnosis(
              "Show the replicas",
              psql(
                "select application_name, client_addr, state, sync_state, write_lag, flush_lag, replay_lag from pg_stat_replication;",
              ),
            ),
            diagnosis(
              "Show replication slots",
              psql(
                "select slot_name, active, wal_status, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) as behind from pg_replication_slots order by restart_lsn limit 20;",
              ),
            ),
            diagnosis(
              "Find long transactions",
              psql(
                "select pid, usename, state, now() - xact_start as age, left(query, 100) as query from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() order by xact_start limit 10;",
              ),
            ),
          ],
          confirm: "Replaying is resumed in case it was paused. Run this step on the replica.",
          act: [
            change(
              "Resume replaying",
              psql(
                "select case when pg_is_in_recovery() and pg_is_wal_replay_paused() then pg_wal_replay_resume() end;",
              ),
              { timeout_seconds: 60, safe_to_repeat: true },
            ),
          ],
          check: [
            diagnosis(
              "Measure the lag",
              psql("select case when pg_is_in_recovery() then now() - pg_last_xact_replay_timestamp() end as lag;"),
            ),
          ],
          undo: "`select pg_wal_replay_pause()` on the replica pauses replaying again.",
          rollback: [
            diagnosis(
              "Show the replicas after the failure",
              psql("select application_name, state, replay_lag from pg_stat_replication;"),
            ),
          ],
          advice:
            "A slot that holds back much WAL fills the disk of the primary. Drop the slot of a replica that is gone for good.",
          verification: metric(
            "The lag is short",
            "postgresql.replication.data_delay",
            "host.name={{ target.name }}",
            { agg: "max", operator: "<", threshold: 10_000_000, when_empty: "pass" },
            1800,
          ),
        },
      },
      {
        technology: "mysql",
        steps: {
          parameters: [...mysqlParameters],
          lock: mysqlLock,
          look: [diagnosis("Show the replica", mysql("show replica status\\G")), listProcesses],
          confirm: "The replication threads of the replica are stopped and started again. No data is changed.",
          act: [
            change("Start replication again", mysql("stop replica; start replica;"), {
              timeout_seconds: 120,
              safe_to_repeat: true,
            }),
          ],
          check: [
            diagnosis("Show the replica afterwards", mysql("show replica status\\G"), {
              retries: 2,
              retry_delay_seconds: 20,
            }),
          ],
          undo: "`stop replica` on the replica stops replication again.",
          advice:
            "If the status names an error, repair the row or rebuild the replica; never skip events without a reason.",
          verification: metric(
            "The lag is short",
            "mysql.replica.time_behind_source",
            "host.name={{ target.name }}",
            { agg: "max", operator: "<", threshold: 30, when_empty: "pass" },
            1800,
          ),
        },
      },
    ],
  },
  {
    key: "long-transactions",
    name: "Long transactions and bloat",
    summary: "An old transaction keeps dead rows alive, so that tables grow and vacuum cannot clean them.",
    when: "A transaction is open for hours, autovacuum does not keep up, or transaction ids run out.",
    cues: [
      [5, "vacuum", "autovacuum", "bloat", "wraparound", '"dead tuples"', '"dead rows"', "transaction id"],
      [4, "transaction open|idle hours|long|day", "long|old transaction", "table grow|grew|swell dead|delete|bloat"],
    ],
    ci_classes: ["database"],
    recipes: [
      {
        technology: "postgresql",
        steps: {
          parameters: [
            ...postgresParameters,
            table,
            number("minutes", "End transactions that are idle for longer", 60, 1, 10_080),
          ],
          lock: postgresLock,
          look: [
            diagnosis(
              "List the oldest transactions",
              psql(
                "select pid, usename, application_name, state, now() - xact_start as age, left(query, 100) as query from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() order by xact_start limit 20;",
              ),
            ),
            diagnosis(
              "Show tables that need a vacuum",
              psql(
                "select relname, n_live_tup, n_dead_tup, last_vacuum, last_autovacuum from pg_stat_user_tables order by n_dead_tup desc limit 15;",
              ),
            ),
            diagnosis(
              "Show the age of transaction ids",
              psql("select datname, age(datfrozenxid) as age from pg_database order by 2 desc limit 10;"),
            ),
          ],
          confirm:
            "Sessions that have been idle in a transaction for more than {{ parameters.minutes }} minutes are ended, and {{ parameters.table }} is vacuumed.",
          act: [
            change(
              "End idle transactions",
              psql(
                "select pid, pg_terminate_backend(pid) as ended from pg_stat_activity where state like 'idle in transaction%' and state_change < now() - make_interval(mins => :'minutes'::int);",
                { minutes: "{{ parameters.minutes }}" },
              ),
              { timeout_seconds: 60 },
            ),
            change(
              "Vacuum the table",
              psql('vacuum (analyze, verbose) :"table";', { table: "{{ parameters.table }}" }),
              { timeout_seconds: 7200, safe_to_repeat: true },
            ),
          ],
          check: [
            diagnosis(
              "Show dead rows afterwards",
              psql("select relname, n_live_tup, n_dead_tup from pg_stat_user_tables where relname = :'table';", {
                table: "{{ parameters.table }}",
              }),
            ),
          ],
          undo: "An ended session rolls back its transaction. A vacuum removes only rows that no transaction can see.",
          advice: "Set `idle_in_transaction_session_timeout` for the application that leaves transactions open.",
          verification: metric(
            "Dead rows do not pile up",
            "postgresql.rows",
            "state=dead",
            { agg: "max", operator: "<", threshold: 10_000_000, when_empty: "pass" },
            1800,
          ),
        },
      },
    ],
  },
  {
    key: "database-failover",
    name: "Primary database is down",
    summary: "The primary does not answer or became read-only, and the replica does not take over.",
    when: "Writes fail with “read-only transaction” or “connection refused” by the database.",
    cues: [
      [
        5,
        "failover",
        "primary|master @down",
        "promote|promotion",
        '"read only transaction"',
        "@db read only",
        "split brain",
      ],
      [4, "@db @down", "connection refused @db|5432|3306", "@db start|starting recovery|refuse"],
    ],
    ci_classes: ["database"],
    recipes: [
      {
        technology: "postgresql",
        steps: {
          parameters: [...postgresParameters],
          lock: postgresLock,
          look: [
            diagnosis(
              "Check that it answers",
              "pg_isready -h {{ parameters.db_host }} -p {{ parameters.db_port }} || true",
            ),
            diagnosis(
              "Show its role",
              psql("select pg_is_in_recovery() as is_replica, current_setting('transaction_read_only') as read_only;"),
              { continue_on_failure: true },
            ),
            diagnosis("Show the service", "systemctl status --no-pager --lines=40 'postgresql*' || true"),
            diagnosis("Show space", "df -P"),
          ],
          act: [
            task(
              "Decide about the failover",
              "Promote a replica only when the primary cannot come back soon, and make sure that the old primary is stopped: two primaries lose data. Use the tool that manages the cluster (Patroni, repmgr, or your cloud provider). Complete this step when one primary accepts writes.",
            ),
          ],
          check: [
            diagnosis(
              "Check that it accepts writes",
              psql("select 1 / (not pg_is_in_recovery())::int as is_primary;"),
              { retries: 3, retry_delay_seconds: 20 },
            ),
          ],
          undo: "A promoted replica cannot go back. Rebuild the old primary as a replica.",
          advice: "Ask the owner of the database. Do not promote two replicas.",
          verification: fewLogs("No write is refused", '"read-only transaction" OR "connection refused"'),
        },
      },
      {
        technology: "mysql",
        steps: {
          parameters: [...mysqlParameters],
          lock: mysqlLock,
          look: [
            diagnosis("Check that it answers", `${mysqlTool("mysqladmin", "ping")} || true`),
            diagnosis("Show its role", mysql("select @@read_only, @@super_read_only; show replica status\\G"), {
              continue_on_failure: true,
            }),
            diagnosis("Show the service", "systemctl status --no-pager --lines=40 'mysql*' 'mariadb*' || true"),
          ],
          act: [
            task(
              "Decide about the failover",
              "Promote a replica only when the primary cannot come back soon, and make sure that the old primary is stopped. Complete this step when one primary accepts writes.",
            ),
          ],
          check: [
            diagnosis("Check that it accepts writes", mysql("select @@read_only as read_only;"), {
              retries: 3,
              retry_delay_seconds: 20,
            }),
          ],
          undo: "A promoted replica cannot go back. Rebuild the old primary as a replica.",
          advice: "Ask the owner of the database. Do not promote two replicas.",
          verification: fewLogs("No write is refused", '"read-only" OR "connection refused"'),
        },
      },
    ],
  },
];
