import { edges, type FaultKind, faultKinds, faults, services, truthOf } from "@opsplane/demo";
import { rank } from "@opsplane/rca";
import { expect, test } from "vitest";
import { simulatedReads } from "../../../test/simulated-reads.ts";
import type { TelemetryReads } from "../../telemetry/index.ts";
import { observe } from "./observe.ts";

const minute = 60_000;
const log = { warn: () => undefined } as never;

/** The rank of the true cause, as an analysis finds it some minutes after customers notice. Telemetry arrives late by some minutes. */
async function rankOf(kind: FaultKind, seed: number, minutesLate = 0): Promise<number> {
  const startedAt = Date.UTC(2026, 5, 10, 9) + seed * 97 * minute + 47_000 * minutesLate;
  const fault = { kind, startedAt };
  const at = new Date(startedAt + faults[kind].onset * 1000 + (4 + minutesLate) * minute);
  const reads = simulatedReads(seed, fault, at.getTime() - 70 * minute, at.getTime() + (1 - minutesLate) * minute);
  const affected = ["storefront", "api-gateway"];
  const { input } = await observe(
    reads as TelemetryReads,
    {
      incident: { id: "", reference: "", title: faults[kind].title },
      at,
      items: affected.map((name) => ({ id: name, name, distance: 0, from: null, relation: null })),
      relations: [
        ...edges.map(({ from, to }) => ({ from, to })),
        ...services.flatMap(({ name, hosts }) => hosts.map((host) => ({ from: name, to: host }))),
      ],
    },
    new Date(at.getTime() + minute),
    log,
  );
  if (!input) throw new Error("Nothing was read.");
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
