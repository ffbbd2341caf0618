import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** How this machine runs the engine. */
export interface Runner {
  /** Runs a JavaScript program. */
  command: string[];
  /** The main file of the package chdb. */
  chdb: string;
  /** The settings of every session, in the form of a SET statement. Empty for the defaults. */
  settings: string;
}

interface Machine {
  platform: string;
  arch: string;
}

/** The native engine where one is installed. Elsewhere the runner that `file` describes, if there is one. */
export async function findRunner(file: string | undefined, machine: Machine = process): Promise<Runner | undefined> {
  const chdb = nativeChdb(machine);
  if (chdb !== undefined) return { command: [process.execPath], chdb, settings: "" };
  return file === undefined ? undefined : readRunner(file);
}

export function hasNativeClickHouse(): boolean {
  return nativeChdb(process) !== undefined;
}

/** The package chdb, if it has a native library for this platform, such as @chdb/lib-linux-arm64-gnu or @chdb/lib-darwin-arm64. */
function nativeChdb({ platform, arch }: Machine): string | undefined {
  const libc = platform === "linux" ? "-gnu" : "";
  try {
    const chdb = createRequire(import.meta.url).resolve("chdb");
    createRequire(chdb).resolve(`@chdb/lib-${platform}-${arch}${libc}`);
    return chdb;
  } catch {
    return undefined;
  }
}

/** Scripts of a development platform write the file in this form. */
async function readRunner(file: string): Promise<Runner | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  // Our script writes the file in exactly this form.
  return text === undefined ? undefined : (JSON.parse(text) as Runner);
}
