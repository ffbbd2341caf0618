import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../test/model-server.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import type { JsonReport } from "../../test/read-report.ts";

let plane: SharedPlane;
let server: ModelServer;
let boss: Person;

beforeAll(async () => {
  [plane, server] = await Promise.all([sharedPlane(), startModelServer()]);
  boss = await plane.tenant("midsize");
  await boss.api.incidents.create({ body: { title: "Disk is full", severity: "P1" } });
  await boss.api.ai.updateSettings({
    body: {
      ...{ enabled: true, provider: "anthropic", model: "test-model", api_key: "sk-test-0123456789" },
      base_url: `${server.url}/v1`,
    },
  });
});
afterAll(async () => {
  server.close();
});

async function narrativeOf(type: string): Promise<JsonReport["narrative"]> {
  const { id } = await boss.api.reports.create({
    body: {
      name: "Summary",
      type,
      format: "JSON",
      data_sources: ["Incidents"],
      parameters: { range: "last_24_hours" },
    },
  });
  const answer = await fetch(`${plane.url}/api/reports/${id}/run`, { method: "POST", headers: boss.headers });
  const report: JsonReport = JSON.parse(await answer.text());
  return report.narrative;
}

test("a provider writes the executive summary from the figures, and no other report", async () => {
  server.answer = () => ({ text: "One P1 incident happened.\n\nIt is <b>still</b> open." });
  expect(await narrativeOf("Executive Summary")).toEqual({
    ...{ by: "provider", paragraphs: ["One P1 incident happened.", "It is <b>still</b> open."] },
  });
  expect(server.requests[0]?.body).toContain("P1 and P2");
  expect((await boss.api.ai.calls()).items[0]).toMatchObject({ purpose: "report", outcome: "ok" });
  expect(await narrativeOf("Incident")).toMatchObject({ by: "builtin" });
});

test("the built-in summary stays when the provider fails", async () => {
  server.answer = () => ({ status: 500 });
  const { by, paragraphs } = await narrativeOf("Executive Summary");
  expect(by).toBe("builtin");
  expect(paragraphs.join(" ")).toContain("1 incident was created, 1 of them P1 or P2; 1 is still open.");
});
