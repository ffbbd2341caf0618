import type { Permission } from "@opsplane/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { goodPassword, type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let boss: Person;
beforeAll(async () => {
  plane = await sharedPlane();
});

describe("users", () => {
  beforeAll(async () => {
    boss = await plane.tenant();
  });

  test("are found by name, email, role and status", async () => {
    const make = (name: string, role: string, password?: string) =>
      boss.api.users.create({
        body: { email: `${name}@example.org`, name: `${name} 100%`, role, ...(password ? { password } : {}) },
      });
    await make("ada", "operator", goodPassword);
    await make("bob", "viewer");
    const names = async (query: object) =>
      (await boss.api.users.list({ query })).items.map(({ email }) => email.split("@")[0]);
    expect(await names({ q: "ADA" })).toEqual(["ada"]);
    expect(await names({ q: "100%" })).toEqual(["ada", "bob"]);
    expect(await names({ q: "1_0" })).toEqual([]);
    expect(await names({ role: "operator" })).toEqual(["ada"]);
    expect(await names({ status: "invited" })).toEqual(["bob"]);
    expect(await boss.api.users.list({ query: { limit: 1, offset: 1 } })).toMatchObject({
      total: 3,
      items: [{ email: "bob@example.org" }],
    });
    expect((await boss.api.directory.users({ query: { q: "bob" } })).items).toEqual([
      { id: expect.any(String), name: "bob 100%", email: "bob@example.org" },
    ]);
  });

  test("have one account per email, regardless of case", async () => {
    const body = { email: "Twice@Example.org", name: "Twice", role: "viewer" };
    await boss.api.users.create({ body });
    expect(await refusalOf(boss.api.users.create({ body: { ...body, email: "twice@example.org" } }))).toMatchObject({
      status: 409,
      code: "CONFLICT",
    });
    expect(
      await refusalOf(boss.api.users.create({ body: { ...body, email: "x@example.org", role: "nobody" } })),
    ).toMatchObject({ status: 404 });
  });

  test("that are disabled lose their sessions and keys at once, and can return when enabled", async () => {
    const person = await plane.person("admin", boss);
    const { id } = person.tokens.user;
    const { key } = await person.api.apiKeys.create({ body: { name: "theirs", user_id: id } });
    const byKey = plane.api({ authorization: `Bearer ${key}`, "x-tenant-id": boss.tokens.user.tenant_id });
    await byKey.incidents.list();
    expect(await boss.api.users.update({ params: { id }, body: { disabled: true } })).toMatchObject({
      status: "disabled",
    });
    expect(await refusalOf(person.api.incidents.list())).toMatchObject({ status: 401 });
    expect(await refusalOf(byKey.incidents.list())).toMatchObject({ status: 401 });
    await boss.api.users.update({ params: { id }, body: { disabled: false } });
    await plane.login(person.email, goodPassword);
  });

  test("have a new role from the next request on", async () => {
    const person = await plane.person("viewer", boss);
    expect(await refusalOf(person.api.incidents.create({ body: { title: "x" } }))).toMatchObject({ status: 403 });
    await boss.api.users.update({ params: { id: person.tokens.user.id }, body: { role: "operator" } });
    await person.api.incidents.create({ body: { title: "now I may" } });
  });

  test("the last active admin stays admin, and people cannot disable themselves", async () => {
    const only = await plane.tenant();
    const id = only.tokens.user.id;
    expect(await refusalOf(only.api.users.update({ params: { id }, body: { role: "viewer" } }))).toMatchObject({
      status: 409,
    });
    expect(await refusalOf(only.api.users.update({ params: { id }, body: { disabled: true } }))).toMatchObject({
      status: 409,
    });
    const second = await plane.person("admin", only);
    await only.api.users.update({ params: { id }, body: { role: "viewer" } });
    expect((await second.api.users.get({ params: { id } })).role).toBe("viewer");
  });

  test("two admins who demote each other at once leave the tenant with one admin", async () => {
    const first = await plane.tenant();
    const second = await plane.person("admin", first);
    await Promise.allSettled([
      first.api.users.update({ params: { id: second.tokens.user.id }, body: { role: "viewer" } }),
      second.api.users.update({ params: { id: first.tokens.user.id }, body: { role: "viewer" } }),
    ]);
    const roles = await Promise.all([first, second].map(async ({ api }) => (await api.auth.me()).user.role));
    expect(roles.filter((role) => role === "admin").length).toBeGreaterThanOrEqual(1);
  });

  test("a reset ends all sessions and gives a temporary password", async () => {
    const person = await plane.person("viewer", boss);
    const { temporary_password } = await boss.api.users.reset({ params: { id: person.tokens.user.id } });
    expect(await refusalOf(person.api.auth.me())).toMatchObject({ status: 401 });
    expect((await plane.login(person.email, temporary_password ?? "")).tokens.user.must_change_password).toBe(true);
  });

  test("are limited by the plan, also when invited at once", async () => {
    const small = await plane.tenant("startup");
    const invite = (n: number) =>
      small.api.users.create({
        body: { email: `u${n}@example.com`, name: "U", role: "viewer", password: goodPassword },
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => invite(n)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
    expect(await refusalOf(invite(99))).toMatchObject({ status: 402, code: "QUOTA_EXCEEDED" });
  });
});

describe("custom roles", () => {
  beforeAll(async () => {
    boss = await plane.tenant("enterprise");
  });

  test("grant exactly their permissions, and a change takes effect at once", async () => {
    await boss.api.roles.create({
      body: { name: "helpdesk", description: "Looks after people", permissions: ["admin:users", "directory:read"] },
    });
    const person = await plane.person("helpdesk", boss);
    expect((await person.api.auth.me()).user.permissions.sort()).toEqual(["admin:users", "directory:read"]);
    await person.api.users.list();
    expect(await refusalOf(person.api.incidents.list())).toMatchObject({
      status: 403,
      message: expect.stringContaining("incidents:read"),
    });
    await boss.api.roles.update({
      params: { name: "helpdesk" },
      body: { permissions: ["admin:users", "incidents:read"] },
    });
    await person.api.incidents.list();
  });

  test("grant what they say in their own tenant, even if another has one of the same name", async () => {
    const other = await plane.tenant("enterprise");
    const holderIn = async (tenant: Person, permission: Permission) => {
      await tenant.api.roles.create({ body: { name: "night-shift", permissions: [permission] } });
      return plane.person("night-shift", tenant);
    };
    const here = await holderIn(boss, "incidents:read");
    const there = await holderIn(other, "itsm:read");
    expect((await here.api.auth.me()).user.permissions).toEqual(["incidents:read"]);
    expect((await there.api.auth.me()).user.permissions).toEqual(["itsm:read"]);
  });

  test("people can grant and revoke only permissions that they hold", async () => {
    await boss.api.roles.create({
      body: { name: "people", permissions: ["admin:users", "admin:roles", "admin:api_keys"] },
    });
    const person = await plane.person("people", boss);
    const forbidden = { status: 403, code: "FORBIDDEN" };
    expect(
      await refusalOf(person.api.users.create({ body: { email: "up@example.com", name: "Up", role: "admin" } })),
    ).toMatchObject(forbidden);
    expect(
      await refusalOf(person.api.users.update({ params: { id: person.tokens.user.id }, body: { role: "admin" } })),
    ).toMatchObject(forbidden);
    expect(await refusalOf(person.api.users.reset({ params: { id: boss.tokens.user.id } }))).toMatchObject(forbidden);
    expect(
      await refusalOf(person.api.users.update({ params: { id: boss.tokens.user.id }, body: { disabled: true } })),
    ).toMatchObject(forbidden);
    expect(
      await refusalOf(person.api.roles.create({ body: { name: "more", permissions: ["admin:audit"] } })),
    ).toMatchObject(forbidden);
    expect(
      await refusalOf(person.api.roles.update({ params: { name: "people" }, body: { permissions: ["admin:audit"] } })),
    ).toMatchObject(forbidden);
    expect(await refusalOf(person.api.apiKeys.create({ body: { name: "k", role: "admin" } }))).toMatchObject(forbidden);
    expect(
      await refusalOf(person.api.apiKeys.create({ body: { name: "k", user_id: boss.tokens.user.id } })),
    ).toMatchObject(forbidden);
  });

  test("are listed after the built-in ones, which cannot be changed", async () => {
    const { items } = await boss.api.roles.list();
    expect(items.slice(0, 3).map(({ name, built_in }) => [name, built_in])).toEqual([
      ["admin", true],
      ["operator", true],
      ["viewer", true],
    ]);
    expect(
      await refusalOf(boss.api.roles.update({ params: { name: "viewer" }, body: { description: "x" } })),
    ).toMatchObject({ status: 409 });
    expect(await refusalOf(boss.api.roles.remove({ params: { name: "admin" } }))).toMatchObject({ status: 409 });
    expect(await refusalOf(boss.api.roles.create({ body: { name: "operator", permissions: [] } }))).toMatchObject({
      status: 409,
    });
  });

  test("can be deleted only when no user has them", async () => {
    await boss.api.roles.create({ body: { name: "brief", permissions: [] } });
    const person = await plane.person("brief", boss);
    expect(await refusalOf(boss.api.roles.remove({ params: { name: "brief" } }))).toMatchObject({ status: 409 });
    await boss.api.users.update({ params: { id: person.tokens.user.id }, body: { role: "viewer" } });
    await boss.api.roles.remove({ params: { name: "brief" } });
    expect(await refusalOf(boss.api.roles.get({ params: { name: "brief" } }))).toMatchObject({ status: 404 });
  });
});

describe("groups", () => {
  test("have members of their own tenant only, and an update replaces them", async () => {
    const [ann, bob] = [await plane.person("viewer"), await plane.person("viewer")];
    const stranger = await plane.tenant();
    const group = await plane.admin.api.groups.create({ body: { name: "oncall", member_ids: [ann.tokens.user.id] } });
    expect(group.member_ids).toEqual([ann.tokens.user.id]);
    const changed = await plane.admin.api.groups.update({
      params: { id: group.id },
      body: { member_ids: [bob.tokens.user.id] },
    });
    expect(changed).toMatchObject({ member_ids: [bob.tokens.user.id], version: 2 });
    const foreign = plane.admin.api.groups.update({
      params: { id: group.id },
      body: { member_ids: [stranger.tokens.user.id] },
    });
    expect(await refusalOf(foreign)).toMatchObject({ status: 404 });
    expect(await refusalOf(plane.admin.api.groups.create({ body: { name: "oncall" } }))).toMatchObject({ status: 409 });
    expect((await ann.api.directory.groups({ query: { q: "onc" } })).items).toEqual([
      { id: group.id, name: "oncall", member_ids: [bob.tokens.user.id] },
    ]);
  });
});

describe("API keys", () => {
  const byKey = (key: string, tenant = plane.tenantId) =>
    plane.api({ authorization: `Bearer ${key}`, "x-tenant-id": tenant });

  test("act with their role, show their last use, and stop when revoked", async () => {
    const made = await plane.admin.api.apiKeys.create({ body: { name: "ci", role: "operator" } });
    expect(made).toMatchObject({ hint: made.key.slice(0, 10), last_used_at: null, user_id: null });
    const incident = await byKey(made.key).incidents.create({ body: { title: "by machine" } });
    expect(incident.created_by).toBe("key:ci");
    expect(await refusalOf(byKey(made.key).users.list())).toMatchObject({ status: 403 });
    expect(await refusalOf(byKey(made.key, "tenant-x").incidents.list())).toMatchObject({ status: 403 });
    const list = async () => (await plane.admin.api.apiKeys.list({ query: { q: "ci" } })).items[0];
    // Requests do not wait for the record of their use.
    await expect.poll(list).toMatchObject({ last_used_at: expect.any(String) });
    const listed = await list();
    expect(JSON.stringify(listed)).not.toContain(made.key);
    await plane.admin.api.apiKeys.revoke({ params: { id: made.id } });
    expect(await refusalOf(byKey(made.key).incidents.list())).toMatchObject({ status: 401 });
  });

  test("need either a role or a person, and an expiry in the future", async () => {
    const attempt = (body: object) => refusalOf(plane.admin.api.apiKeys.create({ body: { name: "k", ...body } }));
    expect(await attempt({})).toMatchObject({ status: 422 });
    expect(await attempt({ role: "viewer", user_id: plane.admin.tokens.user.id })).toMatchObject({ status: 422 });
    expect(await attempt({ role: "viewer", expires_at: "2020-01-01T00:00:00Z" })).toMatchObject({
      status: 422,
      details: [{ path: "expires_at" }],
    });
    expect(await attempt({ user_id: "01890000-0000-7000-8000-000000000000" })).toMatchObject({ status: 404 });
  });

  test("cannot change a password or log out, because they have no session", async () => {
    const { key } = await plane.admin.api.apiKeys.create({ body: { name: "no person", role: "admin" } });
    expect(await refusalOf(byKey(key).auth.logout())).toMatchObject({ status: 403 });
    expect((await byKey(key).auth.me()).user).toMatchObject({ email: "key:no person", role: "admin" });
    expect(await refusalOf(byKey(key).incidents.list({ query: { assigned_to: "me" } }))).toMatchObject({ status: 422 });
  });
});

describe("the audit log", () => {
  test("records actor, address, and old and new values of a change", async () => {
    const person = await plane.person("viewer");
    await plane.admin.api.users.update({ params: { id: person.tokens.user.id }, body: { name: "Changed" } });
    const { items } = await plane.admin.api.audit.list({
      query: { target_type: "user", target_id: person.tokens.user.id, action: "users.update" },
    });
    expect(items).toMatchObject([
      {
        actor: plane.admin.email,
        actor_type: "user",
        action: "users.update",
        target: person.email,
        address: "127.0.0.1",
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        before: { name: expect.stringContaining("viewer") },
        after: { name: "Changed" },
      },
    ]);
  });

  test("holds no password, key or token", async () => {
    await plane.admin.api.users.create({ body: { email: "quiet@example.com", name: "Quiet", role: "viewer" } });
    await plane.admin.api.apiKeys.create({ body: { name: "quiet", role: "viewer" } });
    const { items } = await plane.admin.api.audit.list({ query: { limit: 1000 } });
    expect(JSON.stringify(items)).not.toMatch(/"(temporary_password|password|key|token|hash)":/);
  });

  test("filters by prefix of the action, by actor and by time", async () => {
    const actions = async (query: object) =>
      (await plane.admin.api.audit.list({ query: { limit: 1000, ...query } })).items.map(({ action }) => action);
    expect(new Set((await actions({ action: "apiKeys." })).map((action) => action.split(".")[0]))).toEqual(
      new Set(["apiKeys"]),
    );
    expect(await actions({ actor: "nobody-at-all" })).toEqual([]);
    expect(await actions({ to: "2020-01-01" })).toEqual([]);
    expect((await actions({ from: "now-1h" })).length).toBeGreaterThan(0);
  });
});
