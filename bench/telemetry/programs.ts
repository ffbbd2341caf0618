import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { emulator } from "./emulated-programs.ts";

const run = promisify(execFile);

/** A peer's program, and how it is started. */
export interface Program {
  name: string;
  command: readonly string[];
}

/**
 * A peer as it is compared here. Where our engine is emulated, the peer's x64 build by the same emulator comes first: only that tells how
 * the two compare. Where it is not installed, it is left out and says how to have it.
 */
export async function programsOf(name: string, program: string, debianPackage = program): Promise<Program[]> {
  const found: Program[] = [];
  const emulated = await emulator();
  if (emulated) found.push({ name: `${name}, emulated`, command: emulated(program) });
  if (existsSync(`/usr/bin/${program}`)) found.push({ name, command: [program] });
  else console.log(`bench: ${program} is left out: apt-get install ${debianPackage}`);
  return found;
}

/** What a program prints, after a pipe of the shell where one is given. */
export async function outputOf({ command }: Program, args: readonly string[], pipe?: string): Promise<string> {
  const whole = [...command, ...args];
  const [file = "", ...rest] = pipe === undefined ? whole : ["sh", "-c", `"$@" | ${pipe}`, "sh", ...whole];
  return (await run(file, rest, { maxBuffer: 1 << 30, env: { ...process.env, TZ: "UTC" } })).stdout;
}

/** The same question for each of them. */
export function askEach(programs: readonly Program[], args: readonly string[], pipe?: string) {
  return programs.map((each) => ({ name: each.name, ask: () => outputOf(each, args, pipe) }));
}
