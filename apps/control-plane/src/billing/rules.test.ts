import fc from "fast-check";
import { expect, test } from "vitest";
import { cell } from "./csv.ts";
import { type Billed, carriedOver, invoiceNumber, money, periodFrom, prorationLines, shareOf, sumOf } from "./rules.ts";
import { readEvent } from "./stripe/events.ts";

const day = 24 * 3_600_000;
const at = (time: string) => new Date(time);
const ends = (start: string, period: "monthly" | "annual", anchor: number) =>
  periodFrom(at(start), period, anchor).end.toISOString();

test("a period ends on the same day of the next month, or on its last day, and returns to the day", () => {
  expect(ends("2026-11-18T09:30:00.000Z", "monthly", 18)).toBe("2026-12-18T09:30:00.000Z");
  expect(ends("2027-01-31T00:00:00.000Z", "monthly", 31)).toBe("2027-02-28T00:00:00.000Z");
  expect(ends("2027-02-28T00:00:00.000Z", "monthly", 31)).toBe("2027-03-31T00:00:00.000Z");
  expect(ends("2028-02-29T12:00:00.000Z", "annual", 29)).toBe("2029-02-28T12:00:00.000Z");
  expect(ends("2026-12-31T23:59:59.999Z", "monthly", 31)).toBe("2027-01-31T23:59:59.999Z");
});

test("amounts are rounded half away from zero, exactly", () => {
  expect(shareOf(1, 1, 2)).toBe(1);
  expect(shareOf(-1, 1, 2)).toBe(-1);
  expect(shareOf(100, 1, 3)).toBe(33);
  expect(shareOf(200, 1, 3)).toBe(67);
  expect(shareOf(-1, 1, 3)).toBe(0);
  expect(Object.is(shareOf(-1, 1, 3), 0)).toBe(true);
  // 2^53 is too small for this product.
  expect(shareOf(99_999_999, 31_535_999_999, 31_536_000_000)).toBe(99_999_999);
});

test("the two parts of a split amount differ from the whole by one cent at most", () => {
  const year = 365 * day;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: year }), (cents, part) => {
      const both = shareOf(cents, part, year) + shareOf(cents, year - part, year);
      expect(Math.abs(both - cents)).toBeLessThanOrEqual(1);
      expect(shareOf(-cents, part, year) + shareOf(cents, part, year)).toBe(0);
    }),
  );
});

const billed: Billed = {
  ...{ billing_period: "monthly", start: "2026-11-01T00:00:00.000Z", end: "2026-12-01T00:00:00.000Z" },
  items: [
    { item: "startup", cents: 19_900 },
    { item: "netflow", cents: 9_900 },
  ],
};

test("a change credits what ends and charges what begins, for the rest of the period", () => {
  const items = [
    { item: "midsize", cents: 79_900 },
    { item: "netflow", cents: 12_000 },
  ];
  const lines = prorationLines(billed, items, at("2026-11-16T00:00:00.000Z"));
  expect(lines.map(({ description, amount_cents }) => [description, amount_cents])).toEqual([
    ["Unused time on Plan Startup", -9_950],
    ["Remaining time on Plan Midsize", 39_950],
  ]);
  expect(prorationLines(billed, billed.items, at("2026-11-16T00:00:00.000Z"))).toEqual([]);
});

test("a change before the period counts whole, and one after it counts nothing", () => {
  const none = (time: string) => sumOf(prorationLines(billed, [], at(time)));
  expect(none("2026-10-01T00:00:00.000Z")).toBe(-29_800);
  expect(none("2026-12-01T00:00:00.000Z")).toBe(0);
});

test("an invoice is never negative: the rest of a credit is carried over", () => {
  const line = (amount_cents: number) => ({
    ...{ kind: "proration" as const, description: "x", amount_cents, period_start: null, period_end: null },
  });
  const { lines, credit } = carriedOver([line(-500), line(200)]);
  expect([sumOf(lines), credit?.amount_cents]).toEqual([0, -300]);
  expect(carriedOver([line(-500), line(700)])).toMatchObject({ lines: [{}, {}], credit: undefined });
});

test("numbers and amounts are written in full", () => {
  expect(invoiceNumber(2026, 1)).toBe("INV-2026-000001");
  expect(invoiceNumber(2026, 1_234_567)).toBe("INV-2026-1234567");
  expect(money(123_456, "USD")).toBe("USD 1,234.56");
  expect(money(-5, "EUR")).toBe("-EUR 0.05");
  expect(money(1234, "JPY")).toBe("JPY 1,234");
});

test("a cell of CSV is quoted, and never starts a formula", () => {
  expect(['a"b', "a,b", "=1+1", "-2", "@x", "plain", null, -5].map(cell)).toEqual([
    '"a""b"',
    '"a,b"',
    "'=1+1",
    "'-2",
    "'@x",
    "plain",
    "",
    "-5",
  ]);
});

test("an event of Stripe that is unknown or incomplete means nothing", () => {
  const event = (type: string, object: unknown, previous?: object) =>
    readEvent(JSON.stringify({ id: "evt_1", type, created: 1, data: { object, previous_attributes: previous } }));
  expect(event("charge.refunded", { customer: "cus_1" })).toBeUndefined();
  expect(event("toString", {})).toBeUndefined();
  expect(event("invoice.paid", { id: "in_1", customer: 5 })).toBeUndefined();
  expect(event("customer.updated", { id: "cus_1" }, { email: "old@example.com" })).toBeUndefined();
  const changed = { invoice_settings: { default_payment_method: null } };
  expect(event("customer.updated", { id: "cus_1" }, changed)).toMatchObject({ kind: "method", customerId: "cus_1" });
  expect(readEvent("[]")).toBeUndefined();
});
