import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { type Channel, type RcaInput, rank, strengths } from "@opsplane/rca";
import { worthNaming } from "../../../apps/tenant-plane/src/response/analysis/ranking/suspects.ts";
import type { FaultKind } from "../../sim/faults.ts";
import { incidentOf } from "../../sim/incident.ts";
import { observed } from "./observed.ts";

/** One simulated incident to judge. */
export interface JudgeInput {
  seed: string;
  kind: FaultKind;
  senders?: "any" | "complete";
  /** Where inputs are kept between runs; undefined: nowhere. */
  folder: string | undefined;
}

/** What the engine says about it. */
export interface Judged {
  kind: FaultKind;
  family: string;
  seed: string;
  truth: readonly string[];
  naming: string;
  /** Its spans say whether they failed. */
  isTraced: boolean;
  named: { service: string; probability: number; score: number }[];
  /** For fitting: the strengths of each candidate that anything speaks against, and the others by number. */
  candidates: { service: string; strengths: Record<Channel, number> }[];
  clear: number;
  ms: number;
}

interface Kept {
  family: string;
  truth: readonly string[];
  naming: string;
  input: RcaInput | undefined;
}

/** Undefined when nobody would feel the fault. */
export async function judge({ seed, kind, senders = "any", folder }: JudgeInput): Promise<Judged | undefined> {
  const name = `${seed}${senders === "any" ? "" : ` ${senders}`}`.replace(/[^\w-]/g, "_");
  const kept = await keptOr(folder && join(folder, `${name}.bin`), () => simulated({ seed, kind, senders }));
  if (kept === undefined) return undefined;
  const { input, ...about } = kept;
  const begin = performance.now();
  const ranked = input === undefined ? [] : rank(input);
  const ms = performance.now() - begin;
  const spoken = ranked.filter(({ evidence }) => evidence.length > 0);
  return {
    ...{ kind, seed, ms, ...about, isTraced: input?.spans !== undefined },
    named: worthNaming(ranked)
      .slice(0, 10)
      .map(({ service, probability, score }) => ({ service, probability, score })),
    candidates: spoken.map(({ service, evidence }) => ({ service, strengths: strengths(evidence) })),
    clear: ranked.length - spoken.length,
  };
}

async function simulated(choice: Omit<JudgeInput, "folder">): Promise<Kept | undefined> {
  const incident = incidentOf(choice);
  if (incident === undefined) return undefined;
  const { family, truth, habits } = incident;
  return { family, truth, naming: habits.names, input: await observed(incident) };
}

async function keptOr(file: string | undefined, make: () => Promise<Kept | undefined>): Promise<Kept | undefined> {
  if (file !== undefined && existsSync(file)) return deserialize(readFileSync(file)) ?? undefined;
  const made = await make();
  if (file !== undefined) {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, serialize(made ?? null));
  }
  return made;
}
