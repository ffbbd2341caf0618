import { describe, expect, test } from "vitest";
import { at, input, minute, type Request, type Shop, shop } from "./a-shop.ts";
import { spansFrom } from "./columns.ts";
import { rank, type Suspect } from "./rank.ts";

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
    const tries: Request[] = Array.from({ length: 3 }, () => ({ service: "stock", ms: 2_000, limitMs: 800 }));
    const during = (): Request => ({
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
  const down: Request = { service: "stock", ms: 1, unseen: true, failed: true };
  const during = () => shop({ cart: { failed: true, children: [down] }, front: { failed: true } });
  expect(rank(input(during))[0]).toMatchObject({ service: "stock" });
});

test("a database that answers everybody else is not the cause of one caller's refusals", () => {
  const ask = (failed: boolean): Request => ({ service: "db", ms: 5, unseen: true, failed });
  const during = () =>
    shop({ below: [ask(false)], mail: { failed: true, children: [ask(true)] }, front: { failed: true } });
  expect(rank(input(during))[0]).toMatchObject({ service: "mail" });
});

test("a service that asks its database many times for each request is the cause, not the slow database", () => {
  const many: Request[] = Array.from({ length: 25 }, () => ({ service: "db", ms: 15, unseen: true }));
  const found = named(rank(input(() => shop({ below: many }))));
  expect(found.slice(0, 2).map(({ service }) => service)).toContain("stock");
  expect(found.flatMap(({ evidence }) => evidence)).toContainEqual(
    expect.objectContaining({ service: "stock", channel: "fanning" }),
  );
});

test("problem lines speak against what they name", () => {
  // A private address is that of its service.
  const texts = ["error timed out after 800 ms calling stock", "error connect ETIMEDOUT stock.shop.internal:8080"];
  const lines = (count: number, owner: string) => Array.from({ length: count }, () => owner);
  const owners = [...lines(40, "cart"), ...lines(40, "front")];
  const logs = {
    services: ["cart", "front"],
    at: owners.map((_, index) => at + index * 1_000),
    service: owners.map((owner) => (owner === "cart" ? 0 : 1)),
    span: owners.map(() => -1),
    text: owners.map((_, index) => texts[index % 2] ?? ""),
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
