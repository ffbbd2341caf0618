import { expect, test } from "vitest";
import { at, input, minute, type Request, shop } from "./a-shop.ts";
import { rank } from "./rank.ts";
import { compareVersions } from "./versions.ts";

// Causes that no span of their own shows: hosts, brokers, settings, things without a name, and one version of two.

const hosts = ["a", "b", "c"];
const services = ["front", "cart", "stock", "mail", "db", ...hosts];

/** Front and its two callees on a and b; what these call is on c. */
function placed(far: number, only = (_service: string) => true): Request {
  const wayMs = (service: string) => (only(service) ? far : 0.5);
  const leaf = (service: string): Request => ({ service, host: "c", ms: 5, wayMs: wayMs(service) });
  return {
    ...{ service: "front", host: "a", ms: 5 },
    children: [
      { service: "cart", host: "b", ms: 5, children: [leaf("stock"), leaf("price")] },
      { service: "mail", host: "b", ms: 5, children: [leaf("post")] },
    ],
  };
}

const usual = () => placed(0.5);
const withAll = { services: [...services, "price", "post"] };

test("a host that is far explains all slow ways to what runs on it", () => {
  const [first] = rank(input(() => placed(150), withAll, usual));
  expect(first).toMatchObject({ service: "c" });
});

test("one slow way is no reason to suspect the host of its end", () => {
  const found = rank(input(() => placed(150, (service) => service === "post"), withAll, usual));
  expect(found[0]?.service).not.toBe("c");
});

test("a host that is gone explains the silence of all that ran on it", () => {
  const refused = (service: string): Request => ({ service, ms: 1, unseen: true, failed: true });
  const during = (): Request => ({
    ...{ service: "front", host: "a", ms: 5, failed: true },
    children: [
      { service: "cart", host: "b", ms: 5, failed: true, children: [refused("stock"), refused("price")] },
      { service: "mail", host: "b", ms: 5, failed: true, children: [refused("post")] },
    ],
  });
  const [first] = rank(input(during, withAll, usual));
  expect(first).toMatchObject({ service: "c" });
  expect(first?.evidence.map(({ channel }) => channel)).toContain("gone");
});

test("a host whose only service is no longer called is not gone", () => {
  const during = (): Request => ({ ...placed(0.5), children: placed(0.5).children?.slice(0, 1) ?? [] });
  const found = rank(input(during, withAll, usual));
  expect(found.flatMap(({ evidence }) => evidence).map(({ channel }) => channel)).not.toContain("gone");
});

test("a broker that answers slowly is the cause, not what takes its messages later", () => {
  const sent = (ms: number): Request => ({
    ...{ service: "front", ms: 5 },
    children: [{ service: "worker", ms: 20, by: { broker: "queue", ms } }],
  });
  const found = rank(
    input(
      () => sent(900),
      { services: ["front", "worker", "queue"] },
      () => sent(3),
    ),
  );
  expect(found[0]).toMatchObject({ service: "queue" });
});

test("what a service depends on without a span of its own is suspected when nothing else explains its slow calls", () => {
  const ask = (ms: number) => shop({ below: [{ service: "db", ms, unseen: true, nameless: true }] });
  const calls = [{ caller: "stock", callee: "db" }];
  expect(
    rank(
      input(
        () => ask(800),
        { calls },
        () => ask(5),
      ),
    )[0],
  ).toMatchObject({ service: "db" });
});

test("who writes that it is not let in is the cause, not the one that refuses it", () => {
  const refused: Request = { service: "db", ms: 2, unseen: true, failed: true };
  const during = () =>
    shop({ below: [refused], stock: { failed: true }, cart: { failed: true }, front: { failed: true } });
  const lines = 100;
  const none = { services: [], at: [], service: [], span: [], text: [] };
  const logs = {
    current: {
      ...{ services: ["stock"], at: Array.from({ length: lines }, (_, line) => at + line * 1_000) },
      ...{ service: Array.from({ length: lines }, () => 0), span: Array.from({ length: lines }, () => -1) },
      text: Array.from(
        { length: lines },
        () => "error SELECT on db failed: password authentication failed for user app",
      ),
    },
    reference: none,
    windows: {
      current: { from: at - 30 * minute, to: at + 3 * minute },
      reference: { from: at - 90 * minute, to: at - 30 * minute },
    },
  };
  expect(rank(input(during, { logs }))[0]).toMatchObject({ service: "stock" });
});

test("a version is compared with the one beside it, at the same time", () => {
  const version = (index: number) => (index % 4 === 0 ? "2.0" : "1.9");
  const isNew = (index: number) => version(index) === "2.0";
  const compared = (stock: (index: number) => Partial<Request>) =>
    compareVersions(input((index) => shop({ stock: { version: version(index), ...stock(index) } })).spans as never, at)
      .filter((each) => each.service === "stock" && each.version === "2.0")
      .map(({ other, verdict }) => [other, verdict]);
  expect(compared((index) => ({ failed: isNew(index) && index % 8 === 0 }))).toEqual([["1.9", "worse"]]);
  expect(compared((index) => (isNew(index) ? { ms: 200 } : {}))).toEqual([["1.9", "worse"]]);
  // Both suffer from what they share.
  expect(compared(() => ({ failed: true }))).toEqual([["1.9", "as good"]]);
  const slow = { below: [{ service: "db", ms: 900, unseen: true }] };
  const shared = compareVersions(
    input((index) => shop({ ...slow, stock: { version: version(index), children: slow.below } })).spans as never,
    at,
  );
  expect(shared.filter(({ service }) => service === "stock").map(({ verdict }) => verdict)).toEqual([
    "as good",
    "as good",
  ]);
});

test("the service whose one new pod fails is the cause", () => {
  const found = rank(
    input((index) => shop({ stock: { version: index % 4 === 0 ? "2.0" : "1.9", failed: index % 4 === 0 } })),
  );
  expect(found[0]).toMatchObject({ service: "stock" });
  expect(found[0]?.evidence.map(({ channel }) => channel)).toContain("version");
});
