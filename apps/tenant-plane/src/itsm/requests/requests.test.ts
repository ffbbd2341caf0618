import type { CatalogItem, Form } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anOffice, decide, type Office } from "../../../test/approvals.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: Plane;
let office: Office;
beforeAll(async () => {
  plane = await startPlane({ ACCESS_TOKEN_SECONDS: "86400" });
  office = await anOffice(plane);
});
afterAll(() => plane.close());

type ItemFields = Partial<Omit<CatalogItem, "id">>;

async function anItem(fields: ItemFields = {}): Promise<CatalogItem> {
  return office.boss.api.catalog.create({ body: { name: "Laptop", ...fields } });
}

const submit = (item: CatalogItem, more: object = {}, by: Person = office.asker) =>
  by.api.requests.create({ body: { catalog_item_id: item.id, ...more } });
const patch = (id: string, body: object, by: Person = office.other) => by.api.requests.update({ params: { id }, body });
const statusOf = async (id: string) => (await office.asker.api.requests.get({ params: { id } })).status;
const untilInFulfilment = (id: string) => expect.poll(() => statusOf(id), { timeout: 180_000 }).toBe("in_fulfillment");

const form: Form = {
  type: "object",
  properties: {
    model: { type: "string", title: "Model", enum: ["13 inch", "15 inch"] },
    reason: { type: "string", title: "Why", format: "multiline", maxLength: 200 },
    count: { type: "integer", minimum: 1, maximum: 5 },
    needed: { type: "string", format: "date" },
    extras: { type: "array", items: { type: "string", enum: ["dock", "mouse"] } },
  },
  required: ["model", "reason"],
};

describe("submitting", () => {
  test("without a definition is approved at once, and waits in fulfillment for a person", async () => {
    const request = await submit(await anItem());
    expect(request).toMatchObject({
      status: "approved",
      workflow_instance_id: null,
      requested_by: office.asker.email,
      title: "Laptop",
      version: 1,
    });
    expect(request.reference).toMatch(/^REQ-\d{8}$/);
    await untilInFulfilment(request.id);
    const waiting = await office.asker.api.requests.get({ params: { id: request.reference } });
    expect(waiting).toMatchObject({ started_at: null, assigned_to: null });
  });

  test("with an empty definition starts no approval", async () => {
    const request = await submit(await anItem({ workflow_definition_id: "" }));
    expect(request).toMatchObject({ status: "approved", workflow_instance_id: null });
    expect((await office.boss.api.instances.list({ query: { subject_id: request.id } })).total).toBe(0);
  });

  test("checks the inputs against the form and reports each problem", async () => {
    const item = await anItem({ form });
    const wrong = { model: "17 inch", count: 9, needed: "soon", extras: ["cup"], colour: "red" };
    const { status, details } = await refusalOf(submit(item, { inputs: wrong }));
    expect(status).toBe(422);
    expect(details.map(({ path }) => path).sort()).toEqual([
      "inputs.colour",
      "inputs.count",
      "inputs.extras.0",
      "inputs.model",
      "inputs.needed",
      "inputs.reason",
    ]);
    const inputs = { model: "13 inch", reason: "mine broke", count: 1, needed: "2030-01-31", extras: ["dock"] };
    const request = await submit(item, { inputs });
    await office.boss.api.catalog.update({ params: { id: item.id }, body: { form: {}, name: "Notebook" } });
    expect(await office.asker.api.requests.get({ params: { id: request.id } })).toMatchObject({
      inputs,
      form,
      title: "Laptop",
    });
  });

  test("for someone else is listed for both people", async () => {
    const request = await submit(await anItem({ name: "For Ann" }), { requested_by: office.member.email });
    expect(request).toMatchObject({ requested_by: office.member.email, created_by: office.asker.email });
    const mine = async (person: Person) =>
      (await person.api.requests.list({ query: { requested_by: "me", q: "ann" } })).items.map(({ id }) => id);
    expect([await mine(office.member), await mine(office.asker), await mine(office.other)]).toEqual([
      [request.id],
      [request.id],
      [],
    ]);
  });

  test("an unknown item is 404, and by a viewer 403", async () => {
    const unknown = { catalog_item_id: "01890000-0000-7000-8000-000000000000" };
    expect(await refusalOf(office.asker.api.requests.create({ body: unknown }))).toMatchObject({ status: 404 });
    expect(await refusalOf(submit(await anItem(), {}, office.viewer))).toMatchObject({ status: 403 });
  });
});

describe("the life of a request", () => {
  test("three approvals, picked up, fulfilled, with every step on the timeline", async () => {
    const { boss, deputy, other, asker, chain } = office;
    const request = await submit(await anItem({ workflow_definition_id: chain.id, target_hours: 4 }));
    expect(request).toMatchObject({ status: "pending_approval", approval_status: "pending", breached: false });
    expect(Date.parse(request.target_at ?? "") - Date.parse(request.created_at)).toBeCloseTo(4 * 3_600_000, -4);
    const { workflow_instance_id } = request;
    for (const status of ["approved", "fulfilled", "in_fulfillment"])
      expect(await refusalOf(patch(request.id, { status }))).toMatchObject({ code: "INVALID_TRANSITION" });
    await decide(boss, workflow_instance_id, "approved");
    expect(await refusalOf(decide(asker, workflow_instance_id, "approved"))).toMatchObject({ status: 403 });
    await decide(deputy, workflow_instance_id, "approved");
    await decide(other, workflow_instance_id, "approved");
    await untilInFulfilment(request.id);
    const taken = await patch(request.id, { status: "in_fulfillment" });
    expect(taken).toMatchObject({ assigned_to: other.tokens.user.id, started_at: expect.any(String) });
    expect(await refusalOf(patch(request.id, { status: "in_fulfillment" }))).toMatchObject({
      code: "INVALID_TRANSITION",
    });
    const done = await patch(request.id, { status: "fulfilled", fulfillment_notes: "On your desk." });
    expect(done).toMatchObject({ status: "fulfilled", closed_at: expect.any(String), breached: false });
    const { items } = await asker.api.requests.timeline({ params: { id: request.id } });
    expect(items.map(({ kind, actor }) => [kind, actor])).toEqual([
      ["created", asker.email],
      ["approval", boss.email],
      ["approval", deputy.email],
      ["approval", other.email],
      ["status", other.email],
      ["status", "automation"],
      ["status", other.email],
      ["assigned", other.email],
      ["status", other.email],
      ["edited", other.email],
    ]);
  });

  test("rejected: it ends", async () => {
    const request = await submit(await anItem({ workflow_definition_id: office.chain.id }));
    await decide(office.boss, request.workflow_instance_id, "rejected", { comment: "no budget" });
    expect(await office.asker.api.requests.get({ params: { id: request.id } })).toMatchObject({
      status: "rejected",
      closed_at: expect.any(String),
    });
    expect(await refusalOf(patch(request.id, { status: "cancelled" }))).toMatchObject({
      message: expect.stringContaining("is final"),
    });
  });

  test("cancelled: its approval is canceled too", async () => {
    const request = await submit(await anItem({ workflow_definition_id: office.chain.id }));
    await patch(request.id, { status: "cancelled", note: "found one" }, office.asker);
    const instance = await office.boss.api.instances.get({ params: { id: request.workflow_instance_id ?? "" } });
    expect(instance.status).toBe("cancelled");
  });

  test("failed: it can be picked up again", async () => {
    const request = await submit(await anItem());
    await untilInFulfilment(request.id);
    await patch(request.id, { status: "failed", note: "out of stock" });
    expect(await patch(request.id, { status: "in_fulfillment" })).toMatchObject({
      status: "in_fulfillment",
      closed_at: null,
    });
  });

  test("by a runbook: the event names the runbook", async () => {
    const item = await anItem({ fulfillment_type: "runbook", fulfillment_config: { runbook_id: "rb-7" } });
    const request = await submit(item);
    await untilInFulfilment(request.id);
    const records = new pg.Client({ connectionString: plane.databaseUrl });
    await records.connect();
    const { rows } = await records.query(
      "select data from events where type = 'request.fulfillment' and subject_id = $1",
      [request.id],
    );
    await records.end();
    expect(rows).toEqual([
      {
        data: expect.objectContaining({
          fulfillment_type: "runbook",
          fulfillment_config: { runbook_id: "rb-7" },
          reference: request.reference,
        }),
      },
    ]);
  });
});

test("a request past its target time is marked once, and can be filtered", async () => {
  const request = await submit(
    await anItem({ name: "Late", target_hours: 1, workflow_definition_id: office.chain.id }),
  );
  plane.travel(61 * 60_000);
  const late = async () =>
    (await office.asker.api.requests.list({ query: { breached: true } })).items.map(({ id }) => id);
  expect(await late()).toEqual([request.id]);
  const marks = async () =>
    (await office.asker.api.requests.timeline({ params: { id: request.id } })).items.filter(
      ({ kind }) => kind === "breached",
    ).length;
  for (let tick = 0; tick < 2; tick++) await plane.schedules.runNow("itsm.breaches");
  expect(await marks()).toBe(1);
  await patch(request.id, { status: "cancelled" });
  expect((await office.asker.api.requests.get({ params: { id: request.id } })).breached).toBe(true);
});

test("comments are stored with the request, and other tenants cannot see them", async () => {
  const request = await submit(await anItem());
  await office.other.api.requests.comment({ params: { id: request.reference }, body: { body: "On its way" } });
  const { items } = await office.asker.api.requests.timeline({ params: { id: request.id } });
  expect(items.some(({ kind, body }) => kind === "comment" && body === "On its way")).toBe(true);
  const stranger = await plane.tenant();
  expect(await refusalOf(stranger.api.requests.get({ params: { id: request.id } }))).toMatchObject({ status: 404 });
  expect((await stranger.api.requests.list()).total).toBe(0);
});
