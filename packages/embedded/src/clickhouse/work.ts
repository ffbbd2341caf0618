import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Engine, Outcome } from "./engine.ts";
import { refusals } from "./refusals.ts";
import type { Asked } from "./request.ts";
import { stage } from "./staging.ts";
import { type Load, parseLoad, parseStatement, type Statement } from "./statement.ts";

/** A request on its way through the engine; the signal ends it when its client goes away. */
export interface Errand {
  asked: Asked;
  engine: Engine;
  folder: string;
  signal: AbortSignal;
}

export interface Done extends Outcome {
  format: string;
  /** Rows were written, not read. */
  wrote: boolean;
}

/** Rows may be as many as the disk holds; a statement is text in memory. */
const statementLimit = 16 * 1024 * 1024;

export async function work(errand: Errand): Promise<Done> {
  const { query, body } = errand.asked;
  const head = Buffer.from(query);
  const load = parseLoad(head);
  if (load !== undefined) return loadRows(errand, load, head.subarray(load.rowsAt), body);

  const sql = Buffer.concat([head, Buffer.from("\n"), await whole(body)]);
  const inlined = parseLoad(sql);
  if (inlined !== undefined) return loadRows(errand, inlined, rowsOf(sql, inlined));

  return { ...(await run(errand, parseStatement(sql))), wrote: false };
}

async function loadRows(errand: Errand, load: Load, first: Buffer, rest?: Readable): Promise<Done> {
  const file = await stage(errand.folder, first, rest);
  try {
    return { ...(await run(errand, { ...load, text: load.from(file) })), wrote: true };
  } finally {
    await rm(join(errand.folder, file), { force: true });
  }
}

async function run(errand: Errand, statement: Statement): Promise<Outcome & { format: string }> {
  const { database, settings, parameters, defaultFormat } = errand.asked;
  const { text, altersSession } = statement;
  // A session remembers earlier requests' parameters: none of them may answer for one that this request left out.
  const missing = statement.parameters.find((name) => !parameters.has(name));
  if (missing !== undefined) throw refusals.noParameter(missing);
  const format = statement.format ?? defaultFormat;
  const outcome = await errand.engine.run(
    { text, database, format, settings, parameters, altersSession },
    errand.signal,
  );
  return { format, ...outcome };
}

/** A semicolon after inline VALUES ends the statement and is no row. */
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
