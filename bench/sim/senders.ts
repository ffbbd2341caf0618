import type { Random } from "./random.ts";
import type { Happened, Line, Measure, Quantity, Span } from "./signals.ts";
import type { World } from "./world/world.ts";

/** How the parts of a world tell what happens. */
export interface Habits {
  /** The part of requests whose traces are kept. */
  sampling: number;
  /** Which spans a service sends. */
  spans: Map<string, "all" | "server" | "client" | "none">;
  /** The part of spans that is lost on the way. */
  lost: number;
  /** Spans of the last moments have not arrived. */
  lateMs: number;
  /** How far the clock of each host is off. */
  skew: Map<string, number>;
  names: "opentelemetry" | "prometheus" | "own" | "none";
  logs: "with traces" | "alone" | "none";
  /** Services have metrics of their requests. */
  hasRequests: boolean;
  /** Client spans name what they call. */
  hasPeers: boolean;
}

/** A series of one thing. */
export interface SeenSeries {
  entity: string;
  metric: string;
  labels: Record<string, string>;
  isHost: boolean;
  points: [at: number, value: number][];
}

/** What has arrived. */
export interface Seen {
  spans: Span[];
  logs: Line[];
  series: SeenSeries[];
}

export function habitsOf(world: World, random: Random): Habits {
  const { services, hosts } = world;
  const noTraces = random.chance(0.18);
  const partly = random.chance(0.45);
  return {
    sampling: random.one([1, 1, 1, 0.5, 0.25]),
    spans: new Map(
      services.map(({ name, isEntry }) => [
        name,
        noTraces ? "none" : partly && !isEntry ? random.one(["all", "all", "all", "server", "client", "none"]) : "all",
      ]),
    ),
    lost: random.one([0, 0, 0, 0.01, 0.05]),
    lateMs: random.one([0, 0, 5_000, 20_000]),
    skew: new Map(
      hosts.map(({ name }) => [name, random.chance(0.15) ? random.between(-3_000, 3_000) : random.between(-3, 3)]),
    ),
    names: noTraces
      ? random.one(["opentelemetry", "prometheus"])
      : random.one(["opentelemetry", "opentelemetry", "prometheus", "prometheus", "own", "none"]),
    logs: random.one(["with traces", "with traces", "with traces", "alone", "none"]),
    hasRequests: noTraces || random.chance(0.4),
    hasPeers: random.chance(0.9),
  };
}

export function seenOf(happened: Happened, habits: Habits, random: Random, until: number): Seen {
  const { spans, ids } = sentSpans(happened.spans, habits, random, until);
  return {
    spans,
    logs: sentLines(happened.logs, habits, ids, until),
    series: sentSeries(happened.measures, habits, random, until),
  };
}

function sentSpans(
  all: readonly Span[],
  habits: Habits,
  random: Random,
  until: number,
): { spans: Span[]; ids: ReadonlySet<number> } {
  const byId = new Map(all.map((span) => [span.id, span]));
  const isSent = (span: Span): boolean => {
    const sends = habits.spans.get(span.service) ?? "all";
    const isServer = span.kind === "server" || span.kind === "consumer";
    return sends === "all" || sends === (isServer ? "server" : "client");
  };
  /** The nearest span above that is sent, because its context was passed on. */
  const parentOf = (span: Span): number => {
    let above = byId.get(span.parent);
    while (above !== undefined && !isSent(above)) above = byId.get(above.parent);
    return above?.id ?? -1;
  };
  const spans = all.flatMap((span): Span[] => {
    const ends = span.start + span.ms;
    if (!isSent(span) || ends > until - habits.lateMs || random.chance(habits.lost)) return [];
    const start = span.start + (habits.skew.get(span.host) ?? 0);
    return [{ ...span, start, parent: parentOf(span), peer: habits.hasPeers ? span.peer : "" }];
  });
  return { spans, ids: new Set(spans.map(({ id }) => id)) };
}

function sentLines(all: readonly Line[], habits: Habits, ids: ReadonlySet<number>, until: number): Line[] {
  if (habits.logs === "none") return [];
  return all.flatMap((line) => {
    if (line.at > until) return [];
    const isKnown = habits.logs === "with traces" && ids.has(line.span);
    return [isKnown ? line : { ...line, trace: -1, span: -1 }];
  });
}

type Naming = Partial<Record<`${Measure["kind"]} ${Quantity}`, string>>;

const names: Record<"opentelemetry" | "prometheus" | "own", Naming> = {
  opentelemetry: {
    "service requests": "http.server.requests",
    "service failed requests": "http.server.error.ratio",
    "service latency": "http.server.duration.mean",
    "service cpu": "process.cpu.utilization",
    "service memory": "process.memory.utilization",
    "service threads busy": "http.server.active_requests",
    "service requests waiting": "executor.queued",
    "service pool in use": "db.client.connections.usage",
    "service pool waiting": "db.client.connections.pending_requests",
    "service gc pause": "jvm.gc.duration",
    "service restarts": "k8s.container.restarts",
    "host cpu": "system.cpu.utilization",
    "host memory": "system.memory.utilization",
    "host disk busy": "system.disk.io_time",
    "host disk free": "system.filesystem.free",
    "host network errors": "system.network.errors",
    "database cpu": "process.cpu.utilization",
    "database connections": "postgresql.backends",
    "database statements": "postgresql.operations",
    "database statements waiting": "postgresql.queries.waiting",
    "database lock waits": "postgresql.locks.waiting",
    "cache lookups": "redis.commands",
    "cache hit ratio": "redis.keyspace.hit_ratio",
    "cache evictions": "redis.keys.evicted",
    "cache memory": "redis.memory.utilization",
    "broker messages waiting": "messaging.queue.depth",
    "broker messages published": "messaging.publish.messages",
    "broker messages consumed": "messaging.receive.messages",
  },
  prometheus: {
    "service requests": "http_requests_per_minute",
    "service failed requests": "http_request_error_ratio",
    "service latency": "http_request_duration_avg_ms",
    "service cpu": "container_cpu_usage_ratio",
    "service memory": "container_memory_working_set_ratio",
    "service threads busy": "tomcat_threads_busy",
    "service requests waiting": "jetty_threads_jobs",
    "service pool in use": "hikaricp_connections_active",
    "service pool waiting": "hikaricp_connections_pending",
    "service gc pause": "jvm_gc_pause_ms",
    "service restarts": "kube_pod_container_status_restarts",
    "host cpu": "instance:node_cpu_utilisation:rate5m",
    "host memory": "instance:node_memory_utilisation:ratio",
    "host disk busy": "node_disk_io_time_ratio",
    "host disk free": "node_filesystem_avail_ratio",
    "host network errors": "node_network_receive_errs",
    "database connections": "pg_stat_activity_count",
    "database statements": "pg_stat_statements_calls",
    "database lock waits": "pg_locks_waiting",
    "cache lookups": "redis_commands_processed",
    "cache hit ratio": "redis_keyspace_hits_ratio",
    "cache evictions": "redis_evicted_keys",
    "cache memory": "redis_memory_used_ratio",
    "broker messages waiting": "kafka_consumergroup_lag",
    "broker messages published": "kafka_topic_messages_in",
  },
  own: {
    "service requests": "requests",
    "service failed requests": "errorRate",
    "service latency": "responseTime",
    "service cpu": "cpuLoad",
    "service memory": "heapUsed",
    "service threads busy": "activeWorkers",
    "service requests waiting": "backlog",
    "service pool in use": "dbPoolActive",
    "host cpu": "cpu_pct",
    "host disk busy": "iowait",
    "host disk free": "disk_left",
    "database connections": "sessions",
    "database statements": "tps",
    "database lock waits": "lockwaits",
    "cache hit ratio": "hitrate",
    "cache evictions": "evictions",
    "broker messages waiting": "depth",
  },
};

const ofRequests = new Set<Quantity>(["requests", "failed requests", "latency"]);

function sentSeries(
  all: readonly Measure[],
  { names: style, hasRequests }: Habits,
  random: Random,
  until: number,
): SeenSeries[] {
  if (style === "none") return [];
  const found = new Map<string, SeenSeries>();
  const label = { opentelemetry: "service.name", prometheus: "job", own: "app" }[style];
  const hostLabel = { opentelemetry: "host.name", prometheus: "instance", own: "host" }[style];
  // Exporters of things of others are forgotten now and then.
  const silent = new Map<string, boolean>();
  for (const { at, thing, kind, quantity, part, value } of all) {
    const metric = names[style][`${kind} ${quantity}`];
    const isSilent = silent.get(thing) ?? random.chance(kind === "host" || kind === "service" ? 0.05 : 0.2);
    silent.set(thing, isSilent);
    if (metric === undefined || isSilent || at > until || (!hasRequests && ofRequests.has(quantity))) continue;
    const key = `${thing} ${metric} ${part}`;
    const known = found.get(key);
    if (known) known.points.push([at, value]);
    else {
      const isHost = kind === "host";
      const labels = {
        [isHost ? hostLabel : label]: thing,
        ...(part !== "" && { [kind === "broker" ? "queue" : "pod"]: part }),
      };
      found.set(key, { entity: thing, metric, labels, isHost, points: [[at, value]] });
    }
  }
  return [...found.values()];
}
