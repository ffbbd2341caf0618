import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Where a peer is not installed, its part is left out and says how to have it. */
export function isInstalled(program: string, debianPackage = program): boolean {
  const found = existsSync(`/usr/bin/${program}`);
  if (!found) console.log(`bench: ${program} is left out: apt-get install ${debianPackage}`);
  return found;
}

export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  return (await run(program, args, { maxBuffer: 1 << 30, env: { ...process.env, TZ: "UTC" } })).stdout;
}
