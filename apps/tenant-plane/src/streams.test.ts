import {
  createLog,
  createMetrics,
  createServer,
  type Entitlements,
  type Principal,
  type ReadContext,
} from "@opsplane/runtime";
import { afterEach, expect, test } from "vitest";
import { openStreams, type Streams } from "./streams.ts";

const withModules = (...modules: string[]): Entitlements => ({
  state: "active",
  plan: { id: null, name: "Test" },
  modules: new Set(modules),
  limits: {},
});

const reader: Principal = {
  kind: "user",
  id: "1",
  userId: "1",
  sessionId: null,
  tenantId: "acme",
  label: "reader@example.com",
  role: "viewer",
  permissions: new Set(["observability:read"]),
  entitlements: withModules("observability"),
  mustChangePassword: false,
};

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server with one route that streams logs. */
async function serve(seats = 5) {
  let current: Principal | undefined = reader;
  const streams: Streams = openStreams({ currentPrincipal: async () => current, seats, named: "streams" });
  const app = await createServer({
    log: createLog("fatal"),
    metrics: createMetrics("test"),
    trustProxy: { hops: 0 },
    https: false,
  });
  app.get("/", async (request, reply) => {
    const principal = { ...reader, tenantId: String(request.headers["x-tenant-id"] ?? "acme") };
    const context = { request, reply, principal } as Partial<ReadContext> as ReadContext;
    streams.takeSeat(context);
    streams.open(context, { permission: "observability:read", module: "observability" });
  });
  const slow = { waiting: 0, handled: 0 };
  app.get("/slow", async (request, reply) => {
    slow.waiting += 1;
    await new Promise((resolve) => reply.raw.once("close", resolve));
    streams.takeSeat({ request, reply, principal: reader } as Partial<ReadContext> as ReadContext);
    slow.handled += 1;
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  closers.push(() => app.close(), streams.close);
  const open = async (tenantId = "acme") => {
    const abort = new AbortController();
    const response = await fetch(url, { headers: { "x-tenant-id": tenantId }, signal: abort.signal });
    return { response, ended: response.text(), leave: () => abort.abort() };
  };
  /** A client that leaves while its request is being checked. */
  const leaveEarly = async () => {
    const abort = new AbortController();
    const asked = fetch(`${url}/slow`, { signal: abort.signal }).catch(() => undefined);
    await expect.poll(() => slow.waiting).toBe(1);
    abort.abort();
    await asked;
    await expect.poll(() => slow.handled).toBe(1);
  };
  return {
    streams,
    open,
    leaveEarly,
    becomes: (next: Principal | undefined) => {
      current = next;
    },
  };
}

test.each([
  ["its token is revoked", undefined],
  ["its permission is removed", { ...reader, permissions: new Set<string>() }],
  ["its module is removed", { ...reader, entitlements: withModules("incidents") }],
])("a stream ends when %s", async (_, next) => {
  const { streams, open, becomes } = await serve();
  const [mine, others] = [await open(), await open("other")];
  becomes(next);
  streams.recheck("acme");
  await mine.ended;
  becomes(reader);
  streams.recheck("other");
  others.leave();
  await expect(others.ended).rejects.toThrow();
});

test("the number of streams is limited per tenant", async () => {
  const { open } = await serve(2);
  const [first] = [await open(), await open()];
  const refused = await open();
  expect(refused.response.status).toBe(429);
  expect(refused.response.headers.get("retry-after")).toBe("60");
  expect(JSON.parse(await refused.ended)).toMatchObject({ code: "RATE_LIMIT" });
  expect((await open("other")).response.status).toBe(200);
  first.ended.catch(() => undefined);
  first.leave();
  await expect.poll(async () => (await open()).response.status).toBe(200);
});

test("a client that left before its stream opened takes no slot", async () => {
  const { open, leaveEarly } = await serve(1);
  await leaveEarly();
  expect((await open()).response.status).toBe(200);
});
