import { setTimeout as wait } from "node:timers/promises";
import { mayWrite } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import type { OpenSignals } from "../signals/read.ts";
import { evaluateTogether } from "./evaluate.ts";
import * as store from "./store.ts";

/** Lots that one instance evaluates at once. */
const maxLots = 8;

interface Running extends store.Lot {
  work: Promise<void>;
}

/**
 * Evaluates everything that is due. Instances share the policies by claims. A tenant whose reads are slow delays neither other tenants
 * nor its own policies over metrics: while its lot runs, further lots are claimed every second.
 */
export async function evaluateDue(core: Core, openSignals: OpenSignals, signal: AbortSignal): Promise<void> {
  const running = new Map<string, Running>();
  const failures: unknown[] = [];
  const start = (lot: store.Lot, policies: readonly store.Claimed[]) => {
    const key = keyOf(lot);
    const work = evaluateLot(core, openSignals, lot.tenantId, policies, signal)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(key));
    running.set(key, { ...lot, work });
  };
  try {
    for (;;) {
      const lots = await claimLots(core, [...running.values()], signal);
      for (const policies of lots) if (policies[0]) start(policies[0], policies);
      if (running.size === 0) break;
      await allOrASecond([...running.values()]);
    }
  } finally {
    await Promise.all([...running.values()].map(({ work }) => work));
  }
  if (failures.length > 0) throw failures[0];
}

/** Without the right to write, no alert fires: telemetry is refused too, so missing data would mean nothing. */
async function evaluateLot(
  core: Core,
  openSignals: OpenSignals,
  tenantId: string,
  policies: readonly store.Claimed[],
  signal: AbortSignal,
): Promise<void> {
  if (mayWrite(await core.entitlementsOf(tenantId)))
    await evaluateTogether(core, openSignals, tenantId, policies, signal);
}

async function claimLots(
  core: Core,
  running: readonly Running[],
  signal: AbortSignal,
): Promise<(store.Claimed & store.Lot)[][]> {
  if (signal.aborted || running.length >= maxLots) return [];
  const lots = new Map<string, (store.Claimed & store.Lot)[]>();
  for (const policy of await store.claimDue(core.database.system, maxLots - running.length, running)) {
    const lot = lots.get(keyOf(policy));
    if (lot) lot.push(policy);
    else lots.set(keyOf(policy), [policy]);
  }
  return [...lots.values()];
}

function keyOf({ tenantId, kind }: store.Lot): string {
  return `${tenantId} ${kind}`;
}

/** Waits for the lots, or for a second when they take longer. */
async function allOrASecond(running: readonly Running[]): Promise<void> {
  const all = Promise.all(running.map(({ work }) => work));
  const timer = new AbortController();
  const second = wait(1000, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([all, second]);
  timer.abort();
}
