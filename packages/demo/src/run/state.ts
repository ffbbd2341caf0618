import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Fault, isFaultKind } from "../simulator/faults.ts";
import type { Window } from "./telemetry.ts";

/** What a later start has to know. It is kept beside the data of the product. */
export interface DemoState {
  readonly password: string;
  readonly seed?: number | undefined;
  readonly fault?: Fault | undefined;
  /** The range of telemetry that is stored without gaps. */
  readonly sent?: Window | undefined;
}

const fileOf = (dataDir: string) => join(dataDir, "demo.json");

export async function readState(dataDir: string): Promise<DemoState | undefined> {
  const text = await readFile(fileOf(dataDir), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { password, seed, fault, sent } = fields(parsed(text));
  if (typeof password !== "string") return undefined;
  const { kind, startedAt } = fields(fault);
  const { from, to } = fields(sent);
  return {
    password,
    seed: typeof seed === "number" ? seed : undefined,
    fault:
      typeof kind === "string" && isFaultKind(kind) && typeof startedAt === "number" ? { kind, startedAt } : undefined,
    sent: typeof from === "number" && typeof to === "number" ? { from, to } : undefined,
  };
}

/** Writes one state after the other, because two writes at once would use the same temporary file. */
export function openStateFile(dataDir: string): (state: DemoState) => Promise<void> {
  let last = Promise.resolve();
  return (state) => {
    last = last.then(() => writeState(dataDir, state));
    return last;
  };
}

/** Only the owner may read it, because it has the password. */
async function writeState(dataDir: string, state: DemoState): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const next = `${fileOf(dataDir)}.next`;
  await writeFile(next, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(next, fileOf(dataDir));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
