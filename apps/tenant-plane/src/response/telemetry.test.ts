import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { anExport, type TestSpan } from "../../test/an-export.ts";
import { breakableLink, type Link } from "../../test/breakable-link.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";

const minute = 60_000;
const now = Date.now();

/** Calls in the hour before and in the last minutes; the last ones are as wanted. */
function callsOf(service: string, recent: Partial<TestSpan>): TestSpan[] {
  return Array.from({ length: 70 }, (_, index) => {
    const id = `${service.length}${index}`.padStart(16, "0");
    const base = { trace: id.repeat(2), id, service, name: "GET /", kind: "server", ms: 20 } as const;
    return { ...base, at: now - (70 - index) * minute, ...(index >= 58 ? recent : {}) };
  });
}

const logsOf = (service: string, level: string, minutesAgo: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ service, level, message: `${level} ${n}` },
    timestamp: new Date(now - minutesAgo * minute - n).toISOString(),
  }));

describe.skipIf(inject("clickhouseProblem") !== "")("telemetry in an analysis", () => {
  let plane: Plane;
  let boss: Person;
  let link: Link;
  let incidentId: string;

  beforeAll(async () => {
    link = await breakableLink(inject("clickhouseUrl"));
    plane = await startPlane({ ROLE: "api" }, { telemetry: true, clickhouseUrl: link.url });
    boss = await plane.tenant();
    const { api } = boss;
    await api.ingest.otlpTraces({
      body: anExport([...callsOf("shop", {}), ...callsOf("payments", { failed: true, ms: 900 })]),
    });
    await api.ingest.logs({
      body: [
        ...logsOf("payments", "error", 5, 30),
        ...logsOf("payments", "error", 40, 2),
        ...logsOf("shop", "info", 5, 50),
      ],
    });
    const [shop, payments] = [
      await api.cmdb.create({ body: { name: "shop", class: "service" } }),
      await api.cmdb.create({ body: { name: "payments", class: "service" } }),
    ];
    await api.cmdb.relate({ body: { source_id: shop.id, target_id: payments.id, type: "depends_on" } });
    incidentId = (await api.incidents.create({ body: { title: "Shop fails", ci_ids: [shop.id] } })).id;
  });
  afterAll(async () => {
    await plane?.close();
    await link?.close();
  });

  const analyze = () => boss.api.response.rca({ body: { incident_id: incidentId } });

  test("errors, latency and error logs of a service upstream are evidence, with links and the first unusual minute", async () => {
    const { causes, checked, summary, timeline } = await analyze();
    expect(causes).toMatchObject([{ kind: "service", service: "payments" }]);
    const evidence = causes[0]?.evidence ?? [];
    expect(evidence.map(({ kind, text }) => [kind, text])).toEqual([
      ["traces", expect.stringMatching(/^The error rate of payments rose from 0 % to [89]\d %\.$/)],
      ["traces", expect.stringMatching(/^The p95 latency of payments rose from \d\d ms to \d{3} ms\.$/)],
      ["logs", "payments logged 30 errors in 15 minutes, after 2 in the hour before."],
      ["relation", "shop depends on payments."],
    ]);
    expect(Math.abs(Date.parse(evidence[0]?.at ?? "") - (now - 12 * minute))).toBeLessThanOrEqual(minute);
    expect(evidence[2]?.link).toMatch(/^\/logs\?from=.*&service=payments&level=error%2Cfatal$/);
    expect(summary).toContain("[E1, E2, E3, E4]");
    expect(timeline[0]?.text).toBe("payments became unusual.");
    expect(checked.at(-1)).toBe("Traces and logs of 2 services, 15 minutes before against the hour before: 1 unusual.");
  });

  test("of a service that only the title names is used too", async () => {
    const { id } = await boss.api.incidents.create({ body: { title: "Nobody can use payments.v2" } });
    const other = await plane.tenant();
    await other.api.ingest.logs({ body: logsOf("ledger", "error", 5, 30) });
    const named = await other.api.incidents.create({ body: { title: "ledger stopped" } });
    const { causes } = await other.api.response.rca({ body: { incident_id: named.id } });
    expect(causes).toMatchObject([{ kind: "service", service: "ledger", ci_id: null }]);
    expect((await boss.api.response.rca({ body: { incident_id: id } })).checked[0]).toBe(
      "1 CI named in the title and 0 CIs upstream, up to 3 hops.",
    );
  });

  test("is left out when ClickHouse refuses or is down, and the analysis says so", async () => {
    link.refuseNext((statement) => statement.includes("log_records"));
    const refused = await analyze();
    expect([refused.causes, refused.checked.at(-1)]).toEqual([[], "Telemetry: not available."]);
    link.cut();
    expect((await analyze()).checked.at(-1)).toBe("Telemetry: not available.");
    link.mend();
  });
});
