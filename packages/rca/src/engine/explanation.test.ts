import { describe, expect, test } from "vitest";
import { type SpanRow, spansFrom } from "./columns.ts";
import type { RcaInput } from "./input.ts";
import { rank, type Suspect } from "./rank.ts";

// A shop: front calls cart and mail, cart calls stock, stock asks a cache and its database. Callers have client spans.

const at = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;

interface Call {
  service: string;
  ms: number;
  failed?: boolean;
  /** It sends no span, so that only its caller's client span is seen. */
  unseen?: boolean;
  /** Its caller waits no longer than this, and fails. */
  limitMs?: number;
  children?: Call[];
}

/** The spans of a request: those of services, and a client span for each call. */
function rowsOf(root: Call, trace: string, start: number): SpanRow[] {
  const rows: SpanRow[] = [];
  const row = (more: Partial<SpanRow>) =>
    rows.push({
      ...{ trace, id: `${rows.length}`, parent: "", service: "", operation: "", start, duration: 0, failed: false },
      ...{ peer: "", host: "", kind: "server" as const, version: "" },
      ...more,
    });
  const serve = ({ service, ms, failed = false, children = [] }: Call, parent: string, from: number): number => {
    const id = `${rows.length}`;
    row({ id, parent, service, operation: `do ${service}`, start: from, failed });
    let now = from + ms;
    for (const child of children) now = ask(child, service, id, now);
    rows[Number(id)] = { ...(rows[Number(id)] as SpanRow), duration: now - from };
    return now;
  };
  const ask = (child: Call, caller: string, parent: string, from: number): number => {
    const id = `${rows.length}`;
    row({ id, parent, service: caller, operation: `call ${child.service}`, start: from, peer: child.service });
    const ends = child.unseen ? from + child.ms : serve(child, id, from + 0.5);
    const until = Math.min(ends, from + (child.limitMs ?? Number.POSITIVE_INFINITY));
    const failed = child.limitMs !== undefined ? ends > until : child.failed === true;
    rows[Number(id)] = { ...(rows[Number(id)] as SpanRow), duration: until - from, failed };
    return until;
  };
  serve(root, "", start);
  return rows;
}

/** A request a second for ten minutes as usual, then three minutes as given. */
function input(during: (index: number) => Call, more: Partial<RcaInput> = {}): RcaInput {
  const wave = (call: Call, index: number): Call => ({
    ...call,
    ms: call.ms * (1 + 0.1 * Math.sin(index * 7)),
    children: (call.children ?? []).map((child) => wave(child, index + 1)),
  });
  const rows = (count: number, from: number, shape: (index: number) => Call) =>
    Array.from({ length: count }, (_, index) =>
      rowsOf(wave(shape(index), index), `${from}-${index}`, from + index * 1_000),
    ).flat();
  return {
    ...{ at, services: ["front", "cart", "stock", "mail", "db", "cache"], calls: [], series: [] },
    spans: {
      reference: spansFrom(rows(600, at - 40 * minute, () => shop())).spans,
      current: spansFrom([...rows(120, at - 2 * minute, () => shop()), ...rows(180, at, during)]).spans,
    },
    ...more,
  };
}

interface Shop {
  front?: Partial<Call>;
  cart?: Partial<Call>;
  stock?: Partial<Call>;
  mail?: Partial<Call>;
  below?: Call[];
}

function shop({ front, cart, stock, mail, below = [{ service: "db", ms: 5, unseen: true }] }: Shop = {}): Call {
  const leaf: Call = { service: "stock", ms: 8, children: below, ...stock };
  return {
    ...{ service: "front", ms: 10 },
    children: [
      { service: "cart", ms: 6, children: [leaf], ...cart },
      { service: "mail", ms: 4, ...mail },
    ],
    ...front,
  };
}

const named = (suspects: readonly Suspect[]) => suspects.filter(({ evidence }) => evidence.length > 0);

describe("a slow service is the cause, not its callers", () => {
  test.each<[string, Shop]>([
    ["that fail each time", { stock: { ms: 2_000 }, front: { failed: true }, cart: { failed: true } }],
    [
      "that give up after a second",
      { stock: { ms: 3_000, limitMs: 1_000 }, cart: { failed: true }, front: { failed: true } },
    ],
    [
      "whose front gives up after a second",
      { stock: { ms: 3_000 }, cart: { limitMs: 1_000 }, front: { failed: true } },
    ],
  ])("%s", (_, fault) => {
    const [first] = rank(input(() => shop(fault)));
    expect(first).toMatchObject({ service: "stock" });
    expect(first?.probability).toBeGreaterThan(0.5);
  });

  test("that try three times", () => {
    const tries: Call[] = Array.from({ length: 3 }, () => ({ service: "stock", ms: 2_000, limitMs: 800 }));
    const during = (): Call => ({
      ...shop({ front: { failed: true } }),
      children: [{ service: "cart", ms: 6, failed: true, children: tries }],
    });
    expect(rank(input(during))[0]).toMatchObject({ service: "stock" });
  });

  test("also when only one call in ten is slow", () => {
    const found = rank(input((index) => shop(index % 10 === 0 ? { stock: { ms: 500 } } : {})));
    expect(found[0]).toMatchObject({ service: "stock" });
  });
});

test("a service that is down is the cause, though it sends nothing", () => {
  const down: Call = { service: "stock", ms: 1, unseen: true, failed: true };
  const during = () => shop({ cart: { failed: true, children: [down] }, front: { failed: true } });
  expect(rank(input(during))[0]).toMatchObject({ service: "stock" });
});

test("a database that answers everybody else is not the cause of one caller's refusals", () => {
  const ask = (failed: boolean): Call => ({ service: "db", ms: 5, unseen: true, failed });
  const during = () =>
    shop({ below: [ask(false)], mail: { failed: true, children: [ask(true)] }, front: { failed: true } });
  expect(rank(input(during))[0]).toMatchObject({ service: "mail" });
});

test("a service that asks its database many times for each request is the cause, not the slow database", () => {
  const many: Call[] = Array.from({ length: 25 }, () => ({ service: "db", ms: 15, unseen: true }));
  const found = named(rank(input(() => shop({ below: many }))));
  expect(found.slice(0, 2).map(({ service }) => service)).toContain("stock");
  expect(found.flatMap(({ evidence }) => evidence)).toContainEqual(
    expect.objectContaining({ service: "stock", channel: "fanning" }),
  );
});

test("problem lines speak against what they name", () => {
  const text = "error timed out after 800 ms calling stock";
  const lines = (count: number, owner: string) => Array.from({ length: count }, () => owner);
  const owners = [...lines(40, "cart"), ...lines(40, "front")];
  const logs = {
    services: ["cart", "front"],
    at: owners.map((_, index) => at + index * 1_000),
    service: owners.map((owner) => (owner === "cart" ? 0 : 1)),
    span: owners.map(() => -1),
    text: owners.map(() => text),
  };
  const none = { services: [], at: [], service: [], span: [], text: [] };
  const windows = {
    current: { from: at - 30 * minute, to: at + 3 * minute },
    reference: { from: at - 90 * minute, to: at - 30 * minute },
  };
  const [first] = rank({
    ...{ at, services: ["front", "cart", "stock"], calls: [], series: [] },
    logs: { current: logs, reference: none, windows },
  });
  expect(first).toMatchObject({ service: "stock" });
});

test("what is usual has no cause", () => {
  expect(rank(input(() => shop())).every(({ probability }) => probability < 0.3)).toBe(true);
});

test("spans whose parents form a circle, or a chain of thousands, end the analysis", () => {
  const depth = 9_000;
  const strange = Array.from({ length: depth }, (_, index) => ({
    ...{
      trace: "strange",
      id: `${index}`,
      parent: `${index === 0 ? depth - 1 : index - 1}`,
      service: index % 5 ? "front" : "cart",
    },
    ...{
      operation: "turn",
      start: at + index,
      duration: 5,
      failed: index % 3 === 0,
      peer: "",
      host: "",
      kind: "server" as const,
      version: "",
    },
  }));
  const chain = strange.map((row) => ({ ...row, trace: "deep", parent: row.id === "0" ? "" : row.parent }));
  const given = input(() => shop());
  const spans = { ...given.spans, current: spansFrom([...strange, ...chain]).spans };
  expect(rank({ ...given, spans })).toHaveLength(6);
});
