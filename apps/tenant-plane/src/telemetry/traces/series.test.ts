import { beforeAll, describe, expect, inject, test } from "vitest";
import { anExport, type TestSpan } from "../../../test/an-export.ts";
import { type SharedPlane, sharedPlane } from "../../../test/plane.ts";

const minute = 60_000;
const base = Math.floor(Date.now() / (5 * minute)) * 5 * minute - 30 * minute;
const at = (ms: number) => new Date(base + ms).toISOString();

function call(service: string, number: number, ms: number, more: Partial<TestSpan> = {}): TestSpan {
  const id = String(number + 1).padStart(16, "0");
  return {
    trace: id.repeat(2),
    id,
    service,
    name: "GET /",
    kind: "server",
    at: base + number * 20_000,
    ms,
    ...more,
  };
}

describe.skipIf(inject("clickhouseProblem") !== "")("series of services", () => {
  let plane: SharedPlane;
  beforeAll(async () => {
    plane = await sharedPlane();
    await plane.admin.api.ingest.otlpTraces({
      body: anExport([
        ...[0, 1, 2].map((number) => call("web", number, 100)),
        call("web", 6, 400, { failed: true }),
        call("web", 7, 400, { kind: "internal", parent: "f".repeat(16) }),
        call("quiet", 30, 5),
      ]),
    });
  });

  test("points have calls, errors and latency of entry spans by step, and steps without calls have none", async () => {
    const { services, step_seconds } = await plane.admin.api.services.series({
      query: { service: ["web"], from: at(0), to: at(10 * minute), points: 10 },
    });
    expect(step_seconds).toBe(60);
    const [web] = services;
    expect(web?.points.map(({ ts, calls, errors }) => [ts, calls, errors])).toEqual([
      [at(0), 3, 0],
      [at(2 * minute), 1, 1],
    ]);
    expect(Math.abs((web?.points[0]?.p95_ms ?? 0) / 100 - 1)).toBeLessThan(0.05);
    expect(Math.abs((web?.points[1]?.p50_ms ?? 0) / 400 - 1)).toBeLessThan(0.05);
  });

  test("without names the busiest services come first, and a service without calls has no points", async () => {
    const all = await plane.admin.api.services.series({ query: { from: at(0), to: at(20 * minute), points: 4 } });
    expect(all.step_seconds).toBe(300);
    expect(all.services.map(({ service, points }) => [service, points.length])).toEqual([
      ["web", 1],
      ["quiet", 1],
    ]);
    const none = await plane.admin.api.services.series({ query: { service: ["nobody"] } });
    expect(none.services).toEqual([{ service: "nobody", points: [] }]);
  });

  test("another tenant sees no services", async () => {
    const stranger = await plane.tenant();
    expect((await stranger.api.services.series()).services).toEqual([]);
  });
});
