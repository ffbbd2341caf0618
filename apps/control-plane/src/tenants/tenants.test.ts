import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aCustomer,
  aDeployment,
  type MailingPlane,
  portalAdmin,
  portalUser,
  startMailingPlane,
} from "../../test/customers.ts";

let plane: MailingPlane;
beforeAll(async () => {
  plane = await startMailingPlane();
});
afterAll(() => plane.close());

test("a self-hosted customer is not provisioned, and its contact gets an account in the portal", async () => {
  const customer = await aCustomer(plane, { id: "own-house", mode: "on_prem", plan_id: "operations" });
  expect(customer).toMatchObject({ provisioning: "none", deployment_id: null, subscription_status: "active" });
  const admin = await portalAdmin(plane, customer.id, customer.contact_email ?? "");
  expect(admin.tokens.user).toMatchObject({ role: "admin", tenant_id: "own-house" });
  const params = { id: customer.id };
  expect(await admin.api.tenants.update({ params, body: { name: "Own House" } })).toMatchObject({ name: "Own House" });
  const stale = admin.api.tenants.update({ params, body: { name: "Late" } }, { headers: { "if-match": '"1"' } });
  await expect(stale).rejects.toMatchObject({ code: "CONFLICT" });
  const viewer = await portalUser(plane, admin, "viewer");
  await expect(viewer.api.tenants.update({ params, body: {} })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a customer sees and changes only its own account and audit log", async () => {
  const [own, other] = [await aCustomer(plane), await aCustomer(plane)];
  const admin = await portalAdmin(plane, own.id, own.contact_email ?? "");
  expect((await admin.api.tenants.list()).items.map(({ id }) => id)).toEqual([own.id]);
  for (const id of [other.id, "staff", "nobody"]) {
    await expect(admin.api.tenants.get({ params: { id } })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const update = admin.api.tenants.update({ params: { id }, body: { name: "Mine" } });
    await expect(update).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  const actors = (await admin.api.audit.list()).items.map(({ actor }) => actor);
  expect(actors).not.toContain(plane.staff.email);
  const { items } = await plane.staff.api.audit.list({ query: { action: "tenants.create", target_id: other.id } });
  expect(items).toMatchObject([{ actor: plane.staff.email, target_type: "tenant" }]);
  expect((await plane.staff.api.tenants.list()).items.map(({ id }) => id)).not.toContain("staff");
});

test("a hosted customer needs a deployment of its mode, and no plan for self-hosting", async () => {
  const { id: deployment_id } = await aDeployment(plane, { mode: "dedicated" });
  await expect(aCustomer(plane, { mode: "dedicated" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const shared = aCustomer(plane, { mode: "shared_saas", deployment_id });
  await expect(shared).rejects.toMatchObject({ code: "CONFLICT" });
  const unknown = aCustomer(plane, { mode: "shared_saas", deployment_id: "nowhere" });
  await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
  const operations = aCustomer(plane, { mode: "dedicated", deployment_id, plan_id: "operations" });
  await expect(operations).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(aCustomer(plane, { id: "admin" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("of two customers with the same id, created at once, one exists", async () => {
  const results = await Promise.allSettled([1, 2, 3].map(() => aCustomer(plane, { id: "same-id" })));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = results.find((each) => each.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "CONFLICT" });
});
