import { type OperationSpec, urlOf } from "@opsplane/contract";
import { controlOperations, permissionsOf, staffTenant } from "@opsplane/contract/control-plane";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword } from "./control-plane.ts";
import { aCustomer, type MailingPlane, portalAdmin, portalUser, startMailingPlane } from "./customers.ts";

// Every operation of the contract. A new operation is covered automatically.

const everyOperation: { id: string; spec: OperationSpec }[] = Object.entries(controlOperations).flatMap(
  ([group, specs]) => Object.entries(specs).map(([name, spec]) => ({ id: `${group}.${name}`, spec })),
);
const guarded = everyOperation.filter(({ spec }) => spec.access !== "public");

let plane: MailingPlane;
beforeAll(async () => {
  plane = await startMailingPlane();
});
afterAll(() => plane.close());

async function statusOf(spec: OperationSpec, headers: Record<string, string>): Promise<number> {
  const id = "00000000-0000-7000-8000-000000000000";
  const params = { id, tenant_id: "nobody", deployment_id: "nowhere", version: "1.0.0" };
  const answer = await fetch(plane.url + urlOf(spec, { params }), {
    method: spec.method,
    headers: { ...headers, ...(spec.body ? { "content-type": "application/json" } : {}) },
    ...(spec.body ? { body: "{" } : {}),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test("no operation but the public ones answers without a token", async () => {
  expect(everyOperation.length - guarded.length).toBeGreaterThan(0);
  for (const { id, spec } of guarded) expect(await statusOf(spec, {}), id).toBe(401);
});

test("every operation is refused for every role without its permission, of the staff and of customers", async () => {
  const staff = async (role: string) => {
    const email = `${role}@access.example.com`;
    await plane.staff.api.users.create({ body: { email, name: role, role, password: goodPassword } });
    return plane.login(email, goodPassword);
  };
  const { id: tenantId, contact_email } = await aCustomer(plane);
  const admin = await portalAdmin(plane, tenantId, contact_email ?? "");
  const people = [
    await staff("sales"),
    await staff("support"),
    admin,
    await portalUser(plane, admin, "billing"),
    await portalUser(plane, admin, "viewer"),
    plane.staff,
  ];
  let refused = 0;
  for (const { headers, tokens } of people) {
    const { role, tenant_id } = tokens.user;
    const held: readonly string[] = permissionsOf(tenant_id, role) ?? [];
    for (const { id, spec } of guarded) {
      if (spec.access === "signed_in" || held.includes(spec.access)) continue;
      expect(await statusOf(spec, headers), `${id} as ${role} of ${tenant_id}`).toBe(403);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(50);
});

test("only the staff holds what concerns the company", () => {
  const companyOnly = [
    "deployments:read",
    "prices:write",
    "tenants:create",
    "subscriptions:suspend",
    "licenses:issue",
    "invoices:write",
    "invoices:export",
    "releases:write",
    "rollouts:write",
  ];
  for (const role of ["admin", "billing", "viewer"])
    expect(permissionsOf("acme", role)?.filter((held) => companyOnly.includes(held))).toEqual([]);
  expect(permissionsOf(staffTenant, "admin")).toEqual(expect.arrayContaining(companyOnly));
  expect(permissionsOf(staffTenant, "support")?.filter((held) => !held.endsWith(":read"))).toEqual([
    "tenants:provision",
  ]);
});
