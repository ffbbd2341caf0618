import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const rows = "rows";
let count = 0;

/** Removes the rows of unfinished inserts. They were never acknowledged. */
export async function emptyStaging(folder: string): Promise<void> {
  await rm(join(folder, rows), { recursive: true, force: true });
  await mkdir(join(folder, rows), { mode: 0o700 });
}

/** Writes the rows of an INSERT to a file. Returns its path relative to the folder, which needs no escaping. */
export async function stage(folder: string, first: Buffer, rest: Readable | undefined): Promise<string> {
  const file = `${rows}/${count++}`;
  const path = join(folder, file);
  async function* all() {
    yield first;
    if (rest !== undefined) yield* rest;
  }
  try {
    await pipeline(Readable.from(all(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
    return file;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
