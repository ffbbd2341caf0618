import type { LogRecord } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { breakableLink, type Link } from "../../../test/breakable-link.ts";
import { type Listener, listen } from "../../../test/event-listener.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

const minute = 60_000;
/** Two hours ago, on the minute. */
const base = Math.floor(Date.now() / minute) * minute - 120 * minute;
const at = (ms: number) => new Date(base + ms).toISOString();

/** Other tests use the same ClickHouse. */
const patient = { timeout: 180_000 };

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const [web1, web2] = [
  { "host.name": "web-1", env: "prod" },
  { "host.name": "web-2", env: "prod" },
];

/** By name, a second apart in this order. */
const said: Record<string, Partial<LogRecord> & { message: string }> = {
  declined: {
    message: "Payment failed for order 17: card declined",
    level: "error",
    resource: web1,
    trace_id: traceId,
  },
  refused: { message: "connect ECONNREFUSED 10.0.0.12:5432 try 1", level: "warn", resource: web1 },
  user7: { message: "user_id=7 logged in", resource: web2 },
  user70: { message: "user_id=70 logged in, take 7", resource: web2 },
  timeout: { message: 'Time-out after 30s: "disk full" 100% used', level: "fatal", resource: web1 },
  overflow: { message: "ÜBERLAUF im Puffer", level: "debug", resource: web2 },
  japanese: { message: "データベースエラーが発生しました", level: "error", resource: web1 },
  url: { message: "GET https://shop.example.com/api/orders?x=1", resource: web2 },
};
const names = Object.keys(said);

function aRecord(name: string, index: number) {
  const { message, ...rest } = said[name] ?? { message: "" };
  const attributes = { name, status: String(200 + 100 * (index % 4)), ms: String(index * 1.5), Path: "/api/Orders" };
  return { timestamp: at(index * 1000), service: "shop", level: "info", message, attributes, ...rest };
}

describe.skipIf(inject("clickhouseProblem") !== "")("logs", () => {
  let plane: Plane;
  let link: Link;
  let shop: Person;
  beforeAll(async () => {
    link = await breakableLink(inject("clickhouseUrl"));
    plane = await startPlane({ ROLE: "api" }, { telemetry: true, clickhouseUrl: link.url });
    shop = plane.admin;
    await shop.api.ingest.logs({ body: names.map(aRecord) });
  });
  afterAll(async () => {
    await plane.close();
    await link.close();
  });

  const found = async (q: string) => {
    const { items } = await shop.api.logs.list({ query: { q, service: ["shop"], from: at(0), to: at(minute) } });
    return items.map(({ attributes }) => attributes.name).reverse();
  };

  test("a search finds by words, phrases, wildcards, fields and comparisons", async () => {
    const expected: Record<string, string[]> = {
      "PAYMENT declined": ["declined"],
      '"card declined"': ["declined"],
      '"card decline"': [],
      "10.0.0.12": ["refused"],
      "10.0.0.1": [],
      "user_id=7": ["user7"],
      "time*": ["timeout"],
      "*OUT": ["timeout"],
      "econn*d": ["refused"],
      "logged -70": ["user7"],
      "NOT logged level:info": ["url"],
      "payment OR überlauf": ["declined", "overflow"],
      "(payment OR überlauf) level:>=warn": ["declined"],
      "level:(fatal OR warning)": ["refused", "timeout"],
      überlauf: ["overflow"],
      エラー: ["japanese"],
      "status:500 ms:>5": ["url"],
      "NOT ms:>=1.5": ["declined"],
      'Path:"/api/Orders" user*': ["user7", "user70"],
      "Path:/api/orders": [],
      "Path:/API/* ECONNREFUSED": ["refused"],
      "host:WEB-1 level:error": ["declined", "japanese"],
      "resource.env:prod payment": ["declined"],
      "attributes.env:prod": [],
      "env:* nothing:*": [],
      "https://shop.example.com/api/orders?x=1": ["url"],
      '"100% used"': ["timeout"],
      [`trace_id:${traceId.toUpperCase()}`]: ["declined"],
      "service:SHOP payment": ["declined"],
      "'; DROP TABLE log_records; --": [],
    };
    const answers: Record<string, unknown> = {};
    const waiting = Object.keys(expected);
    const ask = async () => {
      for (let q = waiting.shift(); q !== undefined; q = waiting.shift()) answers[q] = await found(q);
    };
    await Promise.all([ask(), ask(), ask()]);
    expect(answers).toEqual(expected);
  });

  test("an invalid search is refused with the position of the error", async () => {
    expect(await refusalOf(shop.api.logs.list({ query: { q: "payment level: x" } }))).toEqual({
      status: 422,
      code: "VALIDATION_ERROR",
      message: 'q: at character 15 a value is missing after "level:"',
      details: [{ path: "q", message: 'at character 15 a value is missing after "level:"' }],
    });
    const { code, details } = await refusalOf(shop.api.logs.list({ query: { next: "nonsense" } }));
    expect([code, details[0]?.path]).toEqual(["VALIDATION_ERROR", "next"]);
  });

  test("a record is returned as it was sent, and only to its tenant", async () => {
    const { items, next } = await shop.api.logs.list({ query: { trace_id: traceId, from: at(0) } });
    const { id, ...record } = items[0] ?? { id: "" };
    expect(next).toBeNull();
    expect(record).toEqual({
      ...aRecord("declined", 0),
      time_unix_nano: String(BigInt(base) * 1_000_000n),
      span_id: null,
    });
    const stranger = await plane.tenant();
    expect((await stranger.api.logs.list({ query: { from: at(0) } })).items).toEqual([]);
    expect((await stranger.api.logs.histogram()).total).toBe(0);
    expect((await stranger.api.logs.facets()).facets.flatMap(({ values }) => values)).toEqual([]);
    expect(await refusalOf(stranger.api.logs.context({ query: { id } }))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("pages neither repeat nor miss records with equal times, and exclude records that arrive later", async () => {
    const sameTime = (count: number, mark: string) =>
      Array.from({ length: count }, (_, row) => ({ timestamp: at(0), service: "twins", message: `${mark} ${row}` }));
    await shop.api.ingest.logs({ body: sameTime(4, "first") });
    await shop.api.ingest.logs({ body: sameTime(4, "second") });
    const page = (next?: string) =>
      shop.api.logs.list({ query: { service: ["twins"], from: at(0), limit: 3, ...(next ? { next } : {}) } });
    const first = await page();
    await shop.api.ingest.logs({ body: [{ timestamp: at(1), service: "twins", message: "newer" }] });
    const second = await page(first.next ?? "");
    const third = await page(second.next ?? "");
    const messages = [first, second, third].flatMap(({ items }) => items.map(({ message }) => message));
    expect(messages.length).toBe(8);
    expect(new Set(messages)).toEqual(
      new Set([...sameTime(4, "first"), ...sameTime(4, "second")].map((one) => one.message)),
    );
    expect(third.next).toBeNull();
  });

  test("records far apart in time are found in order, by page, by window and as context", async () => {
    const hour = 60 * minute;
    const [now, hours] = [Date.now(), [-0.02, 0.01, 0.99, 1, 1.01, 3, 23.99, 24, 25, 700, 720, 721, 1500]];
    const messages = hours.map((age) => `${age} hours ago`);
    const ago = (age: number) => new Date(now - age * hour).toISOString();
    const body = hours.map((age, index) => ({ timestamp: ago(age), service: "far", message: messages[index] ?? "" }));
    await shop.api.ingest.logs({ body: [...body].reverse() });
    const list = async (query: { limit?: number; next?: string; from?: string; to?: string }) => {
      const { items, next } = await shop.api.logs.list({ query: { service: ["far"], ...query } });
      return { messages: items.map(({ message }) => message), next, items };
    };
    const all = await list({});
    expect(all.messages).toEqual(messages);
    const paged: string[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const page = await list({ limit: 7, ...(next === undefined ? {} : { next }) });
      paged.push(...page.messages);
      next = page.next;
    }
    expect(paged).toEqual(messages);
    expect((await list({ from: ago(720), to: ago(0.99) })).messages).toEqual(messages.slice(3, 11));
    const context = await shop.api.logs.context({ query: { id: all.items[6]?.id ?? "" } });
    const around = [...context.before, context.record, ...context.after].map(({ message }) => message);
    expect(around).toEqual(messages.slice(1, 9).reverse());
  });

  test("the histogram counts exactly the records in its window, from the roll-up and from records", async () => {
    const times = [-1, 0, 59_999, 60_000, 150_000, 239_999, 240_000];
    await shop.api.ingest.logs({
      body: times.map((ms, index) => ({
        timestamp: at(ms),
        service: "clock",
        message: "tick",
        level: index % 2 === 0 ? "info" : "error",
      })),
    });
    const window = { service: ["clock"], from: at(0), to: at(240_000), bars: 4 };
    const byMinutes = await shop.api.logs.histogram({ query: window });
    expect(byMinutes).toEqual({
      from: at(0),
      to: at(240_000),
      step_seconds: 60,
      total: 5,
      buckets: [
        { ts: at(0), total: 2, levels: { info: 1, error: 1 } },
        { ts: at(60_000), total: 1, levels: { error: 1 } },
        { ts: at(120_000), total: 1, levels: { info: 1 } },
        { ts: at(180_000), total: 1, levels: { error: 1 } },
      ],
    });
    expect(await shop.api.logs.histogram({ query: { ...window, q: "tick" } })).toEqual(byMinutes);
    const off = { service: ["clock"], from: at(-500), to: at(239_999), bars: 10 };
    const edges = await shop.api.logs.histogram({ query: off });
    expect(edges.total).toBe(5);
    expect(await shop.api.logs.histogram({ query: { ...off, q: "tick" } })).toEqual(edges);
  });

  test("facets count services and levels without their own filter, and the values of suggested fields", async () => {
    const query = { service: ["shop"], from: at(0), to: at(minute) };
    const { facets, sampled } = await shop.api.logs.facets({
      query: { ...query, level: ["error"], fields: ["level", "host", "status"] },
    });
    expect(sampled).toBe(false);
    expect(facets).toEqual([
      {
        field: "level",
        values: [
          { value: "info", count: 3 },
          { value: "error", count: 2 },
          { value: "debug", count: 1 },
          { value: "fatal", count: 1 },
          { value: "warn", count: 1 },
        ],
      },
      { field: "host", values: [{ value: "web-1", count: 2 }] },
      {
        field: "status",
        values: [
          { value: "200", count: 1 },
          { value: "400", count: 1 },
        ],
      },
    ]);
    const suggested = await shop.api.logs.facets({ query });
    expect(suggested.facets.map(({ field }) => field)).toEqual(["service", "level", "host.name", "status"]);
    expect(suggested.facets[0]?.values).toContainEqual({ value: "shop", count: 8 });
  });

  test("the context of a record is its neighbors of the same service and host", async () => {
    const { items } = await shop.api.logs.list({ query: { q: "timeout OR time-out", from: at(0) } });
    const { before, record, after } = await shop.api.logs.context({ query: { id: items[0]?.id ?? "", before: 1 } });
    const name = ({ attributes }: LogRecord) => attributes.name;
    expect([before.map(name), name(record), after.map(name)]).toEqual([["refused"], "timeout", ["japanese"]]);
    expect(await refusalOf(shop.api.logs.context({ query: { id: "nothing" } }))).toMatchObject({ code: "NOT_FOUND" });
  });

  const tail = (query: string): Promise<Listener> => listen(`${plane.url}/api/logs/tail?${query}`, shop.headers);
  const messagesOf = ({ heard }: Listener) =>
    heard
      .filter(({ type }) => type === "logs")
      .flatMap(({ data }) => (data as LogRecord[]).map(({ message }) => message));

  test("a tail sends each record stored from now on once, and the number of skipped records", async () => {
    await shop.api.ingest.logs({ body: { service: "live", message: "before" } });
    const [all, errors] = await Promise.all([tail("service=live"), tail("service=live&q=level:error")]);
    await shop.api.ingest.logs({ body: { service: "live", message: "first", timestamp: at(0) } });
    await expect.poll(() => messagesOf(all), patient).toEqual(["first"]);
    await shop.api.ingest.logs({ body: { service: "live", message: "second", level: "error" } });
    await expect.poll(() => messagesOf(errors), patient).toEqual(["second"]);
    await expect.poll(() => messagesOf(all), patient).toEqual(["first", "second"]);
    errors.stop();
    const flood = Array.from({ length: 620 }, (_, row) => ({ service: "live", message: `flood ${row}` }));
    await shop.api.ingest.logs({ body: flood });
    await expect.poll(() => messagesOf(all).length, patient).toBe(502);
    expect(all.heard.find(({ type }) => type === "skipped")?.data).toEqual({ skipped: 120 });
    all.stop();
  });

  test("a tail reports once that ClickHouse is unreachable, and resumes when it is back", async () => {
    const listener = await tail("service=outage");
    link.cut();
    await expect.poll(() => listener.heard.map(({ type }) => type), patient).toEqual(["paused"]);
    link.mend();
    await expect.poll(() => listener.heard.map(({ type }) => type), patient).toEqual(["paused", "resumed"]);
    await expect
      .poll(
        () => shop.api.ingest.logs({ body: { service: "outage", message: "back" } }).then(() => "stored", String),
        patient,
      )
      .toBe("stored");
    await expect.poll(() => messagesOf(listener), patient).toContain("back");
    listener.stop();
  });

  test("a tail with an invalid search is refused", async () => {
    const answer = await fetch(`${plane.url}/api/logs/tail?q=level:`, { headers: shop.headers });
    expect(answer.status).toBe(422);
  });
});
