import type { CatalogItem, Form } from "@opsplane/contract";
import { beforeAll, expect, test } from "vitest";
import { anOffice, type Office } from "../../../test/approvals.ts";
import { type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: SharedPlane;
let office: Office;
beforeAll(async () => {
  plane = await sharedPlane();
  office = await anOffice(plane);
});

const anItem = (fields: Partial<Omit<CatalogItem, "id">> = {}) =>
  office.boss.api.catalog.create({ body: { name: "Laptop", ...fields } });
const ask = (item: CatalogItem) => office.asker.api.requests.create({ body: { catalog_item_id: item.id } });

const form: Form = {
  type: "object",
  properties: {
    reason: { type: "string", title: "Why", format: "multiline", maxLength: 200 },
    count: { type: "integer", minimum: 1, maximum: 5 },
    extras: { type: "array", items: { type: "string", enum: ["dock", "mouse"] } },
  },
  required: ["reason"],
};

test("the catalog stores all fields of an item, counts it by category, and finds it by words", async () => {
  const here = await anOffice(plane);
  const item = await here.boss.api.catalog.create({
    body: {
      name: "VPN access",
      description: "For **remote** work",
      category: "Access",
      icon: "key",
      form,
      target_hours: 8,
    },
  });
  expect(item).toMatchObject({
    fulfillment_type: "manual",
    fulfillment_config: {},
    workflow_definition_id: null,
    enabled: true,
    form,
  });
  expect(Object.keys(item.form.properties ?? {})).toEqual(Object.keys(form.properties ?? {}));
  await here.boss.api.catalog.create({ body: { name: "Desk", category: "Office", enabled: false } });
  const names = async (query: object) => (await here.viewer.api.catalog.list({ query })).items.map(({ name }) => name);
  expect(await names({})).toEqual(["Desk", "VPN access"]);
  expect(await names({ category: ["Access"] })).toEqual(["VPN access"]);
  expect(await names({ enabled: true })).toEqual(["VPN access"]);
  expect(await names({ q: "remote" })).toEqual(["VPN access"]);
  expect(await here.viewer.api.catalog.categories()).toEqual([
    { category: "Access", count: 1 },
    { category: "Office", count: 1 },
  ]);
});

test("it refuses an invalid form with the path of the problem", async () => {
  const refused = async (wrong: unknown) => {
    const response = await fetch(`${plane.url}/api/itsm/catalog`, {
      method: "POST",
      headers: { ...office.boss.headers, "content-type": "application/json" },
      body: JSON.stringify({ name: "x", form: wrong }),
    });
    return [response.status, ((await response.json()) as { details?: { path: string }[] }).details?.[0]?.path];
  };
  expect(await refused({ type: "array" })).toEqual([422, "form.type"]);
  expect(await refused({ properties: { a: { type: "object" } } })).toEqual([422, "form.properties.a.type"]);
  expect(await refused({ properties: { a: { type: "string", pattern: "(a+)+$" } } })).toEqual([
    422,
    "form.properties.a.pattern",
  ]);
  expect(await refused({ properties: {}, required: ["b"] })).toEqual([422, "form.required"]);
});

test("a runbook item needs a runbook id", async () => {
  const wrong = { fulfillment_type: "runbook" } as const;
  expect(await refusalOf(anItem(wrong))).toMatchObject({
    status: 422,
    details: [{ path: "fulfillment_config.runbook_id" }],
  });
  expect(await anItem({ ...wrong, fulfillment_config: { runbook_id: "rb-1" } })).toMatchObject(wrong);
});

test("a requested item cannot be deleted, but can be disabled", async () => {
  const item = await anItem();
  await ask(item);
  expect(await refusalOf(office.boss.api.catalog.remove({ params: { id: item.id } }))).toMatchObject({ status: 409 });
  await office.boss.api.catalog.update({ params: { id: item.id }, body: { enabled: false } });
  expect(await refusalOf(ask(item))).toMatchObject({
    status: 422,
    message: expect.stringContaining("cannot be requested"),
  });
});
