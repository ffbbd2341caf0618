import { dataSources } from "@opsplane/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: Plane;
beforeAll(async () => {
  plane = await startPlane({ ROLE: "api", REPORT_MAX_BYTES: "20000", REPORT_STORED_MAX_BYTES: "40000" });
});
afterAll(() => plane.close());

const aReport = { name: "Incidents of the month", type: "Incident", data_sources: ["Incidents"] };

async function run(person: Person, id: string, body: object = {}): Promise<Response> {
  return fetch(`${plane.url}/api/reports/${id}/run`, {
    ...{ method: "POST", headers: { ...person.headers, "content-type": "application/json" } },
    body: JSON.stringify(body),
  });
}

test("a definition has the words of the specification, in any case, and HTML and Off unless given", async () => {
  const boss = await plane.tenant();
  const plain = await boss.api.reports.create({ body: aReport });
  expect(plain).toMatchObject({
    ...{ type: "Incident", format: "HTML", schedule: "Off", cron: null, next_run_at: null, last_run: null },
    ...{ data_sources: ["Incidents"], created_by: boss.email },
  });
  const written = await boss.api.reports.create({
    body: {
      name: " All ",
      type: "executive_summary",
      output_format: "csv",
      schedule: "weekly",
      data_sources: [...dataSources],
    },
  });
  expect(written).toMatchObject({
    ...{
      name: "All",
      type: "Executive Summary",
      format: "CSV",
      schedule: "Weekly",
      cron: "0 7 * * 1",
      timezone: "UTC",
    },
    data_sources: [...dataSources],
  });
  expect(written.next_run_at).toMatch(/T07:00:00\.000Z$/);
  expect(new Date(written.next_run_at ?? "").getUTCDay()).toBe(1);
});

test.each([
  [{ ...aReport, name: "" }, "name"],
  [{ ...aReport, type: "Poem" }, "type"],
  [{ ...aReport, format: "PDF" }, "format"],
  [{ ...aReport, schedule: "Hourly" }, "schedule"],
  [{ ...aReport, data_sources: [] }, "data_sources"],
  [{ ...aReport, data_sources: ["Incidents", "Weather"] }, "data_sources.1"],
  [{ ...aReport, parameters: { range: "custom" } }, "parameters.from"],
  [{ ...aReport, parameters: { range: "custom", from: "now", to: "now-1d" } }, "parameters.from"],
  [{ ...aReport, parameters: { range: "custom", from: "now-5000d" } }, "parameters.from"],
  [{ ...aReport, parameters: { timezone: "Mars/Olympus" } }, "parameters.timezone"],
  [{ ...aReport, parameters: { severities: ["P9"] } }, "parameters.severities.0"],
])("%j is refused at %s", async (body, path) => {
  const boss = await plane.tenant();
  const answer = await fetch(`${plane.url}/api/reports`, {
    ...{ method: "POST", headers: { ...boss.headers, "content-type": "application/json" } },
    body: JSON.stringify(body),
  });
  const refusal = (await answer.json()) as { code: string; details?: { path: string }[] };
  expect({ status: answer.status, code: refusal.code, path: refusal.details?.[0]?.path }).toEqual({
    ...{ status: 422, code: "VALIDATION_ERROR", path },
  });
  expect((await boss.api.reports.list()).total).toBe(0);
});

test("a viewer reads and runs reports and defines none; another tenant sees none", async () => {
  const boss = await plane.tenant();
  const { id } = await boss.api.reports.create({ body: aReport });
  const viewer = await plane.person("viewer", boss);
  expect((await viewer.api.reports.list()).items.map((report) => report.id)).toEqual([id]);
  const answer = await run(viewer, id);
  expect(answer.status).toBe(200);
  const output = await answer.text();
  const runId = answer.headers.get("x-report-run-id") ?? "";
  expect((await viewer.api.reports.runs({ params: { id } })).items).toMatchObject([
    { id: runId, status: "succeeded", format: "HTML", trigger: "manual", started_by: viewer.email, error: null },
  ]);
  const { reports, reportSubscriptions, kpis, compliance } = viewer.api;
  const forbidden: readonly (() => Promise<unknown>)[] = [
    () => reports.create({ body: aReport }),
    () => reports.update({ params: { id }, body: { name: "Mine" } }),
    () => reports.schedule({ params: { id }, body: { cron: "0 7 * * *" } }),
    () => reports.remove({ params: { id } }),
    () => reportSubscriptions.create({ params: { id }, body: { name: "Me", recipients: [viewer.email] } }),
    () => kpis.create({ body: { name: "k", inputs: [{ name: "n", kind: "logs" }], formula: "n" } }),
    () => compliance.attest({ body: { control: "backup", statement: "All is well." } }),
  ];
  for (const ask of forbidden) expect(await refusalOf(ask())).toMatchObject({ status: 403 });

  const stranger = await plane.tenant();
  expect((await stranger.api.reports.list()).total).toBe(0);
  expect((await run(stranger, id)).status).toBe(404);
  const stolen = await fetch(`${plane.url}/api/reports/${id}/runs/${runId}/output`, { headers: stranger.headers });
  expect(stolen.status).toBe(404);
  expect(output).toContain("Incidents of the month");
});

test("a run can be opened again as it was, with other formats and parameters, and by ranges of bytes", async () => {
  const boss = await plane.tenant();
  await boss.api.incidents.create({ body: { title: "First", severity: "P1" } });
  const { id } = await boss.api.reports.create({
    body: { ...aReport, format: "CSV", parameters: { range: "last_24_hours" } },
  });
  const first = await run(boss, id);
  const text = await first.text();
  expect(text).toContain("First");
  await boss.api.incidents.create({ body: { title: "Second", severity: "P2" } });
  const output = `${plane.url}/api/reports/${id}/runs/${first.headers.get("x-report-run-id")}/output`;
  const again = await fetch(output, { headers: boss.headers });
  expect(await again.text()).toBe(text);
  expect(again.headers.get("content-disposition")).toContain(`report-${id}.csv`);
  const part = await fetch(output, { headers: { ...boss.headers, range: "bytes=0-10" } });
  expect({ status: part.status, text: await part.text() }).toEqual({ status: 206, text: text.slice(0, 11) });

  const json = await run(boss, id, { format: "json", parameters: { severities: ["P2"] } });
  const report = JSON.parse(await json.text());
  expect(report.parameters).toEqual({ range: "last_24_hours", severities: ["P2"] });
  expect(report.data_sources[0].figures[0]).toMatchObject({ name: "Incidents", value: 1 });
  expect((await boss.api.reports.get({ params: { id } })).last_run).toMatchObject({
    format: "JSON",
    status: "succeeded",
  });
  const records = (await boss.api.audit.list({ query: { action: "reports.run" } })).items;
  expect(records.map(({ actor, target }) => [actor, target])).toEqual([
    [boss.email, aReport.name],
    [boss.email, aReport.name],
  ]);
});

test("a failing data source fails the run with its reason, and nothing is sent", async () => {
  const boss = await plane.tenant();
  // This plane has no ClickHouse, so idle hosts are not known.
  const { id } = await boss.api.reports.create({ body: { ...aReport, data_sources: ["Incidents", "FinOps"] } });
  const answer = await run(boss, id);
  expect(answer.status).toBe(503);
  const { error } = (await answer.json()) as { error: string };
  expect(error).toMatch(/^The data source FinOps failed: /);
  const { items } = await boss.api.reports.runs({ params: { id }, query: { status: "failed" } });
  expect(items).toMatchObject([{ status: "failed", size: null, error }]);
  const output = await fetch(`${plane.url}/api/reports/${id}/runs/${items[0]?.id}/output`, { headers: boss.headers });
  expect(output.status).toBe(404);
});

test("an output that is too large fails the run and leaves nothing behind", async () => {
  const boss = await plane.tenant();
  for (let number = 0; number < 60; number++)
    await boss.api.incidents.create({ body: { title: `${number} ${"long ".repeat(30)}` } });
  const { id } = await boss.api.reports.create({ body: { ...aReport, parameters: { range: "last_24_hours" } } });
  const answer = await run(boss, id);
  expect(answer.status).toBe(413);
  expect((await boss.api.reports.runs({ params: { id } })).items[0]).toMatchObject({ status: "failed", size: null });
});

test("a preview shows the document and keeps nothing", async () => {
  const boss = await plane.tenant();
  const answer = await fetch(`${plane.url}/api/reports/preview`, {
    ...{ method: "POST", headers: { ...boss.headers, "content-type": "application/json" } },
    body: JSON.stringify({ ...aReport, name: "Draft & co" }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("<h1>Draft &amp; co</h1>");
  expect((await boss.api.reports.list()).total).toBe(0);
});

test("two people who edit at once do not overwrite each other; a report leaves with its runs", async () => {
  const boss = await plane.tenant();
  const { id, version } = await boss.api.reports.create({ body: { ...aReport, schedule: "Daily" } });
  await (await run(boss, id)).arrayBuffer();
  const edit = (name: string) =>
    fetch(`${plane.url}/api/reports/${id}`, {
      ...{ method: "PATCH", body: JSON.stringify({ name }) },
      headers: { ...boss.headers, "content-type": "application/json", "if-match": `"${version}"` },
    });
  const statuses = (await Promise.all([edit("One"), edit("Two")])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
  await boss.api.reports.remove({ params: { id } });
  expect(await refusalOf(boss.api.reports.runs({ params: { id } }))).toMatchObject({ status: 404 });
});

test("beyond what a tenant may store, the oldest outputs are deleted and say so", async () => {
  const boss = await plane.tenant();
  const { id } = await boss.api.reports.create({ body: aReport });
  const sizes: number[] = [];
  for (let number = 0; number < 8; number += 1) sizes.push((await (await run(boss, id)).arrayBuffer()).byteLength);
  const { items } = await boss.api.reports.runs({ params: { id } });
  const kept = items.filter(({ size }) => size !== null);
  const stored = kept.reduce((sum, { size }) => sum + (size ?? 0), 0);
  expect(stored).toBeLessThanOrEqual(40_000);
  expect(stored + (sizes[0] ?? 0)).toBeGreaterThan(40_000);
  expect(kept).toEqual(items.slice(0, kept.length));
  const gone = items.at(-1)?.id ?? "";
  const answer = await fetch(`${plane.url}/api/reports/${id}/runs/${gone}/output`, { headers: boss.headers });
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("not kept any longer");
});
