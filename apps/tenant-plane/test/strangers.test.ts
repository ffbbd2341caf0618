import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Plane, startPlane } from "./plane.ts";

// Unauthenticated callers: limits by address, headers, metrics.

let plane: Plane;
beforeAll(async () => {
  plane = await startPlane({
    TRUST_PROXY: "1",
    API_RATE_LIMIT_PER_MINUTE: "1000",
    REFUSED_RATE_LIMIT_PER_MINUTE: "5",
  });
  // A fixed clock, so no minute ends during a test on a slow machine.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await plane.close();
});

async function call(path: string, headers: Record<string, string>, body?: object): Promise<number> {
  const response = await fetch(plane.url + path, {
    method: body ? "POST" : "GET",
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.status === 429) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  return response.status;
}

const refusals: [string, (address: string) => Promise<number>][] = [
  [
    "unknown tokens",
    (address) =>
      call("/api/incidents", {
        authorization: "Bearer opk_unknown",
        "x-tenant-id": plane.tenantId,
        "x-forwarded-for": address,
      }),
  ],
  ["calls without a token", (address) => call("/api/incidents", { "x-forwarded-for": address })],
  [
    "unknown refresh tokens",
    (address) => call("/api/auth/refresh", { "x-forwarded-for": address }, { refresh_token: "opr_unknown" }),
  ],
  [
    "wrong service secrets",
    (address) =>
      call(
        "/api/internal/tenants",
        { "x-service-secret": "not the secret at all", "x-forwarded-for": address },
        { id: "stranger", name: "Stranger", admin_email: "stranger@example.com" },
      ),
  ],
];

describe.each(refusals)("%s", (name, refused) => {
  const address = `198.51.100.${refusals.findIndex(([other]) => other === name)}`;

  test("from one address are refused with 429 beyond the limit per minute; other addresses are not affected", async () => {
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push(await refused(address));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await refused("198.51.100.200")).toBe(401);
  });

  test("do not lock out a cached token of the same address", async () => {
    const from = (where: string) => call("/api/incidents", { ...plane.admin.headers, "x-forwarded-for": where });
    // A call from another address caches the token, once the server listens for signals.
    const known = async () => [await from("198.51.100.201"), await from(address)];
    await expect.poll(known).toEqual([200, 200]);
  });
});

test("a right service secret is refused for an address that guessed too often", async () => {
  const body = { id: "late-guess", name: "Late guess", admin_email: "late@example.com" };
  const from = (secret: string) => ({ "x-service-secret": secret, "x-forwarded-for": "198.51.100.99" });
  for (let n = 0; n < 5; n++) expect(await call("/api/internal/tenants", from(`guess number ${n}`), body)).toBe(401);
  expect(await call("/api/internal/tenants", from(plane.serviceSecret), body)).toBe(429);
});

test("API_RATE_LIMIT_PER_MINUTE=0 turns the limit of refusals off", async () => {
  const open = await startPlane({ ROLE: "api", REFUSED_RATE_LIMIT_PER_MINUTE: "1" });
  try {
    for (let n = 0; n < 4; n++) expect((await fetch(`${open.url}/api/incidents`)).status).toBe(401);
  } finally {
    await open.close();
  }
});

describe("Strict-Transport-Security", () => {
  const hsts = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/api/health`, { headers })).headers.get("strict-transport-security");

  test("is set only when a trusted proxy reports https", async () => {
    expect(await hsts(plane.url, { "x-forwarded-proto": "https" })).toBe("max-age=31536000");
    expect(await hsts(plane.url)).toBeNull();
    const direct = await startPlane({ ROLE: "api" });
    try {
      expect(await hsts(direct.url, { "x-forwarded-proto": "https" })).toBeNull();
    } finally {
      await direct.close();
    }
  });

  test("is set when PUBLIC_URL is https", async () => {
    const secure = await startPlane({ ROLE: "api", PUBLIC_URL: "https://ops.example.com" });
    try {
      expect(await hsts(secure.url)).toBe("max-age=31536000");
    } finally {
      await secure.close();
    }
  });
});

describe("/metrics", () => {
  const read = async (url: string, headers: Record<string, string>) =>
    (await fetch(`${url}/metrics`, { headers })).status;

  test("without a token serves only direct callers on this machine", async () => {
    expect(await read(plane.url, {})).toBe(200);
    expect(await read(plane.url, { "x-forwarded-for": "203.0.113.7" })).toBe(401);
    expect(await read(plane.url, { forwarded: "for=203.0.113.7" })).toBe(401);
    const untrusting = await startPlane({ ROLE: "api", HOST: "0.0.0.0" });
    try {
      expect(await read(untrusting.url, { "x-forwarded-for": "127.0.0.1" })).toBe(401);
      expect(await read(untrusting.url, {})).toBe(200);
    } finally {
      await untrusting.close();
    }
  });

  test("with a token serves its holders from anywhere", async () => {
    const closed = await startPlane({ ROLE: "api", METRICS_TOKEN: "sesame", TRUST_PROXY: "1" });
    try {
      expect(await read(closed.url, {})).toBe(401);
      expect(await read(closed.url, { authorization: "Bearer sesame", "x-forwarded-for": "203.0.113.7" })).toBe(200);
    } finally {
      await closed.close();
    }
  });
});
