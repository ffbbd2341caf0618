import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ControlPerson,
  goodPassword,
  startControlPlane,
  type TestControlPlane,
} from "../../test/control-plane.ts";
import { aCustomer } from "../../test/customers.ts";
import { portalPerson } from "../../test/portal-person.ts";

let plane: TestControlPlane;
let customer: ControlPerson;
beforeAll(async () => {
  plane = await startControlPlane({ ACCESS_TOKEN_SECONDS: "86400" });
  customer = await portalPerson(plane, (await aCustomer(plane)).id);
});
afterAll(() => plane.close());

const publish = (version: string, other: object = {}) =>
  plane.staff.api.releases.create({ body: { version, channel: "stable" as const, ...other } });
const latest = (query: { channel?: "stable" | "beta" | "lts"; from?: string } = {}) =>
  plane.anyone.releases.latest({ query });

test("releases are listed newest version first, not in the order of text or time", async () => {
  for (const version of ["1.10.0", "1.9.0", "1.2.0"]) await publish(version);
  await publish("2.0.0-beta.1", { channel: "beta" });
  const versions = async (query: object) =>
    (await customer.api.releases.list({ query })).items.map(({ version }) => version);
  expect(await versions({})).toEqual(["2.0.0-beta.1", "1.10.0", "1.9.0", "1.2.0"]);
  expect(await versions({ channel: "stable", limit: 2, offset: 1 })).toEqual(["1.9.0", "1.2.0"]);
});

test("anyone can ask for the newest release of a channel; a yanked one is not offered, and can be restored", async () => {
  expect(await latest()).toMatchObject({ version: "1.10.0", channel: "stable" });
  expect(await latest({ channel: "beta" })).toMatchObject({ version: "2.0.0-beta.1" });
  await expect(latest({ channel: "lts" })).rejects.toMatchObject({ status: 404 });
  const params = { version: "1.10.0" };
  const yanked = await plane.staff.api.releases.update({ params, body: { yanked_reason: "It loses samples." } });
  expect(yanked).toMatchObject({ yanked_reason: "It loses samples.", yanked_at: expect.any(String) });
  expect(await latest()).toMatchObject({ version: "1.9.0" });
  expect(await customer.api.releases.get({ params })).toMatchObject({ yanked_reason: "It loses samples." });
  await plane.staff.api.releases.update({ params, body: { yanked_reason: null } });
  expect(await latest()).toMatchObject({ version: "1.10.0", yanked_at: null });
});

test("with `from`, the newest release that this version can be upgraded to is offered", async () => {
  await publish("3.0.0", { min_version: "1.10.0" });
  expect(await latest({ from: "1.9.0" })).toMatchObject({ version: "1.10.0" });
  expect(await latest({ from: "1.10.0" })).toMatchObject({ version: "3.0.0" });
});

test("a customer does not see a release before it is published", async () => {
  const published_at = new Date(Date.now() + 3_600_000).toISOString();
  await publish("4.0.0", { published_at });
  const params = { version: "4.0.0" };
  expect(await plane.staff.api.releases.get({ params })).toMatchObject({ published_at });
  await expect(customer.api.releases.get({ params })).rejects.toMatchObject({ status: 404 });
  expect(await latest()).toMatchObject({ version: "3.0.0" });
  plane.travel(3_600_001);
  expect(await customer.api.releases.get({ params })).toMatchObject({ version: "4.0.0" });
  expect(await latest()).toMatchObject({ version: "4.0.0" });
});

test("a version exists once, also when two publish it at once", async () => {
  const results = await Promise.allSettled([publish("5.0.0"), publish("5.0.0")]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(publish("5.0.0")).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("5.0.0") });
});

test("only an admin of the staff publishes, and stale changes are refused", async () => {
  const body = { version: "6.0.0", channel: "stable" as const };
  await expect(customer.api.releases.create({ body })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await plane.staff.api.users.create({
    body: { email: "sue@example.com", name: "Sue", role: "support", password: goodPassword },
  });
  const support = await plane.login("sue@example.com", goodPassword);
  await expect(support.api.releases.create({ body })).rejects.toMatchObject({ code: "FORBIDDEN" });

  const change = { params: { version: "5.0.0" }, body: { notes: "# News" } };
  const stale = { headers: { "if-match": '"1"' } };
  expect(await plane.staff.api.releases.update(change, stale)).toMatchObject({ revision: 2, notes: "# News" });
  await expect(plane.staff.api.releases.update(change, stale)).rejects.toMatchObject({ code: "CONFLICT" });
});

test.each([
  [{ version: "1.2" }],
  [{ version: "1.2.3+build" }],
  [{ version: "v1.2.3" }],
  [{ version: "7.0.0", channel: "nightly" }],
  [{ version: "7.0.0", checksums: [{ name: "../etc", sha256: "0".repeat(64) }] }],
  [{ version: "7.0.0", checksums: [{ name: "a.tgz", sha256: "0" }] }],
  [{ version: "7.0.0", min_version: "7.0.1" }],
  [{ version: "7.0.0-rc.1" }],
])("%o is refused", async (wrong) => {
  const { version, ...other } = wrong;
  await expect(publish(version, other)).rejects.toMatchObject({ status: 422 });
});
