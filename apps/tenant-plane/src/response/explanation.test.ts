import { randomBytes } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { anExport } from "../../test/an-export.ts";
import { type ChainFault, drawnChain } from "../../test/drawn-chain.ts";
import { isLongRun } from "../../test/effort.ts";
import { sharedPlane } from "../../test/plane.ts";

// Incidents of chains of services that a seed draws, over OTLP and the whole pipeline, without a CMDB and without items. `npm run test:long`
// draws others each time.

const batch = 2_000;

const faults: [string, ChainFault][] = [
  ["is slow, so that its caller gives up", { leafMs: 3_000, limitMs: 1_000 }],
  ["is slow, and its caller tries again and again", { leafMs: 2_500, limitMs: 700, tries: 3 }],
  ["is slow, and everybody waits", { leafMs: 1_500 }],
  ["is down and sends nothing", { isDown: true }],
];

describe.skipIf(inject("clickhouseProblem") !== "")("the deepest service of a chain is the first cause when it", () => {
  test.each(faults)("%s", async (about, fault) => {
    const seed = isLongRun ? randomBytes(4).toString("hex") : about.length.toString(16).padStart(8, "0");
    const plane = await sharedPlane();
    const { api } = await plane.tenant();
    const { names, spans } = drawnChain(seed, Date.now(), fault);
    for (let from = 0; from < spans.length; from += batch)
      await api.ingest.otlpTraces({ body: anExport(spans.slice(from, from + batch)) });
    const { id } = await api.incidents.create({ body: { title: "Customers report errors" } });
    const { causes, confidence, spread } = await api.response.rca({ body: { incident_id: id } });
    expect(
      causes[0]?.service,
      `seed ${seed}: ${JSON.stringify(causes.map(({ service, score }) => [service, score]))}`,
    ).toBe(names.at(-1));
    expect(confidence).toBeLessThan(1);
    for (const { link } of causes[0]?.evidence ?? []) expect(link).not.toBeNull();
    const shown = spread.nodes.map(({ name }) => name);
    const chain = names.slice(1).map((target, at) => ({ source: names[at], target }));
    const between = chain.slice(chain.findIndex(({ source }) => shown.includes(source ?? "")));
    expect(spread.edges, `seed ${seed}: ${shown}`).toEqual(expect.arrayContaining(between));
  });
});
