import { expect, test, vi } from "vitest";
import { Failure } from "./failure.ts";
import { type FairLimiterOptions, fairShares, openFairLimiter } from "./fair-limiter.ts";

const busy = () => new Failure("UNAVAILABLE", "The database is busy.", { retryAfterSeconds: 2 });

function aPool(options: Partial<FairLimiterOptions> = {}) {
  const places = openFairLimiter({ ...fairShares(8), maxWaiting: 10, patienceMs: 60_000, busy, ...options });
  const order: string[] = [];
  /** Work that lasts until the test ends it. */
  const begin = (tenant: string) => {
    let end = () => {};
    const until = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done = places.take(tenant, undefined, () => {
      order.push(tenant);
      return until;
    });
    // Work that a test leaves waiting runs out of patience after it.
    done.catch(() => undefined);
    return { done, end };
  };
  return {
    places,
    order,
    begin,
    many: (tenant: string, count: number) => Array.from({ length: count }, () => begin(tenant)),
  };
}

const count = (order: readonly string[], tenant: string) => order.filter((each) => each === tenant).length;

test("a single tenant gets all but a quarter of the slots", async () => {
  const { places, order, many } = aPool();
  many("a", 8);
  await vi.waitFor(() => expect(order).toHaveLength(6));
  expect(places.waiting()).toBe(2);
});

test("another tenant gets a slot while the first holds its maximum", async () => {
  const { order, many } = aPool();
  many("a", 10);
  many("b", 2);
  await vi.waitFor(() => expect(count(order, "b")).toBe(2));
});

test("a tenant beyond its share gets nothing more while another waits", async () => {
  const { order, many } = aPool();
  const first = many("a", 8);
  const second = many("b", 4);
  await vi.waitFor(() => expect(order).toHaveLength(8));
  for (const { end } of first.slice(0, 4)) end();
  await vi.waitFor(() => expect(count(order, "b")).toBe(4));
  second[0]?.end();
  await vi.waitFor(() => expect(count(order, "a")).toBe(8));
});

test("waiting tenants take turns", async () => {
  const { order, begin } = aPool({ places: 1, share: 1, spare: 0 });
  const work = ["a", "a", "a", "b", "b", "c"].map((tenant) => ({ tenant, ...begin(tenant) }));
  for (let ended = 0; ended < 6; ended++) {
    await vi.waitFor(() => expect(order).toHaveLength(ended + 1));
    const running = work.findIndex(({ tenant }) => tenant === order[ended]);
    for (const { end } of work.splice(running, 1)) end();
  }
  expect(order.join("")).toBe("abcaba");
});

test("a wait that is too long and a queue that is too long fail as busy", async () => {
  const { begin } = aPool({ ...fairShares(1), maxWaiting: 1, patienceMs: 1 });
  begin("a");
  const [patient, late] = [begin("a"), begin("a")];
  await expect(late.done).rejects.toMatchObject({ code: "UNAVAILABLE", message: expect.stringContaining("busy") });
  await expect(patient.done).rejects.toMatchObject({ status: 503, options: { retryAfterSeconds: 2 } });
});

test("a caller that disconnects leaves the queue", async () => {
  const { places, begin } = aPool(fairShares(1));
  const first = begin("a");
  let leave = () => {};
  const departure = {
    gone: false,
    onGone: (hear: () => void) => {
      leave = hear;
      return () => {};
    },
  };
  const second = places.take("a", departure, async () => "never");
  leave();
  await expect(second).rejects.toMatchObject({ status: 499 });
  expect(places.waiting()).toBe(0);
  first.end();
  await first.done;
});
