import type { LiveEvent } from "@opsplane/contract";
import pg from "pg";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";

let plane: SharedPlane;
beforeAll(async () => {
  plane = await sharedPlane();
});

interface Delivery {
  id: string | undefined;
  type: string;
  event: LiveEvent;
}

interface Listener {
  delivery: Delivery[];
  readyAt(): string | undefined;
  references(): unknown[];
  stop(): void;
  ended: Promise<void>;
}

const listeners: Listener[] = [];
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.stop();
});

/** A client of the stream, like a browser. Resolves when the server has sent `ready`. */
async function listen(person: Person, lastId?: string): Promise<Listener> {
  const abort = new AbortController();
  const headers = { ...person.headers, ...(lastId ? { "last-event-id": lastId } : {}) };
  const response = await fetch(`${plane.url}/api/events/stream`, { headers, signal: abort.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const delivery: Delivery[] = [];
  let ready: string | undefined;
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  const ended = (async () => {
    let text = "";
    for (let part = first; !part.done; part = await reader.read()) {
      text += part.value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        if (field("event") === "ready") ready = field("id");
        else if (field("event"))
          delivery.push({ id: field("id"), type: field("event") ?? "", event: JSON.parse(field("data") ?? "{}") });
      }
    }
  })().catch(() => undefined);
  const listener = {
    delivery,
    readyAt: () => ready,
    references: () => delivery.map(({ event }) => event.data.reference),
    stop: () => abort.abort(),
    ended,
  };
  listeners.push(listener);
  return listener;
}

test("a change reaches only people of the tenant who may see it", async () => {
  const [boss, stranger] = [await plane.tenant(), await plane.tenant()];
  const viewer = await plane.person("viewer", boss);
  const [atBoss, atViewer, atStranger] = [await listen(boss), await listen(viewer), await listen(stranger)];
  await boss.api.users.create({ body: { email: "new@example.com", name: "New", role: "viewer" } });
  const incident = await boss.api.incidents.create({ body: { title: "live" } });
  await boss.api.incidents.update({ params: { id: incident.id }, body: { status: "open" } });
  await expect
    .poll(() => atBoss.delivery.map(({ event }) => event.type))
    .toEqual(["user.invited", "incident.created", "incident.updated"]);
  await expect
    .poll(() => atViewer.delivery.map(({ event }) => event.type))
    .toEqual(["incident.created", "incident.updated"]);
  expect(atBoss.delivery[1]?.event).toMatchObject({
    subject_id: incident.id,
    actor: boss.email,
    data: { reference: incident.reference, status: "triggered" },
  });
  const own = await stranger.api.incidents.create({ body: { title: "other" } });
  await expect.poll(() => atStranger.references()).toEqual([own.reference]);
});

test("after a broken connection the last id returns exactly the missed events", async () => {
  const boss = await plane.tenant();
  const first = await listen(boss);
  await boss.api.incidents.create({ body: { title: "seen" } });
  await expect.poll(() => first.references()).toEqual(["INC-00000001"]);
  first.stop();
  for (const title of ["missed", "also missed"]) await boss.api.incidents.create({ body: { title } });
  const second = await listen(boss, first.delivery[0]?.id);
  await expect.poll(() => second.references()).toEqual(["INC-00000002", "INC-00000003"]);
  await boss.api.incidents.create({ body: { title: "live again" } });
  await expect.poll(() => second.references()).toEqual(["INC-00000002", "INC-00000003", "INC-00000004"]);
});

test("a client that disconnects before the first change misses no events", async () => {
  const boss = await plane.tenant();
  const first = await listen(boss);
  await expect.poll(() => first.readyAt()).toBeDefined();
  first.stop();
  await boss.api.incidents.create({ body: { title: "while away" } });
  const second = await listen(boss, first.readyAt());
  await expect.poll(() => second.references()).toEqual(["INC-00000001"]);
});

test("an event whose transaction began first and committed last is not missed", async () => {
  const boss = await plane.tenant();
  const tenant = boss.tokens.user.tenant_id;
  const listener = await listen(boss);
  const slow = new pg.Client({ connectionString: plane.databaseUrl });
  await slow.connect();
  await slow.query("begin");
  await slow.query(
    `insert into events (tenant_id, type, subject_id, actor, data) values ($1, 'incident.noted', 'x', 'slow', '{"reference": "SLOW"}')`,
    [tenant],
  );
  await boss.api.incidents.create({ body: { title: "fast" } });
  await expect.poll(() => listener.references()).toEqual(["INC-00000001"]);
  const cursor = listener.delivery[0]?.id;
  await slow.query("commit");
  await slow.end();
  await expect.poll(() => listener.references(), { timeout: 180_000 }).toEqual(["INC-00000001", "SLOW"]);
  const resumed = await listen(boss, cursor);
  await expect.poll(() => resumed.references()).toEqual(["SLOW"]);
});

test("a client that is too far behind receives a reset", async () => {
  const boss = await plane.tenant();
  for (const id of ["nonsense", "5:5:.1000", `99999999999:99999999999:.${Math.floor(Date.now() / 1000)}`]) {
    const listener = await listen(boss, id);
    await expect.poll(() => listener.delivery.map(({ type }) => type)).toEqual(["reset"]);
  }
});

test("a stream ends when its session does", async () => {
  const person = await plane.person("viewer");
  const listener = await listen(person);
  await person.api.auth.logout();
  await listener.ended;
});

test("a role that loses a permission receives no more events, by session and by key", async () => {
  const boss = await plane.tenant();
  await boss.api.roles.create({ body: { name: "listener", permissions: ["incidents:read", "cmdb:read"] } });
  const person = await plane.person("listener", boss);
  const { key } = await boss.api.apiKeys.create({ body: { name: "listening machine", role: "listener" } });
  const headers = { ...person.headers, authorization: `Bearer ${key}` };
  const both = [await listen(person), await listen({ ...person, headers })];
  await boss.api.incidents.create({ body: { title: "before" } });
  for (const { references } of both) await expect.poll(references).toEqual(["INC-00000001"]);
  await boss.api.roles.update({ params: { name: "listener" }, body: { permissions: ["cmdb:read"] } });
  await boss.api.incidents.create({ body: { title: "after" } });
  await boss.api.cmdb.create({ body: { name: "still delivered", class: "server" } });
  for (const { delivery } of both)
    await expect.poll(() => delivery.map(({ event }) => event.type)).toEqual(["incident.created", "ci.created"]);
});

test("a client that missed more than a thousand events receives a reset, otherwise all of them", async () => {
  const boss = await plane.tenant();
  const first = await listen(boss);
  await expect.poll(() => first.readyAt()).toBeDefined();
  first.stop();
  const miss = (count: number) => store(count, boss);
  await miss(1000);
  const second = await listen(boss, first.readyAt());
  await expect.poll(() => second.delivery.length).toBe(1000);
  await miss(1);
  const third = await listen(boss, first.readyAt());
  await expect.poll(() => third.delivery.map(({ type }) => type)).toEqual(["reset"]);
});

test("open streams receive a reset when more events were stored at once than one look reads, and later events as usual", async () => {
  const boss = await plane.tenant();
  const listener = await listen(boss);
  await store(100_001, boss);
  await expect.poll(() => listener.delivery.map(({ type }) => type), { timeout: 60_000 }).toEqual(["reset"]);
  await boss.api.incidents.create({ body: { title: "after the flood" } });
  await expect.poll(() => listener.delivery.map(({ type }) => type)).toEqual(["reset", "change"]);
  expect(listener.delivery[1]?.event.data.reference).toBe("INC-00000001");
});

/** Stores events in one transaction. */
async function store(count: number, { tokens }: Person): Promise<void> {
  const records = new pg.Client({ connectionString: plane.databaseUrl });
  await records.connect();
  await records.query(
    `insert into events (tenant_id, type, subject_id, actor, data)
     select $1, 'incident.noted', 'x', 'seed', '{}' from generate_series(1, $2::int)`,
    [tokens.user.tenant_id, count],
  );
  await records.end();
}

test("a collector token cannot open a stream", async () => {
  const { token } = await plane.admin.api.collectors.create({ body: { name: "sender" } });
  const headers = { ...plane.admin.headers, authorization: `Bearer ${token}` };
  const response = await fetch(`${plane.url}/api/events/stream`, { headers });
  expect(response.status).toBe(403);
});
