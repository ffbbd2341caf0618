import { expect, test } from "vitest";
import type { SampledSpan, TelemetryReads } from "../../telemetry/index.ts";
import { observe } from "./observe.ts";
import { suspectsOf } from "./ranking/suspects.ts";

const minute = 60_000;
const at = Date.UTC(2026, 5, 10, 9);
const log = { warn: () => undefined } as never;

const count = 2000;
/** Each service calls the five after it: a tree whose root is the shop's front door. */
const nameOf = (service: number) => (service === 0 ? "front" : `service-${service}`);
const parentOf = (service: number) => Math.floor((service - 1) / 5);

/** A call of a service through all services above it. From `at` on, the slow one takes a second longer. */
function traceOf(number: number, leaf: number, start: number, slow: number): SampledSpan[] {
  const path = [leaf];
  for (let service = leaf; service > 0; service = parentOf(service)) path.unshift(parentOf(service));
  const trace = String(number);
  return path.map((service, depth) => {
    const below = path.slice(depth);
    const extra = start >= at && below.includes(slow) ? 1000 : 0;
    return {
      ...{
        trace,
        id: `${trace}-${depth}`,
        parent: depth === 0 ? "" : `${trace}-${depth - 1}`,
        service: nameOf(service),
      },
      ...{
        operation: "GET /",
        start: start + depth,
        duration: 10 * below.length + extra,
        failed: false,
        peer: "",
        kind: "server" as const,
        version: "",
        host: "",
      },
    };
  });
}

function readsOf(slow: number): TelemetryReads {
  // One call in ten needs the slow service, before and after the problem begins.
  const between = (from: number, to: number) =>
    Array.from({ length: 2 * count }, (_, number) => {
      const start = (to > at && number >= count ? at : from) + number;
      return traceOf(number, number % 10 === 0 ? slow : number % count, start, slow);
    }).flat();
  const reads: Partial<TelemetryReads> = {
    serviceVolumes: async () => Array.from({ length: count }, (_, each) => ({ service: nameOf(each), spans: 5 })),
    spanSample: async (range) => ({ spans: between(range.from.getTime(), range.to.getTime()), sampled: 1, range }),
    serviceSeries: async (services) => services.map((service) => ({ service, points: [] })),
    countProblems: async () => 0,
    lineSample: async () => [],
    entitySeries: async () => [],
  };
  return reads as TelemetryReads;
}

test.each([3, 400, 1500])("of 2,000 services, number %i is found as the slow one, wherever it is", async (slow) => {
  const items = [{ id: "front", name: "front", distance: 0, from: null, relation: null }];
  const incident = { id: "", reference: "", title: "The shop is slow", resolved_at: null };
  const now = new Date(at + 5 * minute);
  const { input } = await observe(readsOf(slow), { incident, at: now, items, relations: [] }, now, log);
  if (!input) throw new Error("Nothing was read.");
  expect(suspectsOf(input)[0]?.service).toBe(nameOf(slow));
});
