import { asRoot, change, diagnosis } from "../../library/parts.ts";
import { type FailureMode, fewLogs, metric } from "../mode.ts";
import { number, redis, redisParameters, search, searchParameters, wordParameter } from "../parameters.ts";

/** What fails in caches, search clusters and mail servers. */
export const storeModes: readonly FailureMode[] = [
  {
    key: "cache-eviction",
    name: "Cache misses or evictions",
    summary: "The cache is full or empty, so that every request goes to the database.",
    when: "The hit rate falls, keys are evicted, or many requests rebuild the same entry at once.",
    cues: [
      [
        5,
        "cache miss|hit|eviction|evict|stampede|cold|flush|empty|ratio",
        "evict|evicted|eviction key|cache|redis",
        "thundering herd",
        "redis memory|maxmemory|oom|full|slow|latency",
        '"hit rate"',
        '"hit ratio"',
        "cache @down|full|memory",
      ],
      [2, "redis", "memcached", "cache"],
    ],
    ci_classes: ["database", "application", "software"],
    recipes: [
      {
        technology: "redis",
        steps: {
          parameters: [...redisParameters, number("maxmemory_mb", "The new memory limit in MB", 2048, 64, 1_048_576)],
          lock: "redis:{{ parameters.redis_host }}:{{ parameters.redis_port }}",
          look: [
            diagnosis("Show memory", redis("info memory")),
            diagnosis(
              "Show hits and evictions",
              `${redis("info stats")} | grep -E 'keyspace|evicted|expired|rejected'`,
            ),
            diagnosis("Show slow commands", redis("slowlog get 10")),
            diagnosis(
              "Show the limit and the policy",
              `${redis("config get maxmemory")}; ${redis("config get maxmemory-policy")}`,
            ),
          ],
          confirm:
            "The memory limit of Redis at {{ parameters.redis_host }} becomes {{ parameters.maxmemory_mb }} MB until its next restart.",
          act: [
            change("Raise the memory limit", redis('config set maxmemory "{{ parameters.maxmemory_mb }}mb"'), {
              timeout_seconds: 30,
              safe_to_repeat: true,
            }),
          ],
          check: [
            diagnosis("Show evictions afterwards", `sleep 20; ${redis("info stats")} | grep -E 'keyspace|evicted'`, {
              timeout_seconds: 60,
            }),
          ],
          undo: "`config set maxmemory` with the value of the last diagnosis step sets the earlier limit. A restart also resets it.",
          rollback: [diagnosis("Show memory after the failure", redis("info memory"))],
          advice:
            "Check that the host has the memory. Against stampedes, let one request rebuild an entry and spread expiry times.",
          verification: metric(
            "Few keys are evicted",
            "redis.keys.evicted",
            "server.address={{ parameters.redis_host }}",
            { agg: "increase", operator: "<", threshold: 100, when_empty: "pass" },
          ),
        },
      },
    ],
  },
  {
    key: "search-cluster",
    name: "Search cluster is red or read-only",
    summary: "Shards are not assigned, or indexes are read-only because disks are full.",
    when: "OpenSearch or Elasticsearch is yellow or red, or refuses writes.",
    cues: [
      [
        5,
        "cluster red|yellow",
        "unassigned shard",
        "shard unassigned|fail|relocat|allocation",
        "flood stage|watermark",
        "elasticsearch|opensearch red|yellow|@down|slow|read|block|reject",
        "index read only",
        "search cluster|index fail|red|empty|stale|block",
      ],
      [2, "elasticsearch|opensearch", "kibana|shard"],
    ],
    ci_classes: ["database", "application", "software"],
    recipes: [
      {
        technology: "opensearch",
        steps: {
          parameters: [
            ...searchParameters,
            wordParameter("index", "The index that refuses writes", { pattern: "[a-z0-9][a-z0-9._-]{0,200}" }),
          ],
          lock: "opensearch:{{ parameters.search_host }}",
          look: [
            diagnosis("Show the cluster", search("/_cluster/health?pretty")),
            diagnosis(
              "List unassigned shards",
              `${search("/_cat/shards?h=index,shard,prirep,state,unassigned.reason")} | grep -v STARTED | head -n 30 || true`,
            ),
            diagnosis(
              "Explain the allocation",
              `${search("/_cluster/allocation/explain?pretty")} | head -n 60 || true`,
            ),
            diagnosis("Show space of the nodes", search("/_cat/allocation?v")),
          ],
          confirm:
            "Failed allocations are tried again, and the write block of {{ parameters.index }} is removed. Approve only when the nodes have space.",
          act: [
            change("Try failed allocations again", search("/_cluster/reroute?retry_failed=true", "-X POST "), {
              timeout_seconds: 60,
              safe_to_repeat: true,
            }),
            change(
              "Remove the write block",
              search(
                "/{{ parameters.index }}/_settings",
                "-X PUT -H 'content-type: application/json' -d '{\"index.blocks.read_only_allow_delete\":null}' ",
              ),
              { timeout_seconds: 60, safe_to_repeat: true },
            ),
          ],
          check: [diagnosis("Show the cluster afterwards", `sleep 15; ${search("/_cluster/health?pretty")}`)],
          undo: "Set `index.blocks.read_only_allow_delete` to true to block writes again. Allocation goes on by itself.",
          advice: "Free space or add a node: the block returns while disks are above the flood stage.",
          verification: metric(
            "No shard is unassigned",
            "elasticsearch.cluster.shards",
            "state=unassigned",
            { agg: "max", operator: "<", threshold: 1, when_empty: "pass" },
            1800,
          ),
        },
      },
    ],
  },
  {
    key: "mail-backlog",
    name: "Mail is not delivered",
    summary: "Outgoing mail waits in the queue of the mail server.",
    when: "Users get no mail, or the mail queue grows.",
    cues: [
      [
        5,
        "mail|email|smtp|postfix queue|deliver|delivered|delivery|stuck|bounce|deferred|arrive",
        "postfix|exim|smtp",
        "password reset|confirmation|notification mail|email",
      ],
      [2, "mail|email|emails"],
    ],
    ci_classes: ["server", "application"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [],
          lock: "mail:{{ target.name }}",
          look: [
            diagnosis("Show the queue", "mailq 2>/dev/null | tail -n 30 || true"),
            diagnosis(
              "Show why mail waits",
              "journalctl --no-pager --since=-1h -u postfix -u 'postfix@-' 2>/dev/null | grep -iE 'deferred|reject|refused|timeout' | tail -n 30 || true",
            ),
            diagnosis("Show space", "df -P"),
          ],
          confirm: "The mail server on {{ target.name }} tries to deliver all waiting mail again.",
          act: [change("Deliver waiting mail", asRoot("postqueue -f"), { timeout_seconds: 120, safe_to_repeat: true })],
          check: [
            diagnosis("Show the queue afterwards", "sleep 20; mailq 2>/dev/null | tail -n 5 || true", {
              timeout_seconds: 60,
            }),
          ],
          undo: "Mail that was delivered cannot be taken back. `postsuper -h ALL` holds the queue.",
          advice: "A relay that refuses our address needs a look at SPF, DKIM and block lists.",
          verification: fewLogs("Little mail is deferred", "status=deferred", undefined, 10, 1800),
        },
      },
    ],
  },
];
