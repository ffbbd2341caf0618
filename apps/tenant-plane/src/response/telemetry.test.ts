import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { remoteWrite } from "../../test/alert-stage.ts";
import { anExport, type TestSpan } from "../../test/an-export.ts";
import { breakableLink, type Link } from "../../test/breakable-link.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";

const minute = 60_000;
const now = Date.now();

/** Calls in the hour before and in the last minutes; the last ones are as wanted. */
function callsOf(service: string, recent: Partial<TestSpan>, always: Partial<TestSpan> = {}): TestSpan[] {
  return Array.from({ length: 70 }, (_, index) => {
    const id = `${service.length}${index}`.padStart(16, "0");
    const base = { trace: id.repeat(2), id, service, host: "node-7", name: "GET /", kind: "server", ms: 20 } as const;
    return { ...base, ...always, at: now - (70 - index) * minute, ...(index >= 58 ? recent : {}) };
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
    plane = await startPlane({ ROLE: "api", RCA_BUDGET_MS: "300000" }, { telemetry: true, clickhouseUrl: link.url });
    boss = await plane.tenant();
    const { api } = boss;
    await api.ingest.otlpTraces({
      body: anExport([...callsOf("shop", {}), ...callsOf("payments", { failed: true, ms: 900 })]),
    });
    await api.ingest.logs({
      body: [
        ...logsOf("payments", "error", 3, 30),
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

  test("a service upstream that fails, is slow and logs errors is the cause, with links and the start", async () => {
    const { causes, checked, confidence, started_at, spread, summary, timeline } = await analyze();
    expect(causes[0]).toMatchObject({ kind: "service", service: "payments" });
    const evidence = causes[0]?.evidence ?? [];
    const texts = evidence.map(({ kind, text }) => [kind, text]);
    expect(texts).toContainEqual(["traces", "GET / of payments fails 100 % of the time instead of 0 %."]);
    expect(texts).toContainEqual([
      "traces",
      expect.stringMatching(/^GET \/ of payments takes 900 ms instead of 20 ms, without the time of others/),
    ]);
    expect(texts).toContainEqual([
      "logs",
      expect.stringMatching(/^payments logs “error error <\*>” .* times a minute/),
    ]);
    expect(texts).toContainEqual(["relation", "shop depends on payments."]);
    const [logs] = evidence.filter(({ kind }) => kind === "logs");
    expect(logs?.link).toMatch(/^\/logs\?from=.*&service=payments/);
    expect(confidence).toBeGreaterThan(0.5);
    expect(summary).toMatch(/^Likely cause: payments, 1 hop upstream: /);
    // Calls fail since 12 minutes.
    expect(Date.parse(started_at ?? "")).toBeGreaterThanOrEqual(now - 13 * minute);
    expect(spread.nodes[0]).toMatchObject({ name: "payments" });
    expect(timeline.map(({ text }) => text)).toContain("payments became unusual.");
    expect(checked.at(-1)).toMatch(/^Telemetry of \d+ services? and hosts, .* unusual\.$/);
  });

  test("lines of other programs on a host count for the host, and their link finds them", async () => {
    const { api } = await plane.tenant();
    await api.ingest.otlpTraces({ body: anExport(callsOf("shop", {})) });
    await api.ingest.logs({
      body: logsOf("kernel", "warn", 4, 20).map((line) => ({ ...line, host: "node-7", message: "eth0: link resets" })),
    });
    const { id } = await api.incidents.create({ body: { title: "shop times out" } });
    const [host] = (await api.response.rca({ body: { incident_id: id } })).causes;
    expect(host).toMatchObject({ kind: "host", service: "node-7", evidence: [{ kind: "logs" }] });
    const [line] = host?.evidence ?? [];
    expect(line?.text).toMatch(/^node-7 logs “warn eth<\*>: link resets” /);
    const { searchParams } = new URL(line?.link ?? "", "http://console");
    const [from = "", to = "", q = ""] = ["from", "to", "q"].map((name) => searchParams.get(name) ?? "");
    expect((await api.logs.list({ query: { from, to, q } })).items).toHaveLength(20);
  });

  test("a version that the service has since it fails is the cause, and its link finds its traces", async () => {
    const { api } = await plane.tenant();
    const recent = { failed: true, version: "2.9" };
    await api.ingest.otlpTraces({ body: anExport(callsOf("payments", recent, { version: "2.8" })) });
    const { id } = await api.incidents.create({ body: { title: "Cards are declined" } });
    const { causes } = await api.response.rca({ body: { incident_id: id } });
    expect(causes.slice(0, 2)).toMatchObject([
      { kind: "deployment", title: "payments 2.9", service: "payments" },
      { kind: "service", title: "payments" },
    ]);
    const [deployment] = causes[0]?.evidence ?? [];
    expect(deployment?.kind).toBe("deployment");
    expect(deployment?.text).toMatch(/^Version 2\.9 of payments was first seen \d+ minutes before .* was 2\.8\.$/);
    const { searchParams } = new URL(deployment?.link ?? "", "http://console");
    const [from = "", to = "", attribute = ""] = ["from", "to", "attr"].map((name) => searchParams.get(name) ?? "");
    expect((await api.traces.list({ query: { from, to, attribute: [attribute] } })).items).toHaveLength(12);
  });

  test("values of metrics have their units", async () => {
    const person = await plane.tenant();
    const samples = (usual: number, recent: number) =>
      Array.from({ length: 80 }, (_, n): [number, number] => [
        (n < 66 ? usual : recent) * (1 + 0.01 * (n % 3)),
        now - (80 - n) * minute,
      ]);
    const seriesOf = (name: string, usual: number, recent: number) => ({
      labels: { __name__: name, service: "vault" },
      samples: samples(usual, recent),
    });
    const mebibyte = 1024 ** 2;
    await remoteWrite(plane, person, [
      seriesOf("process_resident_memory_bytes", 100 * mebibyte, 900 * mebibyte),
      seriesOf("disk_wait_seconds", 0.005, 1.4),
      seriesOf("pool_usage_ratio", 0.2, 0.95),
    ]);
    const { id } = await person.api.incidents.create({ body: { title: "vault is slow" } });
    const { causes } = await person.api.response.rca({ body: { incident_id: id } });
    const texts = causes[0]?.evidence.map(({ text }) => text) ?? [];
    expect(texts).toContainEqual(
      expect.stringMatching(/^process_resident_memory_bytes of vault rose from 10\d MiB to 90\d MiB\.$/),
    );
    expect(texts).toContainEqual(
      expect.stringMatching(/^disk_wait_seconds of vault rose from 5\.\d+ ms to 1\.4\d* s\.$/),
    );
    expect(texts).toContainEqual(
      expect.stringMatching(/^pool_usage_ratio of vault rose from 20\.\d % to 9\d(\.\d)? %\.$/),
    );
  });

  test("of a service that only logs, and that only the title names, is used too", async () => {
    const { id } = await boss.api.incidents.create({ body: { title: "Nobody can use payments.v2" } });
    const other = await plane.tenant();
    await other.api.ingest.logs({ body: logsOf("ledger", "error", 3, 30) });
    const named = await other.api.incidents.create({ body: { title: "ledger stopped" } });
    const { causes } = await other.api.response.rca({ body: { incident_id: named.id } });
    expect(causes).toMatchObject([{ kind: "service", service: "ledger", ci_id: null }]);
    expect((await boss.api.response.rca({ body: { incident_id: id } })).checked[0]).toBe(
      "1 CI named in the title and 0 CIs upstream, up to 3 hops.",
    );
  });

  test("is used in part when a part cannot be read, and left out when ClickHouse is down; the analysis says so", async () => {
    link.refuseNext((statement) => statement.includes("log_records"));
    const partly = await analyze();
    expect(partly.causes[0]).toMatchObject({ service: "payments" });
    expect(partly.checked.at(-1)).toBe("Could not be read: logs.");
    link.cut();
    const without = await analyze();
    expect([without.causes, without.checked.at(-1)]).toEqual([[], "Telemetry: not available."]);
    link.mend();
  });
});
