import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

const day = 86_400_000;
let plane: Plane;
beforeAll(async () => {
  plane = await startPlane({ ROLE: "api" });
});
afterAll(() => plane.close());

async function stateOf({ api }: Person, id: string) {
  return (await api.compliance.controls()).items.find((control) => control.id === id);
}

test("a control that people attest is met for 90 days", async () => {
  const person = await plane.tenant();
  const { key } = await person.api.apiKeys.create({ body: { name: "Test", role: "admin" } });
  const headers = { ...person.headers, authorization: `Bearer ${key}` };
  const boss = { ...person, headers, api: plane.api(headers) };
  expect(await stateOf(boss, "access_review")).toMatchObject({ state: "failed", finding: "Nobody has attested it." });
  const statement = "Checked all 12 accounts with the team leads; two were disabled.";
  await boss.api.compliance.attest({ body: { control: "access_review", statement } });
  expect(await stateOf(boss, "access_review")).toMatchObject({
    ...{ state: "passed", evidence: [{ kind: "attestation", detail: statement, violates: false }] },
  });
  expect(await stateOf(boss, "backup")).toMatchObject({ state: "failed" });
  const { items } = await boss.api.audit.list({ query: { action: "compliance.attest" } });
  expect(items).toMatchObject([{ target: "Access is reviewed" }]);
  plane.travel(91 * day);
  expect(await stateOf(boss, "access_review")).toMatchObject({ state: "failed" });
  plane.travel(-91 * day);
  const refused = boss.api.compliance.attest({ body: { control: "license", statement: "Fine." } });
  expect(await refusalOf(refused)).toMatchObject({ status: 422, details: [{ path: "control" }] });
});

test("accounts, keys and retention are judged as they are now", async () => {
  const boss = await plane.tenant("midsize");
  expect(await stateOf(boss, "keys_expire")).toMatchObject({ state: "not_applicable" });
  await boss.api.apiKeys.create({ body: { name: "Forever", role: "viewer" } });
  expect(await stateOf(boss, "keys_expire")).toMatchObject({
    ...{ state: "failed", checked: 1, violations: 1, evidence: [{ reference: "Forever", violates: true }] },
  });
  expect(await stateOf(boss, "few_admins")).toMatchObject({ state: "passed" });
  for (let number = 0; number < 3; number++) await plane.person("admin", boss);
  expect(await stateOf(boss, "few_admins")).toMatchObject({ state: "failed", violations: 1 });
  expect(await stateOf(boss, "audit_log")).toMatchObject({ state: "passed" });
  expect(await stateOf(boss, "retention")).toMatchObject({ state: "passed" });
  expect(await stateOf(boss, "second_factor")).toMatchObject({ state: "failed" });
});

test("an approval by the requester violates the separation of duties", async () => {
  const boss = await plane.tenant();
  const definition = await boss.api.definitions.create({
    body: { name: "Loose", allow_self_approval: true, steps: [{ approver_type: "any", order: 1, required: true }] },
  } as never);
  const change = await boss.api.changes.create({
    body: { title: "Own change", workflow_definition_id: definition.id, status: "pending_approval" },
  } as never);
  const { items } = await boss.api.instances.list({ query: {} });
  await boss.api.instances.decide({ params: { id: items[0]?.id ?? "" }, body: { decision: "approved" } } as never);
  expect(await stateOf(boss, "separation_of_duties")).toMatchObject({
    ...{ state: "failed", checked: 1, violations: 1, evidence: [{ reference: change.reference, violates: true }] },
  });
});
