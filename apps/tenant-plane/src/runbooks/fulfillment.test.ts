import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aRunbook } from "../../test/a-runbook.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";

// Catalog items that a runbook fulfills.

let plane: SharedPlane;
let boss: Person;
let receiver: Receiver;
beforeAll(async () => {
  plane = await sharedPlane();
  receiver = await startReceiver(
    (request, response) => void response.writeHead(request.body.includes("broken") ? 500 : 200).end("{}"),
  );
  boss = await plane.tenant();
});
afterAll(async () => {
  receiver.close();
});

async function anItem(runbook_id: string, fields: object = {}) {
  return boss.api.catalog.create({
    body: {
      name: "Database access",
      form: { type: "object", properties: { database: { type: "string" }, reason: { type: "string" } } },
      fulfillment_type: "runbook",
      fulfillment_config: { runbook_id },
      ...fields,
    },
  });
}

const aGrant = () =>
  aRunbook(
    boss,
    [
      {
        type: "http",
        title: "Grant",
        method: "POST",
        url: `${receiver.url}/grant`,
        headers: { "content-type": "application/json" },
        body: '{"database":"{{ parameters.database }}"}',
      },
    ],
    { parameters: [{ name: "database", type: "string", required: true }] },
  );

const requestWhen = (id: string, wanted: readonly string[]) =>
  vi.waitFor(
    async () => {
      const request = await boss.api.requests.get({ params: { id } });
      if (!wanted.includes(request.status)) throw new Error(request.status);
      return request;
    },
    { timeout: 180_000, interval: 50 },
  );

test("an approved request executes its runbook once with the request's inputs, and carries the outcome", async () => {
  const definition = await boss.api.definitions.create({
    body: { name: "Owner", steps: [{ approver_type: "role", approver_value: "admin" }] },
  });
  const item = await anItem((await aGrant()).id, { workflow_definition_id: definition.id });
  const operator = await plane.person("operator", boss);
  const inputs = { database: "orders", reason: "on call" };
  const made = await operator.api.requests.create({ body: { catalog_item_id: item.id, inputs } });
  expect(made).toMatchObject({ status: "pending_approval", execution: null });
  expect(receiver.at("/grant")).toEqual([]);
  await boss.api.instances.decide({ params: { id: made.workflow_instance_id ?? "" }, body: { decision: "approved" } });
  const request = await requestWhen(made.id, ["fulfilled"]);
  expect(request).toMatchObject({
    execution: { status: "succeeded", reference: expect.stringMatching(/^EXE-/) },
    fulfillment_notes: expect.stringContaining("succeeded"),
  });
  expect(receiver.at("/grant").map(({ body }) => JSON.parse(body))).toEqual([{ database: "orders" }]);
  const execution = await boss.api.executions.get({ params: { id: request.execution?.id ?? "" } });
  expect(execution).toMatchObject({ request_reference: request.reference, started_by: operator.email });
  const { items } = await boss.api.requests.timeline({ params: { id: made.id } });
  expect(items.at(-1)?.body).toContain(request.execution?.reference);
});

test("a request whose runbook fails is failed, with the reason", async () => {
  const item = await anItem((await aGrant()).id);
  const { id } = await boss.api.requests.create({ body: { catalog_item_id: item.id, inputs: { database: "broken" } } });
  const request = await requestWhen(id, ["failed"]);
  expect(request).toMatchObject({
    execution: { status: "failed" },
    fulfillment_notes: expect.stringContaining("The server answered 500"),
  });
});

test("a request whose runbook cannot start is failed, and says why", async () => {
  const draft = await boss.api.runbooks.create({
    body: { name: "Unfinished", steps: [{ type: "wait", title: "Wait", seconds: 1 }] },
  });
  const item = await anItem(draft.id);
  const { id } = await boss.api.requests.create({ body: { catalog_item_id: item.id } });
  expect(await requestWhen(id, ["failed"])).toMatchObject({
    execution: null,
    fulfillment_notes: expect.stringContaining("'Unfinished' is a draft"),
  });
});
