import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Engine, QueryResult } from "./engine.ts";
import { refusals } from "./refusals.ts";
import type { ClickHouseRequest } from "./request.ts";
import { stage } from "./staging.ts";
import { type Load, parseLoad, type Statement } from "./statement.ts";

/** A request that the engine runs. The signal ends it when its client disconnects. */
export interface Execution {
  request: ClickHouseRequest;
  parse(sql: Buffer): Statement;
  engine: Engine;
  folder: string;
  signal: AbortSignal;
}

export interface ExecutionResult extends QueryResult {
  format: string;
  /** Rows were written, not read. */
  wrote: boolean;
}

/** Rows are staged on disk; a statement is held in memory and needs a limit. */
const statementLimit = 16 * 1024 * 1024;

export async function execute(execution: Execution): Promise<ExecutionResult> {
  const { query, body } = execution.request;
  const head = Buffer.from(query);
  const load = parseLoad(head);
  if (load !== undefined) return loadRows(execution, load, head.subarray(load.rowsAt), body);

  const sql = Buffer.concat([head, Buffer.from("\n"), await whole(body)]);
  const inlined = parseLoad(sql);
  if (inlined !== undefined) return loadRows(execution, inlined, rowsOf(sql, inlined));

  return { ...(await run(execution, execution.parse(sql))), wrote: false };
}

async function loadRows(execution: Execution, load: Load, first: Buffer, rest?: Readable): Promise<ExecutionResult> {
  const file = await stage(execution.folder, first, rest);
  try {
    return { ...(await run(execution, { ...load, text: load.from(file) })), wrote: true };
  } finally {
    await rm(join(execution.folder, file), { force: true });
  }
}

async function run(execution: Execution, statement: Statement): Promise<QueryResult & { format: string }> {
  const { database, settings, parameters, defaultFormat } = execution.request;
  const { text, altersSession } = statement;
  // A session keeps the parameters of earlier requests. They must not stand in for one that this request lacks.
  const missing = statement.parameters.find((name) => !parameters.has(name));
  if (missing !== undefined) throw refusals.noParameter(missing);
  const format = statement.format ?? defaultFormat;
  const result = await execution.engine.run(
    { text, database, format, settings, parameters, altersSession },
    execution.signal,
  );
  return { format, ...result };
}

/** A semicolon after inline VALUES ends the statement and is not a row. */
function rowsOf(sql: Buffer, load: Load): Buffer {
  const rows = sql.subarray(load.rowsAt);
  const end = load.inline ? /;\s*$/.exec(rows.toString("latin1")) : null;
  return end === null ? rows : rows.subarray(0, end.index);
}

async function whole(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > statementLimit) throw refusals.tooLarge(statementLimit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
