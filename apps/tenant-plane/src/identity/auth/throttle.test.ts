import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { goodPassword, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

// Two attempts per minute for one email and address. In ten minutes that allows ten wrong attempts per email, twenty per address.
const limit = 2;

let plane: Plane;
beforeAll(async () => {
  plane = await startPlane({ ROLE: "api", LOGIN_RATE_LIMIT_PER_MINUTE: String(limit), TRUST_PROXY: "1" });
  // A fixed clock, so no window ends during a test on a slow machine.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await plane.close();
});

/** A login through the proxy, which appends the address that it saw. */
async function attempt(email: string, forwarded: string, password = "wrong"): Promise<number> {
  const response = await fetch(`${plane.url}/api/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": forwarded },
    body: JSON.stringify({ email, password }),
  });
  if (response.status === 429) {
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "RATE_LIMIT" });
  }
  return response.status;
}

async function attempts(count: number, one: (n: number) => Promise<number>): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < count; n++) statuses.push(await one(n));
  return statuses;
}

test("attempts are limited per email and address; other emails and addresses are not affected", async () => {
  expect(await attempts(4, () => attempt("guess@example.com", "198.51.100.1"))).toEqual([401, 401, 429, 429]);
  expect(await attempt("other@example.com", "198.51.100.1")).toBe(401);
  expect(await attempt("guess@example.com", "198.51.100.2")).toBe(401);
});

test("forged addresses in X-Forwarded-For do not avoid the limit", async () => {
  const forged = (n: number) => attempt("forged@example.com", `203.0.113.${n}, 198.51.100.3`);
  expect(await attempts(4, forged)).toEqual([401, 401, 429, 429]);
});

test("an email has a limit across all addresses", async () => {
  const from = (n: number) => attempt("many@example.com", `192.0.2.${n}`);
  expect(await attempts(12, from)).toEqual([...Array(10).fill(401), 429, 429]);
});

test("an address has a limit across all emails, and further attempts write no rows", async () => {
  const at = (n: number) => attempt(`person-${n}@example.com`, "198.51.100.4");
  expect(await attempts(20, at)).toEqual(Array(20).fill(401));
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const rows = async () => (await client.query("select count(*) from login_attempts")).rows[0].count;
  const before = await rows();
  expect(await attempts(2, (n) => at(20 + n))).toEqual([429, 429]);
  expect(await rows()).toBe(before);
  await client.end();
});

test("the addresses of one IPv6 network count as one", async () => {
  const at = (n: number) => attempt("six@example.com", `2001:db8:1:2::${n}`);
  expect(await attempts(3, at)).toEqual([401, 401, 429]);
});

test("successful logins do not count against the limits of email and address", async () => {
  const { email } = plane.admin;
  const from = (n: number) => attempt(email, `192.0.2.${100 + n}`, goodPassword);
  expect(await attempts(12, from)).toEqual(Array(12).fill(200));
});

test("too many attempts on one account do not use up the limit of the address", async () => {
  const hammer = () => attempt("hammer@example.com", "198.51.100.5");
  expect(new Set((await attempts(30, hammer)).slice(limit))).toEqual(new Set([429]));
  expect(await attempt("colleague@example.com", "198.51.100.5")).toBe(401);
});

test("the current password is throttled like a login when it is changed", async () => {
  const { id } = await plane.admin.api.users.create({
    body: { email: "own@example.com", name: "Own", role: "viewer", password: goodPassword },
  });
  const { tokens } = await plane.login("own@example.com", goodPassword, plane.tenantId);
  expect(tokens.user.id).toBe(id);
  const guess = async () => {
    const response = await fetch(`${plane.url}/api/auth/password`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tokens.token}`,
        "x-tenant-id": plane.tenantId,
        "content-type": "application/json",
        "x-forwarded-for": "198.51.100.6",
      },
      body: JSON.stringify({ current_password: "a guess", new_password: "a whole new password" }),
    });
    return [response.status, response.headers.has("retry-after")];
  };
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await guess());
  expect(answers).toEqual([
    [422, false],
    [422, false],
    [429, true],
    [429, true],
  ]);
});

test.each([
  ["0", "127.0.0.1"],
  ["1", "198.51.100.7"],
  ["2", "203.0.113.9"],
  ["127.0.0.0/8", "198.51.100.7"],
  ["127.0.0.0/8,198.51.100.0/24", "203.0.113.9"],
  ["10.0.0.0/8", "127.0.0.1"],
])("with TRUST_PROXY=%s the caller's address is %s", async (trusted, address) => {
  const proxied = await startPlane({ ROLE: "api", TRUST_PROXY: trusted });
  try {
    const api = proxied.api({ ...proxied.admin.headers, "x-forwarded-for": "192.0.2.1, 203.0.113.9, 198.51.100.7" });
    await api.incidents.create({ body: { title: "from where" } });
    const { items } = await api.audit.list({ query: { action: "incidents.create" } });
    expect(items.map((entry) => entry.address)).toEqual([address]);
  } finally {
    await proxied.close();
  }
});

test("without a limit no attempts are counted", async () => {
  const open = await startPlane({ ROLE: "api" });
  try {
    for (let n = 0; n < 12; n++) {
      expect(await refusalOf(open.login("guess@example.com", "wrong", open.tenantId))).toMatchObject({ status: 401 });
    }
  } finally {
    await open.close();
  }
});
