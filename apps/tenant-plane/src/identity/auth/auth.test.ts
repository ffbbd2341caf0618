import type { Tokens } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { goodPassword, type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: Plane;
beforeAll(async () => {
  plane = await startPlane();
});
afterAll(() => plane.close());

const refresh = (refresh_token: string) => plane.anyone.auth.refresh({ body: { refresh_token } });
const works = (tokens: Tokens) =>
  plane.api({ authorization: `Bearer ${tokens.token}`, "x-tenant-id": tokens.user.tenant_id }).auth.me();

describe("logging in", () => {
  test("returns token, refresh token and user at the top level and under data", async () => {
    const response = await fetch(`${plane.url}/api/auth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: plane.admin.email, password: goodPassword }),
    });
    const { data, ...top } = (await response.json()) as Tokens & { data: Tokens };
    expect(data).toEqual(top);
    expect(top.token.split(".")).toHaveLength(3);
    expect(top.user).toMatchObject({
      email: plane.admin.email,
      role: "admin",
      tenant_id: plane.tenantId,
      must_change_password: false,
    });
    expect(Date.parse(top.expires_at) - Date.now()).toBeGreaterThan(890_000);
  });

  test("with a wrong email, a wrong password or a disabled account gives the same 401", async () => {
    const gone = await plane.person("viewer");
    await plane.admin.api.users.update({ params: { id: gone.tokens.user.id }, body: { disabled: true } });
    const attempts = [
      { email: "nobody@example.com", password: goodPassword },
      { email: plane.admin.email, password: "wrong" },
      { email: gone.email, password: goodPassword },
    ];
    const refusals = await Promise.all(attempts.map((body) => refusalOf(plane.anyone.auth.token({ body }))));
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 401, code: "UNAUTHORIZED", message: refusals[0]?.message });
  });

  test("ignores the case of the email", async () => {
    expect((await plane.login("ADMIN@Opsplane.Local", goodPassword)).tokens.user.email).toBe("admin@opsplane.local");
  });

  test("a refused login is in the audit log of its tenant", async () => {
    const person = await plane.person("operator");
    await refusalOf(plane.login(person.email, "wrong"));
    const query = { actor: person.email, action: "auth.token" };
    const outcomes = async () => (await plane.admin.api.audit.list({ query })).items.map(({ outcome }) => outcome);
    // The response does not wait for the audit record.
    await expect.poll(outcomes).toEqual(["denied", "success"]);
  });
});

describe("refreshing", () => {
  test("returns new tokens, and the old refresh token stops working", async () => {
    const person = await plane.person("viewer");
    const next = await refresh(person.tokens.refresh_token);
    expect(next.refresh_token).not.toBe(person.tokens.refresh_token);
    expect((await works(next)).user.email).toBe(person.email);
  });

  test("with a used token revokes the whole family at once", async () => {
    const person = await plane.person("viewer");
    const second = await refresh(person.tokens.refresh_token);
    const third = await refresh(second.refresh_token);
    expect(await refusalOf(refresh(person.tokens.refresh_token))).toMatchObject({ status: 401 });
    expect(await refusalOf(refresh(third.refresh_token))).toMatchObject({ status: 401 });
    for (const tokens of [person.tokens, second, third])
      expect(await refusalOf(works(tokens))).toMatchObject({ status: 401 });
    const again = await plane.login(person.email, goodPassword);
    expect((await works(again.tokens)).user.email).toBe(person.email);
  });

  test("a repeated attempt works again, because its answer may be lost", async () => {
    const person = await plane.person("viewer");
    const attempt = "0123456789abcdef";
    const refreshAs = (refresh_token: string, own: string) =>
      plane.anyone.auth.refresh({ body: { refresh_token, attempt: own } });
    const [lost, second] = await Promise.all([
      refreshAs(person.tokens.refresh_token, attempt),
      refreshAs(person.tokens.refresh_token, attempt),
    ]);
    expect(lost.refresh_token).not.toBe(second.refresh_token);
    const third = await refreshAs(second.refresh_token, "another attempt at it");
    expect((await works(third)).user.email).toBe(person.email);
    // A newer token was used, so the first answer was not lost.
    expect(await refusalOf(refreshAs(person.tokens.refresh_token, attempt))).toMatchObject({ status: 401 });
    expect(await refusalOf(works(third))).toMatchObject({ status: 401 });
  });

  test("a used token with another attempt revokes the whole family", async () => {
    const person = await plane.person("viewer");
    const refreshAs = (attempt: string) =>
      plane.anyone.auth.refresh({ body: { refresh_token: person.tokens.refresh_token, attempt } });
    const next = await refreshAs("the attempt of the owner");
    expect(await refusalOf(refreshAs("the attempt of a thief"))).toMatchObject({ status: 401 });
    expect(await refusalOf(refresh(next.refresh_token))).toMatchObject({ status: 401 });
  });

  test.each([
    ["empty", ""],
    ["blank", " "],
    ["too short", "opr_abc"],
    ["too long", `opr_${"a".repeat(2000)}`],
    ["not base64url", `opr_${"+/=".repeat(14)}+`],
    ["not text that can be stored", `opr_${"\u0000".repeat(43)}`],
    ["an access token", "eyJhbGciOiJFZERTQSJ9.e30.c2ln"],
    ["of the right form but unknown", `opr_${"A".repeat(43)}`],
  ])("with a token that is %s is 401", async (_, token) => {
    expect(await refusalOf(refresh(token))).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });

  test("twice at once succeeds once and ends the family", async () => {
    const person = await plane.person("viewer");
    const outcomes = await Promise.allSettled([
      refresh(person.tokens.refresh_token),
      refresh(person.tokens.refresh_token),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await refusalOf(works(person.tokens))).toMatchObject({ status: 401 });
  });

  test("works with a cookie that scripts cannot read", async () => {
    const { email } = await plane.person("viewer");
    const post = (path: string, body: object, cookie?: string) =>
      fetch(plane.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
        body: JSON.stringify(body),
      });
    const login = await post("/api/auth/token", { email, password: goodPassword, cookie: true });
    expect(await login.json()).toMatchObject({ refresh_token: "" });
    const cookie = login.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^opsplane_refresh=opr_[\w-]+; Path=\/api\/auth; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    const refreshed = await post("/api/auth/refresh", { cookie: true }, cookie.split(";")[0]);
    expect([refreshed.status, refreshed.headers.get("set-cookie")?.startsWith("opsplane_refresh=opr_")]).toEqual([
      200,
      true,
    ]);
    const spent = await post("/api/auth/refresh", { cookie: true }, cookie.split(";")[0]);
    expect([spent.status, spent.headers.get("set-cookie")?.includes("Max-Age=0")]).toEqual([401, true]);
  });

  test("without a token is a validation error; without a cookie it is 401", async () => {
    expect(await refusalOf(plane.anyone.auth.refresh({ body: { cookie: true } }))).toMatchObject({ status: 401 });
    expect(await refusalOf(plane.anyone.auth.refresh({ body: {} }))).toMatchObject({
      status: 422,
      details: [{ path: "refresh_token" }],
    });
  });
});

describe("sessions", () => {
  test("logging out ends only the current one", async () => {
    const person = await plane.person("viewer");
    const other = await plane.login(person.email, goodPassword);
    await person.api.auth.logout();
    expect(await refusalOf(person.api.auth.me())).toMatchObject({ status: 401 });
    expect(await refusalOf(refresh(person.tokens.refresh_token))).toMatchObject({ status: 401 });
    expect((await other.api.auth.me()).user.email).toBe(person.email);
  });

  test("are listed with the current one marked, and can be ended one by one", async () => {
    const person = await plane.person("viewer");
    const other = await plane.login(person.email, goodPassword);
    const { items } = await person.api.auth.sessions();
    expect(items).toHaveLength(2);
    const theOther = items.find(({ current }) => !current);
    await person.api.auth.endSession({ params: { id: theOther?.id ?? "" } });
    expect(await refusalOf(other.api.auth.me())).toMatchObject({ status: 401 });
    expect((await person.api.auth.sessions()).total).toBe(1);
  });

  test("people cannot end another person's session", async () => {
    const [ann, bob] = [await plane.person("viewer"), await plane.person("viewer")];
    const { items } = await bob.api.auth.sessions();
    expect(await refusalOf(ann.api.auth.endSession({ params: { id: items[0]?.id ?? "" } }))).toMatchObject({
      status: 404,
    });
  });
});

describe("passwords", () => {
  test("changing one ends all sessions and returns a new one", async () => {
    const person = await plane.person("viewer");
    const other = await plane.login(person.email, goodPassword);
    const tokens = await person.api.auth.password({
      body: { current_password: goodPassword, new_password: "a whole new password" },
    });
    for (const old of [person, other]) {
      expect(await refusalOf(old.api.auth.me())).toMatchObject({ status: 401 });
      expect(await refusalOf(refresh(old.tokens.refresh_token))).toMatchObject({ status: 401 });
    }
    // Using an old, stolen token does not end the new session.
    expect((await works(tokens)).user.email).toBe(person.email);
    await refresh(tokens.refresh_token);
    expect(await refusalOf(plane.login(person.email, goodPassword))).toMatchObject({ status: 401 });
    await plane.login(person.email, "a whole new password");
  });

  test("need the current one, twelve characters, and must differ from it", async () => {
    const { api } = await plane.person("viewer");
    const attempt = (current_password: string, new_password: string) =>
      refusalOf(api.auth.password({ body: { current_password, new_password } }));
    expect(await attempt("wrong", "a whole new password")).toMatchObject({
      status: 422,
      details: [{ path: "current_password" }],
    });
    expect(await attempt(goodPassword, "short")).toMatchObject({ status: 422, details: [{ path: "new_password" }] });
    expect(await attempt(goodPassword, goodPassword)).toMatchObject({
      status: 422,
      details: [{ path: "new_password" }],
    });
  });

  test("a temporary one only allows changing it", async () => {
    const invited = await plane.admin.api.users.create({
      body: { email: "temp@example.com", name: "Temp", role: "operator" },
    });
    expect(invited).toMatchObject({
      status: "invited",
      temporary_password: expect.stringMatching(/^(\w{5}-){3}\w{5}$/),
    });
    const first = await plane.login(invited.email, invited.temporary_password ?? "");
    expect(first.tokens.user.must_change_password).toBe(true);
    expect(await refusalOf(first.api.incidents.list())).toMatchObject({
      status: 403,
      code: "PASSWORD_CHANGE_REQUIRED",
    });
    const tokens = await first.api.auth.password({
      body: { current_password: invited.temporary_password ?? "", new_password: "my own password" },
    });
    expect(tokens.user.must_change_password).toBe(false);
    expect((await works(tokens)).user.role).toBe("operator");
    expect((await plane.admin.api.users.get({ params: { id: invited.id } })).status).toBe("active");
  });

  test("are stored as argon2id, tokens and keys as hashes", async () => {
    const person = await plane.person("viewer");
    const { key } = await plane.admin.api.apiKeys.create({ body: { name: "hashed", role: "viewer" } });
    const client = new pg.Client({ connectionString: plane.databaseUrl });
    await client.connect();
    const tables = await client.query(
      "select table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema = 'public'",
    );
    const dump: string[] = [];
    for (const { table_name } of tables.rows) {
      dump.push(JSON.stringify((await client.query(`select t::text from "${table_name}" t`)).rows));
    }
    const hashes = await client.query("select password_hash from users");
    await client.end();
    for (const secret of [goodPassword, key, person.tokens.refresh_token, person.tokens.token])
      expect(dump.join().includes(secret)).toBe(false);
    for (const { password_hash } of hashes.rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$/);
  });
});

describe("access tokens", () => {
  test("of another signer or algorithm are refused", async () => {
    const [header, claims] = plane.admin.tokens.token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    for (const forged of [`${none}.${claims}.`, `${header}.${claims}.AAAA`, plane.admin.tokens.token.slice(0, -4)]) {
      expect(
        await refusalOf(plane.api({ authorization: `Bearer ${forged}`, "x-tenant-id": plane.tenantId }).auth.me()),
      ).toMatchObject({ status: 401 });
    }
  });

  test("expire", async () => {
    const brief = await startPlane({ ROLE: "api", ACCESS_TOKEN_SECONDS: "60" });
    try {
      const me = () => brief.admin.api.auth.me();
      vi.useFakeTimers({ toFake: ["Date"] });
      vi.setSystemTime(Date.parse(brief.admin.tokens.expires_at) - 1_000);
      await me();
      vi.setSystemTime(Date.parse(brief.admin.tokens.expires_at) + 1_000);
      expect(await refusalOf(me())).toMatchObject({ status: 401 });
      const next = await brief.anyone.auth.refresh({ body: { refresh_token: brief.admin.tokens.refresh_token } });
      expect(next.user.email).toBe(brief.admin.email);
    } finally {
      vi.useRealTimers();
      await brief.close();
    }
  });
});

test("my profile has my account, my permissions and the tenant's plan", async () => {
  const boss: Person = await plane.tenant("startup");
  const profile = await boss.api.auth.me();
  expect(profile).toMatchObject({
    tenant: { id: boss.tokens.user.tenant_id, plan_id: "startup" },
    user: { role: "admin" },
  });
  expect(profile.modules).not.toContain("custom_roles");
  expect((await plane.admin.api.auth.me()).modules).toContain("custom_roles");
});
