import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Engine, Outcome } from "./engine.ts";
import { refusals } from "./refusals.ts";
import type { Asked } from "./request.ts";
import { stage } from "./staging.ts";
import { type Load, parseLoad, parseStatement, type Statement } from "./statement.ts";

export interface Done extends Outcome {
  format: string;
  /** Rows were written, not read. */
  wrote: boolean;
}

const statementLimit = 16 * 1024 * 1024;

export async function work(asked: Asked, engine: Engine, folder: string, signal: AbortSignal): Promise<Done> {
  const head = Buffer.from(asked.query);
  const load = parseLoad(head);
  if (load !== undefined)
    return loadRows(asked, load, [head.subarray(load.rowsAt)], asked.body, engine, folder, signal);

  const sql = Buffer.concat([head, head.length > 0 ? Buffer.from("\n") : head, await whole(asked.body)]);
  const inlined = parseLoad(sql);
  if (inlined !== undefined) return loadRows(asked, inlined, [rowsOf(sql, inlined)], undefined, engine, folder, signal);

  return { ...(await runStatement(asked, parseStatement(sql), engine, signal)), wrote: false };
}

async function runStatement(
  asked: Asked,
  statement: Statement,
  engine: Engine,
  signal: AbortSignal,
): Promise<Outcome & { format: string }> {
  const missing = statement.parameters.find((name) => !asked.parameters.has(name));
  if (missing !== undefined) throw refusals.noParameter(missing);
  const format = statement.format ?? asked.defaultFormat;
  const { database, settings, parameters } = asked;
  const { text, altersSession } = statement;
  return { format, ...(await engine.run({ text, database, format, settings, parameters, altersSession }, signal)) };
}

async function loadRows(
  asked: Asked,
  load: Load,
  first: Buffer[],
  rest: Readable | undefined,
  engine: Engine,
  folder: string,
  signal: AbortSignal,
): Promise<Done> {
  const file = await stage(folder, first, rest);
  try {
    return { ...(await runStatement(asked, { ...load, text: load.from(file) }, engine, signal)), wrote: true };
  } finally {
    await rm(`${folder}/${file}`, { force: true });
  }
}

/** A semicolon after inline VALUES ends the statement and is no row. */
function rowsOf(sql: Buffer, load: Load): Buffer {
  const rows = sql.subarray(load.rowsAt);
  if (!load.inline) return rows;
  const end = /;\s*$/.exec(rows.toString("latin1"));
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
