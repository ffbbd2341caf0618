import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, startControlPlane, type TestControlPlane } from "../../test/control-plane.ts";

let plane: TestControlPlane;
beforeAll(async () => {
  plane = await startControlPlane();
});
afterAll(() => plane.close());

test("the first member of staff signs in, and needs no header besides the token", async () => {
  const { user, tenant } = await plane.staff.api.auth.me();
  expect(user).toMatchObject({ email: "admin@opsplane.local", role: "admin", tenant_id: "staff" });
  expect(user.permissions).toContain("admin:users");
  expect(tenant).toMatchObject({ id: "staff" });
});

test("staff roles differ: a member of sales cannot manage users", async () => {
  await plane.staff.api.users.create({
    body: { email: "sam@example.com", name: "Sam", role: "sales", password: goodPassword },
  });
  const sam = await plane.login("sam@example.com", goodPassword);
  await expect(sam.api.users.list()).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a role of the Tenant Plane does not exist here", async () => {
  const body = { email: "op@example.com", name: "Op", role: "operator", password: goodPassword };
  await expect(plane.staff.api.users.create({ body })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("health is ok", async () => {
  expect(await plane.anyone.system.health()).toMatchObject({ status: "ok" });
});
