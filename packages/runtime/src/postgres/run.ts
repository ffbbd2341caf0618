import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Departure, departed } from "../departure.ts";
import { Failure } from "../failure.ts";
import { type Sql, statement } from "./sql.ts";

/** How a read ends early: its reader leaves, or it answers more than anyone should be sent. */
export interface ReadLimits {
  departure: Departure;
  /** Ends the statement that this backend runs. */
  cancel(processId: number): Promise<void>;
}

/** More than every list at its largest page, and little enough to hold many of them in memory. */
const maxAnswerBytes = 16 * 1024 * 1024;
const maxNamed = 200;

/** A connection keeps each named statement for good, so only so many get a name. */
const namedOn = new WeakMap<pg.PoolClient, Set<string>>();

export function runStatement(client: pg.PoolClient, query: Sql): Promise<pg.QueryResult> {
  return client.query(preparedFor(client, query));
}

/** The client must not be lent to anyone else before this has settled. */
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
      // A cancellation that came too late for its statement ends this one, and never one of the next request.
      await client.query("select 1").catch(() => undefined);
    }
  }
}

const cancelAgainMs = 100;

/** A cancellation that comes before its statement has begun ends nothing. */
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

/** pg knows it of every connected client, but its types do not. */
function processIdOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID;
}

interface DataRow {
  length: number;
}

/** What pg calls on a query for each row as it arrives and at its end; its types leave that out. */
interface RunningQuery extends pg.Submittable {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  handleDataRow(row: DataRow): void;
}
const Rows = pg.Query as unknown as new (config: pg.QueryConfig) => RunningQuery;

/** Drops rows once they are too many bytes, instead of gathering them all. */
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
    `The answer would be larger than ${maxAnswerBytes / 1024 / 1024} MiB; ask for fewer rows with a smaller limit.`,
    { details: [{ path: "limit", message: "must be smaller for records as large as these" }] },
  );
}
