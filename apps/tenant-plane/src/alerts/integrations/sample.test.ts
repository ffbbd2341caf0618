import { beforeAll, expect, test } from "vitest";
import { aSender } from "../../../test/an-alert-sender.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";

let plane: SharedPlane;
let boss: Person;

beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
});

const mapping = {
  list: "data.alerts",
  ...{ name: "$.rule.title", summary: "text", severity: "level", status: "state", dedup_key: "ids[0]", labels: "tags" },
  resolved_values: ["Fixed"],
};
const alert = (fields: object = {}) => ({
  ...{ rule: { title: "Queue is long" }, text: "9,000 messages", level: "sev-1", state: "on", ids: [17] },
  tags: ["host:web-1", "team=blue", "odd"],
  ...fields,
});
const body = (...alerts: object[]) => ({ data: { alerts } });

test("JSON of any form is read with a mapping", async () => {
  const sender = await aSender(plane, boss, "json", { mapping, severity_map: { "sev-1": "P1" } });
  await sender.send(body(alert(), alert({ ids: [18], level: "what" })));
  expect(await sender.events()).toMatchObject([
    { dedup_key: "18", severity: "P3", outcome: "opened" },
    { dedup_key: "17", severity: "P1", outcome: "opened" },
  ]);
  const [, first] = (await boss.api.alerts.list({ query: { integration_id: sender.id } })).items;
  expect(first).toMatchObject({ summary: "9,000 messages", labels: { host: "web-1", team: "blue" } });
  await sender.send(body(alert({ state: "FIXED" })));
  expect((await sender.outcomes())[0]).toBe("resolved");
  expect(await sender.send({ data: {} })).toMatchObject({
    status: 422,
    body: { error: "data.alerts: is not a list; the mapping expects the alerts there" },
  });
  expect(await sender.send(body({}))).toMatchObject({
    status: 422,
    body: { details: [{ path: "data.alerts[0].$.rule.title" }] },
  });
});

test("a test says what a sample would become, and nothing comes of it", async () => {
  await boss.api.cmdb.create({ body: { name: "web-1", class: "server" } });
  const sender = await aSender(plane, boss, "json");
  const before = (await boss.api.incidents.list({})).total;
  const tried = (sample: unknown, settings: object = {}) =>
    boss.api.alertIntegrations.test({
      params: { id: sender.id },
      body: { sample: typeof sample === "string" ? sample : JSON.stringify(sample), ...settings },
    });
  const draft = { mapping, severity_map: { "sev-1": "P1" as const } };
  const { alerts, problem, total } = await tried(body(alert(), alert({ ids: [18] }), {}), draft);
  expect([problem, total]).toEqual([null, 3]);
  expect(alerts).toMatchObject([
    {
      ...{ action: "trigger", outcome: "opened", severity: "P1", dedup_key: "17", name: "Queue is long" },
      configuration_items: [{ name: "web-1" }],
      incident: { reference: null, title: "Queue is long: 9,000 messages" },
    },
    { outcome: "joined", dedup_key: "18" },
    { outcome: "refused", problems: [{ path: "data.alerts[2].$.rule.title" }] },
  ]);
  expect((await boss.api.incidents.list({})).total).toBe(before);
  expect(await sender.events()).toEqual([]);
  expect(await tried("{")).toMatchObject({ problem: expect.stringContaining("not valid JSON") });
  expect(await tried({ name: "A" })).toMatchObject({ alerts: [{ outcome: "opened", severity: "P3" }] });
  await sender.send({ name: "A" });
  expect(await tried({ name: "A" })).toMatchObject({ alerts: [{ outcome: "updated" }] });
  expect(await tried({ name: "A", status: "resolved" })).toMatchObject({ alerts: [{ outcome: "resolved" }] });
  expect((await boss.api.incidents.create({ body: { title: "The next" } })).reference).toMatch(/^INC-/);
});
