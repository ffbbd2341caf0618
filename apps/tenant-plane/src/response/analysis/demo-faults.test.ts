import { edges, type Fault, type FaultKind, faultKinds, faults, services, truthOf } from "@opsplane/demo";
import { type RcaInput, rank } from "@opsplane/rca";
import { expect, test } from "vitest";
import { simulatedReads } from "../../../test/simulated-reads.ts";
import type { TelemetryReads } from "../../telemetry/index.ts";
import { observe } from "./observe.ts";
import { suspectsOf } from "./ranking/suspects.ts";

const minute = 60_000;
const log = { warn: () => undefined } as never;

interface ObservedInput {
  fault: Fault;
  seed: number;
  at: Date;
  resolvedAt?: Date;
  now: number;
  /** Until here telemetry has arrived. */
  arrivedTo: number;
}

/** What an analysis reads of the shop for an incident at its front door. */
async function observed({ fault, seed, at, resolvedAt, now, arrivedTo }: ObservedInput): Promise<RcaInput> {
  const reads = simulatedReads(seed, fault, at.getTime() - 70 * minute, arrivedTo);
  const affected = ["storefront", "api-gateway"];
  const incident = { id: "", reference: "", title: faults[fault.kind].title };
  const { input } = await observe(
    reads as TelemetryReads,
    {
      incident: { ...incident, resolved_at: resolvedAt?.toISOString() ?? null },
      at,
      items: affected.map((name) => ({ id: name, name, distance: 0, from: null, relation: null })),
      relations: [
        ...edges.map(({ from, to }) => ({ from, to })),
        ...services.flatMap(({ name, hosts }) => hosts.map((host) => ({ from: name, to: host }))),
      ],
    },
    new Date(now),
    log,
  );
  if (!input) throw new Error("Nothing was read.");
  return input;
}

/** The rank of the true cause, as an analysis finds it some minutes after customers notice. Telemetry arrives late by some minutes. */
async function rankOf(kind: FaultKind, seed: number, minutesLate = 0): Promise<number> {
  const startedAt = Date.UTC(2026, 5, 10, 9) + seed * 97 * minute + 47_000 * minutesLate;
  const fault = { kind, startedAt };
  const at = new Date(startedAt + faults[kind].onset * 1000 + (4 + minutesLate) * minute);
  const now = at.getTime() + minute;
  const input = await observed({ fault, seed, at, now, arrivedTo: now - minutesLate * minute });
  return 1 + rank(input).findIndex(({ service }) => service === truthOf(fault).service);
}

test.each(faultKinds)("the cause of %s ranks first", async (kind) => {
  expect(await rankOf(kind, 1)).toBe(1);
});

test("a lossy host ranks before the services that it slows and fails", async () => {
  expect(await rankOf("network-loss", 2)).toBe(1);
  expect(await rankOf("network-loss", 3)).toBe(1);
});

test.each([
  [4, 2],
  [5, 2],
  [2, 4],
])("telemetry of seed %i that is %i minutes late is not taken for an outage", async (seed, minutesLate) => {
  expect(await rankOf("dns", seed, minutesLate)).toBe(1);
});

test("what begins after an incident was resolved is not its cause", async () => {
  const startedAt = Date.UTC(2026, 5, 10, 9);
  const fault = { kind: "bad-deploy", startedAt } as const;
  const at = new Date(startedAt - minute);
  const now = startedAt + 10 * minute;
  const asked = { fault, seed: 1, at, now, arrivedTo: now };
  const suspects = async (more: Partial<ObservedInput>) =>
    suspectsOf(await observed({ ...asked, ...more })).map(({ service }) => service);
  expect(await suspects({ resolvedAt: new Date(startedAt - 30_000) })).toEqual([]);
  expect(await suspects({})).toContain(truthOf(fault).service);
});
