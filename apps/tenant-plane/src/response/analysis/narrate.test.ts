import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unique } from "../../../test/a-runbook.ts";
import { type ModelServer, startModelServer } from "../../../test/model-server.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";

let plane: SharedPlane;
let server: ModelServer;
let boss: Person;
let incidentId: string;

beforeAll(async () => {
  [plane, server] = await Promise.all([sharedPlane(), startModelServer()]);
  boss = await plane.tenant("midsize");
  const { api } = boss;
  const item = await api.cmdb.create({ body: { name: unique("database"), class: "database" } });
  const shop = await api.cmdb.create({ body: { name: unique("shop"), class: "service" } });
  await api.cmdb.relate({ body: { source_id: shop.id, target_id: item.id, type: "depends_on" } });
  await api.incidents.create({ body: { title: "Disk is full", severity: "P1", ci_ids: [item.id] } });
  incidentId = (await api.incidents.create({ body: { title: "Orders fail", ci_ids: [shop.id] } })).id;
  await api.ai.updateSettings({
    body: {
      ...{ enabled: true, provider: "anthropic", model: "test-model", api_key: "sk-test-0123456789" },
      base_url: `${server.url}/v1`,
    },
  });
});
afterAll(async () => {
  server.close();
});

const analyze = () => boss.api.response.rca({ body: { incident_id: incidentId } });

test("a model writes the summary over the evidence, and sources that do not exist are marked", async () => {
  server.answer = () => ({ text: "The disk of the database filled up [[E1]], as before [[E99]]." });
  const rca = await analyze();
  expect(rca).toMatchObject({
    engine: "anthropic",
    summary: "The disk of the database filled up [E1], as before (no source).",
  });
  expect(rca.causes[0]).toMatchObject({ kind: "incident" });
  expect(server.requests[0]?.body).toContain("Disk is full");
  expect((await boss.api.ai.calls()).items[0]).toMatchObject({ purpose: "rca", engine: "anthropic", outcome: "ok" });
});

test("the built-in summary stays when the provider fails or no credit is left", async () => {
  server.answer = () => ({ status: 500 });
  const failed = await analyze();
  expect(failed.engine).toBe("builtin");
  expect(failed.summary).toMatch(/^Likely cause: incident/);
  expect(failed.checked.at(-1)).toMatch(/^The AI provider did not write the summary: /);

  const client = new pg.Client(plane.databaseUrl);
  await client.connect();
  await client.query("update ai_credits set used = 5000 where tenant_id = $1", [boss.tokens.user.tenant_id]);
  await client.end();
  const unpaid = await analyze();
  expect(unpaid.engine).toBe("builtin");
  expect(unpaid.checked.at(-1)).toContain("AI credits of this month are used");

  const before = server.requests.length;
  const { id } = await boss.api.incidents.create({ body: { title: "Everything fails", severity: "P1" } });
  await expect.poll(async () => (await boss.api.response.latestRca({ params: { id } })).status).toBe("finished");
  expect((await boss.api.response.latestRca({ params: { id } })).rca?.engine).toBe("builtin");
  expect(server.requests.length).toBe(before);
});
