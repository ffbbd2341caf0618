import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A peer's program and its arguments. */
export interface Program {
  name: string;
  command: readonly string[];
}

/** The peer, or undefined when it is not installed; then a line shows how to install it. */
export async function programsOf(name: string, program: string, debianPackage = program): Promise<Program[]> {
  if (existsSync(`/usr/bin/${program}`)) return [{ name, command: [program] }];
  console.log(`bench: ${program} is left out: apt-get install ${debianPackage}`);
  return [];
}

/** The output of a program, after an optional shell pipe. */
export async function outputOf({ command }: Program, args: readonly string[], pipe?: string): Promise<string> {
  const whole = [...command, ...args];
  const [file = "", ...rest] = pipe === undefined ? whole : ["sh", "-c", `"$@" | ${pipe}`, "sh", ...whole];
  return (await run(file, rest, { maxBuffer: 1 << 30, env: { ...process.env, TZ: "UTC" } })).stdout;
}

/** The same query for each of them. */
export function askEach(programs: readonly Program[], args: readonly string[], pipe?: string) {
  return programs.map((each) => ({ name: each.name, ask: () => outputOf(each, args, pipe) }));
}
