import { Readable } from "node:stream";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { departureBy } from "../departure.ts";
import { Failure } from "../failure.ts";
import { openFairLimiter } from "../fair-limiter.ts";
import type { Migration } from "../migrations.ts";
import { type ClickHouseLocation, onCluster, tableOf } from "./cluster.ts";
import { migrateClickHouse } from "./migrate.ts";
import { type NativeResult, readNative } from "./native-reader.ts";
import { asFailure, plain } from "./problem.ts";
import { render, type SqlFragment } from "./query.ts";

export interface ClickHouse {
  /** Undefined when ClickHouse is reachable, otherwise the reason. */
  problem(): Promise<string | undefined>;
  migrate(): Promise<string[]>;
  /** Reads of one tenant. `signal` cancels a running read when its caller disconnects. */
  of(tenantId: string, signal: AbortSignal, priority?: ReadPriority): ClickHouseReader;
  /** Small reads that a write waits for. They bypass the read queue. */
  ofWriter(tenantId: string): ClickHouseReader;
  /** Reads for maintenance, across tenants. */
  everyone: ClickHouseReader;
  /** Stores blocks of ClickHouse's Native format; resolves when they are stored. */
  insert(table: string, blocks: readonly Uint8Array[]): Promise<void>;
  /** Runs a maintenance statement, such as dropping a partition of `table`. */
  alter(table: string, action: string): Promise<void>;
  run(query: SqlFragment): Promise<void>;
  close(): Promise<void>;
}

export interface ClickHouseReader {
  rows<Row>(query: SqlFragment): Promise<Row[]>;
  first<Row>(query: SqlFragment): Promise<Row | undefined>;
  /** Returns the result as columns, for very many rows. */
  columns(query: SqlFragment): Promise<NativeResult>;
}

/** `person` for interactive reads, `background` for policies and reports. */
export type ReadPriority = "person" | "policy" | "report";

export interface ClickHouseOptions {
  url: string;
  database: string;
  cluster?: string | undefined;
  migrations: readonly Migration[];
  /** Timeout of one read. */
  querySeconds: number;
  /** Maximum number of threads of one read. */
  queryThreads?: number;
}

/** Fewer than the slots of the embedded engine, so inserts never wait for reads. */
const readsAtOnce = 5;
/** A tenant's share of these. Two stay free for other tenants, so one tenant's searches do not block them. */
const readShares = { share: 2, spare: 2, maxWaiting: 400 };

/** Equal for every read, because the embedded engine then keeps its session settings between queries. */
const readSettings = (querySeconds: number, queryThreads: number) =>
  ({
    max_execution_time: querySeconds,
    timeout_overflow_mode: "throw",
    max_memory_usage: "1000000000",
    max_threads: queryThreads,
    max_result_bytes: "400000000",
    result_overflow_mode: "throw",
    output_format_json_quote_64bit_integers: 0,
    output_format_json_quote_denormals: 1,
    // A response is complete or an error, never partial.
    wait_end_of_query: 1,
    cancel_http_readonly_queries_on_client_close: 1,
    // Skip indexes are evaluated before reading, for all parts at once. Evaluating them during the read took twice as long.
    use_skip_indexes_on_data_read: 0,
  }) as const;

/** Timeout of an insert. After it, the insert is either stored or failed. */
export const insertSeconds = 30;

/** Timeout of maintenance. Rolling up an hour of very many series is slow, but no request waits for it. */
const upkeepSeconds = 900;

const writeSettings = {
  max_execution_time: insertSeconds,
  max_partitions_per_insert_block: "1000",
  async_insert: 0,
  // In a cluster, waits until the shard has stored the rows instead of queueing them.
  distributed_foreground_insert: 1,
} as const;

const ownTenant = "tenant_id = {tenant:String}";

/** Matches reads of the tables that migrations create. All of them hold rows of all tenants. */
function tableReads(migrations: readonly Migration[]): RegExp {
  const named = migrations.flatMap(({ text }) => [...text.matchAll(/\{\{table (\w+)\}\}/g)].map(([, table]) => table));
  return new RegExp(`\\b(?:FROM|JOIN)\\s+(?:${[...new Set(named)].join("|") || "(?!)"})\\b`, "g");
}

/** The client and the queue of a kind of read. */
interface QueryChannel {
  client: ClickHouseClient;
  enter<T>(tenantId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function openClickHouse(options: ClickHouseOptions): ClickHouse {
  const { url, database, cluster, migrations, querySeconds, queryThreads = 4 } = options;
  const location: ClickHouseLocation = { database, cluster };
  const shared = { url, database, application: "opsplane", log: { level: 127 } } as const;
  const reader = createClient({
    ...shared,
    request_timeout: (querySeconds + 10) * 1000,
    max_open_connections: readsAtOnce + 2,
  });
  const settings = readSettings(querySeconds, queryThreads);
  const reads = tableReads(migrations);
  const writer = createClient({
    ...shared,
    request_timeout: (insertSeconds + 5) * 1000,
    max_open_connections: 16,
    compression: { request: false, response: false },
  });
  const upkeep = createClient({ ...shared, request_timeout: upkeepSeconds * 1000, max_open_connections: 2 });
  const readLimiter = openFairLimiter({
    places: readsAtOnce,
    ...readShares,
    patienceMs: querySeconds * 1000,
    busy,
  });
  const inTurn: QueryChannel = {
    client: reader,
    enter: (tenantId, signal, work) => readLimiter.take(tenantId, departureBy(signal), work),
  };
  // A background read first takes one of the few background slots, then waits for a slot among all reads.
  const inBackground = (places: number): QueryChannel => {
    const limiter = openFairLimiter({ places, share: 1, spare: 0, maxWaiting: 1_000, patienceMs: 600_000, busy });
    return {
      client: reader,
      enter: (tenantId, signal, work) =>
        limiter.take(tenantId, departureBy(signal), () => inTurn.enter(tenantId, signal, work)),
    };
  };
  const channels: Record<ReadPriority, QueryChannel> = {
    person: inTurn,
    policy: inBackground(2),
    report: inBackground(1),
  };
  const asWriter: QueryChannel = { client: writer, enter: (_tenantId, _signal, work) => work() };

  const readerOf = (tenantId: string | undefined, signal: AbortSignal, channel: QueryChannel): ClickHouseReader => {
    const ask = (query: SqlFragment, format: "JSONEachRow" | "Native") => {
      const { query: written, params } = render(query);
      if (tenantId !== undefined) assertTenant(written, reads);
      const values = { ...params, tenant: tenantId ?? "" };
      return channel
        .enter(tenantId ?? "", signal, () => send(channel.client, written, values, format, settings, signal))
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw asFailure(error);
        });
    };
    const rows = async <Row>(query: SqlFragment): Promise<Row[]> => parseRows<Row>(await ask(query, "JSONEachRow"));
    return {
      rows,
      first: async <Row>(query: SqlFragment) => (await rows<Row>(query))[0],
      columns: async (query) => readNative(await ask(query, "Native")),
    };
  };
  const never = new AbortController().signal;
  return {
    problem: async () => {
      const answer = await reader.ping();
      return answer.success ? undefined : plain(answer.error.message);
    },
    migrate: () => migrateClickHouse({ url, location, migrations }),
    of: (tenantId, signal, priority = "person") => readerOf(tenantId, signal, channels[priority]),
    ofWriter: (tenantId) => readerOf(tenantId, never, asWriter),
    everyone: readerOf(undefined, never, inTurn),
    insert: (table, blocks) => insertBlocks(writer, table, blocks),
    alter: async (table, action) => {
      await upkeep.command({ query: `ALTER TABLE ${tableOf(table, location)}${onCluster(cluster)} ${action}` });
    },
    run: async (query) => {
      const { query: written, params } = render(query);
      await upkeep.command({ query: written, query_params: params });
    },
    close: async () => {
      await Promise.all([reader.close(), writer.close(), upkeep.close()]);
    },
  };
}

function busy(): Failure {
  return new Failure("UNAVAILABLE", "Too many telemetry queries are running; try again in a moment.", {
    retryAfterSeconds: 2,
  });
}

/** A query without a tenant condition would leak data. The first test that runs it fails here. */
function assertTenant(query: string, reads: RegExp): void {
  const tables = query.match(reads)?.length ?? 0;
  if (tables === 0 || query.split(ownTenant).length - 1 < tables)
    throw new Error("A ClickHouse query does not name its tenant.");
}

async function send(
  client: ClickHouseClient,
  query: string,
  params: Record<string, unknown>,
  format: string,
  settings: ReturnType<typeof readSettings>,
  signal: AbortSignal,
): Promise<Buffer> {
  const { stream } = await client.exec({
    query: `${query} FORMAT ${format}`,
    query_params: params,
    abort_signal: signal,
    clickhouse_settings: settings,
  });
  return whole(stream);
}

async function whole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parseRows<Row>(bytes: Buffer): Row[] {
  const text = bytes.toString("utf8").trimEnd();
  // The shape of the rows follows from our own SELECT.
  return text === "" ? [] : (JSON.parse(`[${text.replaceAll("\n", ",")}]`) as Row[]);
}

async function insertBlocks(client: ClickHouseClient, table: string, blocks: readonly Uint8Array[]): Promise<void> {
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} FORMAT Native`,
    values: Readable.from(blocks, { objectMode: false }),
    clickhouse_settings: writeSettings,
  });
  stream.destroy();
}
