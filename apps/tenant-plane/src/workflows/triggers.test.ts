import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createLog, newId, openDatabase, openDurableClient, reactTo, signedHeaders } from "@opsplane/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedCall } from "../../../console/src/workflows/fields/signed-call.ts";
import { runWhen, unique } from "../../test/a-runbook.ts";
import { type Api, type Person, type Plane, startPlane } from "../../test/plane.ts";
import { alertReaction } from "./triggers.ts";

let plane: Plane;
let boss: Person;
beforeAll(async () => {
  plane = await startPlane();
});
afterAll(() => plane.close());

type Trigger = NonNullable<Parameters<Api["workflows"]["create"]>[0]["body"]["triggers"]>[number];

const triggered = async (trigger: Trigger, message = "{{ input.title }}") => {
  boss = await plane.tenant();
  const body = {
    name: unique("workflow"),
    triggers: [trigger],
    steps: [{ id: "say", type: "notification" as const, config: { message } }],
  };
  return boss.api.workflows.create({ body });
};
const runsOf = async (workflow_id: string) => (await boss.api.workflows.runs({ query: { workflow_id } })).items;

test("an incident starts a workflow when the condition is true", async () => {
  const { id } = await triggered({ type: "incident_created", condition: 'input.severity == "P1"' });
  await boss.api.incidents.create({ body: { title: "Small", severity: "P3" } });
  const incident = await boss.api.incidents.create({ body: { title: "Big", severity: "P1" } });
  await expect.poll(async () => (await runsOf(id)).length).toBe(1);
  const [run] = await runsOf(id);
  expect(await runWhen(boss, run?.id ?? "")).toMatchObject({
    status: "succeeded",
    trigger: "incident_created",
    incident: { id: incident.id },
    input: { title: "Big", incident_id: incident.id },
  });
});

test("a move of an incident starts a workflow, an edit does not", async () => {
  const { id } = await triggered({ type: "incident_moved", condition: 'input.status == "open"' });
  const { id: incidentId } = await boss.api.incidents.create({ body: { title: "Moves" } });
  const params = { id: incidentId };
  await boss.api.incidents.update({ params, body: { title: "Edited" } });
  await boss.api.incidents.update({ params, body: { status: "open" } });
  await boss.api.incidents.update({ params, body: { status: "acknowledged" } });
  await expect.poll(async () => (await runsOf(id)).length).toBe(1);
  expect((await runWhen(boss, (await runsOf(id))[0]?.id ?? "")).input).toMatchObject({
    previous_status: "triggered",
    status: "open",
  });
});

test("an approved request starts a workflow", async () => {
  const { id } = await triggered({ type: "request_approved" });
  const item = await boss.api.catalog.create({ body: { name: "Laptop" } });
  const request = await boss.api.requests.create({ body: { catalog_item_id: item.id } });
  await expect.poll(async () => (await runsOf(id)).length).toBe(1);
  expect((await runWhen(boss, (await runsOf(id))[0]?.id ?? "")).input).toMatchObject({
    request_id: request.id,
    title: "Laptop",
  });
});

test("a schedule runs once at each slot, in its timezone", async () => {
  const { id, next_run_at } = await triggered(
    { type: "schedule", cron: "30 3 * * *", timezone: "Asia/Kolkata" },
    "Nightly",
  );
  expect(next_run_at).toMatch(/T22:00:00.000Z$/);
  const wait = Date.parse(next_run_at ?? "") - Date.now() + 1000;
  plane.travel(wait);
  await Promise.all([plane.schedules.runNow("cron"), plane.schedules.runNow("cron")]);
  await plane.schedules.runNow("cron");
  plane.travel(-wait);
  const runs = await runsOf(id);
  expect(runs).toMatchObject([{ trigger: "schedule" }]);
  expect((await runWhen(boss, runs[0]?.id ?? "")).input).toEqual({ scheduled_for: next_run_at });
});

test("a schedule that is wrong or too dense is refused", async () => {
  for (const cron of ["not a cron", "* * * * * *"])
    await expect(triggered({ type: "schedule", cron })).rejects.toMatchObject({ status: 422 });
});

test("a signed webhook starts one run; an unsigned, altered, old or repeated one starts none", async () => {
  const { id, webhook_url } = await triggered({ type: "webhook" });
  expect(webhook_url).toBeNull();
  const { secret, url } = await boss.api.workflows.newSecret({ params: { id } });
  expect((await boss.api.workflows.get({ params: { id } })).webhook_url).toBe(url);
  const body = JSON.stringify({ title: "Pushed" });
  const send = async (headers: Record<string, string>, sent = body) =>
    fetch(plane.url + url, { method: "POST", body: sent, headers: { "content-type": "application/json", ...headers } });
  const signed = (message: string, now = new Date(), text = body) =>
    signedHeaders([secret], { id: message, body: text, now });

  expect((await send({})).status).toBe(401);
  expect((await send(signed("m-0"), JSON.stringify({ title: "Altered" }))).status).toBe(401);
  expect((await send(signed("m-0", new Date(Date.now() - 600_000)))).status).toBe(401);
  expect((await send(signed("m-0", new Date(), "[1]"), "[1]")).status).toBe(422);
  const first = await send(signed("m-1"));
  expect(first.status).toBe(202);
  expect(await first.json()).toMatchObject({ data: { reference: expect.stringMatching(/^RUN-/) } });
  expect(await (await send(signed("m-1"))).json()).toMatchObject({ data: { run_id: null } });
  const runs = await runsOf(id);
  expect(runs).toMatchObject([{ trigger: "webhook", started_by: "webhook" }]);
  expect((await runWhen(boss, runs[0]?.id ?? "")).input).toEqual({ title: "Pushed" });

  await boss.api.workflows.newSecret({ params: { id } });
  expect((await send(signed("m-2"))).status).toBe(401);
});

test("the shell script that the console shows sends a valid webhook", async () => {
  const { id } = await triggered({ type: "webhook" });
  const { secret, url } = await boss.api.workflows.newSecret({ params: { id } });
  const script = signedCall(plane.url + url, secret);
  const answer = await promisify(execFile)("sh", ["-c", script]);
  expect(JSON.parse(answer.stdout)).toMatchObject({ data: { reference: expect.stringMatching(/^RUN-/) } });
});

test("a disabled workflow is not started by a trigger, but by a person", async () => {
  const { id } = await triggered({ type: "incident_created" });
  await boss.api.workflows.update({ params: { id }, body: { enabled: false } });
  const marker = await boss.api.workflows.create({
    body: {
      name: "marker",
      triggers: [{ type: "incident_created" }],
      steps: [{ id: "a", type: "notification", config: { message: "x" } }],
    },
  });
  await boss.api.incidents.create({ body: { title: "Quiet" } });
  await expect.poll(async () => (await runsOf(marker.id)).length).toBe(1);
  expect(await runsOf(id)).toEqual([]);
  const run = await boss.api.workflows.run({ params: { id }, body: {} });
  expect(run).toMatchObject({ trigger: "manual" });
});

test("an alert starts the workflows that wait for one", async () => {
  const { id } = await triggered({ type: "alert_fired", condition: 'input.severity == "P1"' });
  const { tenant_id: tenantId } = boss.tokens.user;
  const data = { name: "Disk full", severity: "P1" as const, labels: { host: "db-1" }, incident_id: null };
  // Alerting announces the event in the same way, as any write of a feature does.
  const database = openDatabase({
    url: plane.databaseUrl,
    log: createLog("silent"),
    tenantConnections: 1,
    systemConnections: 1,
  });
  const client = await openDurableClient(plane.databaseUrl, createLog("silent"));
  try {
    await database.inTenant(tenantId, (tx) =>
      reactTo([alertReaction], tx, tenantId, { type: "alert.fired", subjectId: newId(), data }, client),
    );
  } finally {
    await client.close();
    await database.close();
  }
  await expect.poll(async () => (await runsOf(id)).length).toBe(1);
  expect((await runWhen(boss, (await runsOf(id))[0]?.id ?? "")).input).toMatchObject({
    name: "Disk full",
    labels: { host: "db-1" },
  });
});
