import { type FileHandle, open } from "node:fs/promises";
import { CommandError, type Io } from "./command.ts";

const maxBytes = 64 * 1024;

/** The text of a file, or of standard input for '-'. */
export async function readInput(path: string, io: Io): Promise<string> {
  return path === "-" ? textOf(io.input, "Standard input") : readFile(path);
}

export async function readFile(path: string): Promise<string> {
  return withFile(path, (file) => textOf(file.createReadStream({ autoClose: false }), `The file '${path}'`));
}

/** Reads a file that only its owner may read. */
export async function readSecretFile(path: string, allowOpen: boolean): Promise<string> {
  return withFile(path, async (file) => {
    const { mode } = await file.stat();
    if ((mode & 0o077) !== 0 && !allowOpen)
      throw new CommandError(
        `Other users can open the key file '${path}' (mode ${(mode & 0o777).toString(8).padStart(4, "0")}). ` +
          "Run chmod 600 on it, or pass --allow-open-key.",
      );
    return textOf(file.createReadStream({ autoClose: false }), `The file '${path}'`);
  });
}

/** Never overwrites: a file that is already there is an error. */
export async function writeNewFile(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, "wx", mode).catch((error: unknown) => {
    throw new CommandError(`The file '${path}' cannot be created: ${reasonOf(error)}.`);
  });
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path).catch((error: unknown) => {
    throw new CommandError(`The file '${path}' cannot be read: ${reasonOf(error)}.`);
  });
  try {
    return await work(file);
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(`The file '${path}' cannot be read: ${reasonOf(error)}.`);
  } finally {
    await file.close();
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array | string>, name: string): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk);
    size += part.length;
    if (size > maxBytes) throw new CommandError(`${name} is longer than 64 KiB.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "there is no such file or folder"],
  ["EEXIST", "it exists already"],
  ["EACCES", "permission denied"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of the path is not a folder"],
]);

export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return reasons.get(code) ?? String(code ?? error);
}
