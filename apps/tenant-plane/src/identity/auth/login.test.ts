import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodPassword, type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: Plane;
let records: pg.Client;
beforeAll(async () => {
  plane = await startPlane();
  records = new pg.Client({ connectionString: plane.databaseUrl });
  await records.connect();
});
afterAll(async () => {
  await records.end();
  await plane.close();
});

const otherPassword = "another password altogether";

describe("an email with accounts in several tenants", () => {
  let counter = 0;
  async function shared(passwords: readonly string[]): Promise<{ email: string; tenants: Person[] }> {
    const email = `shared-${++counter}@example.com`;
    const tenants: Person[] = [];
    for (const password of passwords) {
      const boss = await plane.tenant();
      await boss.api.users.create({ body: { email, name: "Shared", role: "viewer", password } });
      tenants.push(boss);
    }
    return { email, tenants };
  }

  test("logs in to the tenant that its password matches", async () => {
    const { email, tenants } = await shared([goodPassword, otherPassword]);
    expect((await plane.login(email, goodPassword)).tokens.user.tenant_id).toBe(tenants[0]?.tokens.user.tenant_id);
    expect((await plane.login(email, otherPassword)).tokens.user.tenant_id).toBe(tenants[1]?.tokens.user.tenant_id);
    expect(await refusalOf(plane.login(email, "wrong"))).toMatchObject({ status: 401 });
  });

  test("needs the header only when the password matches more than one tenant", async () => {
    const { email, tenants } = await shared([goodPassword, goodPassword]);
    expect(await refusalOf(plane.login(email, goodPassword))).toMatchObject({
      status: 422,
      details: [{ path: "x-tenant-id" }],
    });
    const second = tenants[1]?.tokens.user.tenant_id ?? "";
    expect((await plane.login(email, goodPassword, second)).tokens.user.tenant_id).toBe(second);
    const stranger = await plane.tenant();
    expect(await refusalOf(plane.login(email, goodPassword, stranger.tokens.user.tenant_id))).toMatchObject({
      status: 401,
    });
  });

  test("is not revealed to a tenant that creates a user with it", async () => {
    const evil = await plane.tenant();
    const known = await plane.person("viewer");
    const make = (email: string) =>
      evil.api.users.create({ body: { email, name: "Mine", role: "viewer", password: otherPassword } });
    for (const email of [known.email, "nobody-else@example.com"]) {
      expect(Object.keys(await make(email))).toContain("temporary_password");
      expect((await plane.login(email, otherPassword)).tokens.user.tenant_id).toBe(evil.tokens.user.tenant_id);
    }
    // The existing account of this email still logs in.
    expect((await plane.login(known.email, goodPassword)).tokens.user.tenant_id).toBe(plane.tenantId);
  });

  test("is tried for the four most recently used accounts; the others need the header", async () => {
    const passwords = ["one", "two", "three", "four", "five"].map((word) => `${word} ${goodPassword}`);
    const { email, tenants } = await shared(passwords);
    for (const [n, password] of passwords.entries())
      await plane.login(email, password, tenants[n]?.tokens.user.tenant_id);
    const [oldest = "", ...recent] = passwords;
    expect(await refusalOf(plane.login(email, oldest))).toMatchObject({ status: 401 });
    for (const password of recent) await plane.login(email, password);
    await plane.login(email, oldest, tenants[0]?.tokens.user.tenant_id);
  });
});

describe("a temporary password", () => {
  const expire = (email: string) =>
    records.query("update users set password_expires_at = now() - interval '1 second' where email = $1", [email]);

  test("works for seven days", async () => {
    const { id, email } = await plane.admin.api.users.create({
      body: { email: "week@example.com", name: "Week", role: "viewer" },
    });
    const days = async () =>
      (
        await records.query<{ days: number }>(
          "select round(extract(epoch from password_expires_at - now()) / 86400)::int as days from users where email = $1",
          [email],
        )
      ).rows[0]?.days;
    expect(await days()).toBe(7);
    await expire(email);
    await plane.admin.api.users.reset({ params: { id } });
    expect(await days()).toBe(7);
  });

  test("that has expired is reported only to a caller with the right password", async () => {
    const { id, email, temporary_password } = await plane.admin.api.users.create({
      body: { email: "late@example.com", name: "Late", role: "viewer" },
    });
    await expire(email);
    expect(await refusalOf(plane.login(email, temporary_password ?? ""))).toMatchObject({
      status: 401,
      message: expect.stringContaining("expired"),
    });
    expect((await refusalOf(plane.login(email, "wrong"))).message).toBe(
      (await refusalOf(plane.login("nobody@example.com", "wrong"))).message,
    );
    const renewed = await plane.admin.api.users.reset({ params: { id } });
    const person = await plane.login(email, renewed.temporary_password ?? "");
    await person.api.auth.password({
      body: { current_password: renewed.temporary_password ?? "", new_password: otherPassword },
    });
    await plane.login(email, otherPassword);
  });

  test("ends the sessions that it opened when it expires", async () => {
    const { email, temporary_password } = await plane.admin.api.users.create({
      body: { email: "brief@example.com", name: "Brief", role: "viewer" },
    });
    const person = await plane.login(email, temporary_password ?? "");
    const { rows } = await records.query(
      "select session.expires_at = account.password_expires_at as same from sessions session join users account on account.id = session.user_id where account.email = $1",
      [person.email],
    );
    expect(rows).toEqual([{ same: true }]);
  });

  test("of a tenant's first admin that expired unused is renewed by creating the tenant again", async () => {
    const body = { id: "never-entered", name: "Never entered", admin_email: "first@example.com" };
    const create = () =>
      plane.anyone.system.createTenant({ body }, { headers: { "x-service-secret": plane.serviceSecret } });
    const { temporary_password: first } = await create();
    expect(await refusalOf(create())).toMatchObject({ status: 409 });
    await expire(body.admin_email);
    const { temporary_password: second } = await create();
    expect(second).not.toBe(first);
    expect(await refusalOf(plane.login(body.admin_email, first ?? "", body.id))).toMatchObject({ status: 401 });
    await plane.login(body.admin_email, second ?? "", body.id);
    await expire(body.admin_email);
    expect(await refusalOf(create())).toMatchObject({ status: 409 });
  });

  test("of a tenant's first admin is replaced for a caller that lost the answer, until the admin signs in", async () => {
    const body = { id: "answer-lost", name: "Answer lost", admin_email: "lost@example.com", renew: true };
    const create = (other: { id?: string; admin_email?: string } = {}) =>
      plane.anyone.system.createTenant(
        { body: { ...body, ...other } },
        { headers: { "x-service-secret": plane.serviceSecret } },
      );
    const { temporary_password: elsewhere } = await create({ id: "answer-received" });
    const { temporary_password: first } = await create();
    const { temporary_password: second } = await create();
    expect(await refusalOf(plane.login(body.admin_email, first ?? "", body.id))).toMatchObject({ status: 401 });
    expect(await refusalOf(create({ admin_email: "another@example.com" }))).toMatchObject({ status: 409 });
    await plane.login(body.admin_email, second ?? "", body.id);
    expect(await refusalOf(create())).toMatchObject({ status: 409 });
    // The same address is another tenant's first admin too.
    await plane.login(body.admin_email, elsewhere ?? "", "answer-received");
  });
});

describe("a session", () => {
  test("ends ninety days after its login, even when it is used", async () => {
    const person = await plane.person("viewer");
    const age = (days: number) =>
      records.query("update sessions set created_at = now() - make_interval(days => $1) where user_id = $2", [
        days,
        person.tokens.user.id,
      ]);
    await age(89);
    const { refresh_token } = await plane.anyone.auth.refresh({
      body: { refresh_token: person.tokens.refresh_token },
    });
    const { rows } = await records.query(
      "select extract(epoch from expires_at - created_at)::int / 86400 as days from sessions where user_id = $1",
      [person.tokens.user.id],
    );
    expect(rows).toEqual([{ days: 90 }]);
    await age(90);
    expect(await refusalOf(plane.anyone.auth.refresh({ body: { refresh_token } }))).toMatchObject({ status: 401 });
  });
});

// Each of them once held a connection and waited for another, and all waited for each other.
test("more logins and refreshes at once than the server has connections succeed", async () => {
  const person = await plane.person("viewer");
  const people = await Promise.all(
    Array.from({ length: 20 }, () => plane.login(person.email, goodPassword, plane.tenantId)),
  );
  const refreshed = await Promise.all(
    people.map(({ tokens: { refresh_token } }) => plane.anyone.auth.refresh({ body: { refresh_token } })),
  );
  expect(new Set(refreshed.map(({ token }) => token)).size).toBe(20);
});
