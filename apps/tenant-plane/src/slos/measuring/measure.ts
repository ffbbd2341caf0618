import { sloEvents } from "@opsplane/contract";
import { Failure, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import type { TelemetryReads } from "../../telemetry/index.ts";
import { refreshFigures } from "../figures.ts";
import { type MeasuredSlo, readDue } from "../store/slos.ts";
import { lockMeasured, type SlotEvents, saveHours, saveMinutes, setFailed, setMeasured } from "../store/slots.ts";
import { minuteOf, nextPart, type Part } from "./plan.ts";
import { readEvents } from "./read-events.ts";

export const maxSlos = 500;
/** Parts of the past that one run reads of a tenant. The next run goes on. */
const maxParts = 40;
const stepSeconds = { minutes: 60, hours: 3600 };

/** Measures the objectives of one tenant until the last whole minute. One that cannot be read holds up no other. */
export async function measureTenant(
  core: Core,
  reads: TelemetryReads,
  tenantId: string,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const until = minuteOf(now.getTime());
  const db = core.database.tenant(tenantId);
  const failed = new Map<string, unknown>();
  for (let parts = 0; parts < maxParts; ) {
    const due = (await readDue(db, new Date(until), maxSlos)).filter(({ id }) => !failed.has(id));
    if (due.length === 0) break;
    for (const together of measuredAlike(due)) {
      const result = await measurePart(core, reads, tenantId, together, now);
      // What was read in vain because the lease was lost is no failure of the objective.
      signal.throwIfAborted();
      for (const [id, error] of result) failed.set(id, error);
      parts++;
    }
  }
  await setFailed(db, [...failed.keys()], [...failed.values()].map(reasonOf));
  const fault = [...failed.values()].find((error) => !(error instanceof Failure));
  if (fault !== undefined) throw fault;
}

/** A failure's message is for people; anything else is in the server's log. */
function reasonOf(error: unknown): string {
  return error instanceof Failure ? error.message : "The telemetry could not be read.";
}

/** Objectives that are measured until the same time are read together, the most current first. */
function measuredAlike(due: readonly MeasuredSlo[]): MeasuredSlo[][] {
  const lots = new Map<string, MeasuredSlo[]>();
  for (const slo of due) {
    const lot = lots.get(slo.measured_until);
    if (lot) lot.push(slo);
    else lots.set(slo.measured_until, [slo]);
  }
  return [...lots.values()];
}

/** Returns why objectives could not be read. */
async function measurePart(
  core: Core,
  reads: TelemetryReads,
  tenantId: string,
  slos: readonly MeasuredSlo[],
  now: Date,
): Promise<ReadonlyMap<string, unknown>> {
  const measuredUntil = Date.parse(slos[0]?.measured_until ?? "");
  const part = nextPart(measuredUntil, now.getTime(), slos.length);
  const { slots, failed } = await readEvents(reads, slos, part, stepSeconds[part.unit]);
  const isCurrent = part.to === minuteOf(now.getTime());
  const found = slos.filter(({ id }) => !failed.has(id));
  await core.asAutomation(tenantId, "slos.measure", async (write) => {
    const stored = await savePart(write, found, part, slots);
    return isCurrent ? announceStates(write, stored) : false;
  });
  return failed;
}

/** Stores a part of what is still as it was read; returns the ids of these objectives. */
async function savePart(
  { db }: WriteScope,
  slos: readonly MeasuredSlo[],
  part: Part,
  slots: readonly SlotEvents[],
): Promise<string[]> {
  const ids = await lockMeasured(db, slos);
  if (ids.length === 0) return ids;
  const wanted = new Set(ids);
  const its = slots.filter(({ sloId }) => wanted.has(sloId));
  await (part.unit === "minutes" ? saveMinutes : saveHours)(db, ids, part, its);
  await setMeasured(db, ids, part.to, its);
  return ids;
}

/** False when no state changed, so that a measurement leaves no audit record. */
async function announceStates(write: WriteScope, ids: readonly string[]): Promise<undefined | false> {
  const changes = await refreshFigures(write.db, ids);
  for (const { id, name, from, to } of changes) write.announce(sloEvents.stateChanged, id, { name, from, to });
  const [first] = changes;
  if (first === undefined) return false;
  write.audit({
    target: { type: "slo", id: first.id, name: first.name },
    after: { states: changes.map(({ name, from, to }) => ({ name, from, to })) },
  });
  return undefined;
}
