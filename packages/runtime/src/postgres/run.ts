import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Departure, departed } from "../departure.ts";
import { Failure } from "../failure.ts";
import { type Sql, statement } from "./sql.ts";

/** Ends a read early when the caller disconnects or the result is too large. */
export interface ReadLimits {
  departure: Departure;
  /** Cancels the running statement of this backend. */
  cancel(processId: number): Promise<void>;
}

/** Larger than the largest page of every list, and small enough to hold many results in memory. */
const maxAnswerBytes = 16 * 1024 * 1024;
const maxNamed = 200;

/** A connection keeps each named statement forever, so only `maxNamed` statements get a name. */
const namedOn = new WeakMap<pg.PoolClient, Set<string>>();

export function runStatement(client: pg.PoolClient, query: Sql): Promise<pg.QueryResult> {
  return client.query(preparedFor(client, query));
}

/** The client must not be reused before this has settled. */
export async function runRead(client: pg.PoolClient, query: Sql, limits: ReadLimits): Promise<pg.QueryResult> {
  const { departure } = limits;
  if (departure.gone) throw departed();
  let over: AbortController | undefined;
  let cancelling: Promise<void> | undefined;
  const end = () => {
    if (over) return;
    over = new AbortController();
    cancelling = keepCancelling(() => limits.cancel(processIdOf(client)), over.signal);
  };
  const stopListening = departure.onGone(end);
  try {
    return await new BoundedQuery(preparedFor(client, query), end).runOn(client);
  } catch (error) {
    if (departure.gone) throw departed();
    throw error;
  } finally {
    stopListening();
    over?.abort();
    if (cancelling) {
      await cancelling;
      // A late cancellation hits this statement instead of one of the next request.
      await client.query("select 1").catch(() => undefined);
    }
  }
}

const cancelAgainMs = 100;

/** Repeats the cancellation, because one that arrives before the statement has started has no effect. */
async function keepCancelling(cancel: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await cancel();
    await pause(cancelAgainMs, undefined, { signal: over }).catch(() => undefined);
  }
}

function preparedFor(client: pg.PoolClient, query: Sql): pg.QueryConfig {
  const { name, text, values } = statement(query);
  return name !== undefined && mayName(client, name) ? { name, text, values } : { text, values };
}

function mayName(client: pg.PoolClient, name: string): boolean {
  const named = namedOn.get(client) ?? new Set();
  namedOn.set(client, named);
  if (named.has(name)) return true;
  if (named.size >= maxNamed) return false;
  named.add(name);
  return true;
}

/** pg sets it on every connected client, but its types omit it. */
function processIdOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID;
}

interface DataRow {
  length: number;
}

/** The callbacks that pg calls for each row and at the end. Its types omit them. */
interface RunningQuery extends pg.Submittable {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  handleDataRow(row: DataRow): void;
}
const Rows = pg.Query as unknown as new (config: pg.QueryConfig) => RunningQuery;

/** Stops collecting rows when the result exceeds the byte limit. */
class BoundedQuery extends Rows {
  private bytes = 0;

  constructor(
    config: pg.QueryConfig,
    private readonly onOverflow: () => void,
  ) {
    super(config);
  }

  runOn(client: pg.PoolClient): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.callback = (error, result) => {
        if (this.bytes > maxAnswerBytes) reject(tooLarge());
        else if (error) reject(error);
        else resolve(result);
      };
      client.query(this);
    });
  }

  override handleDataRow(row: DataRow): void {
    this.bytes += row.length;
    if (this.bytes <= maxAnswerBytes) super.handleDataRow(row);
    else this.onOverflow();
  }
}

function tooLarge(): Failure {
  return new Failure(
    "VALIDATION_ERROR",
    `The result is larger than ${maxAnswerBytes / 1024 / 1024} MiB; use a smaller limit.`,
    { details: [{ path: "limit", message: "must be smaller for records as large as these" }] },
  );
}
