import { addons, planOf } from "@opsplane/contract";
import type { BillingPeriod, InvoiceLine } from "@opsplane/contract/control-plane";

/** What was invoiced for a period. */
export interface Billed {
  billing_period: BillingPeriod;
  start: string;
  end: string;
  items: readonly PricedItem[];
}

export interface PricedItem {
  /** A plan or an add-on. */
  item: string;
  cents: number;
}

interface Period {
  start: Date;
  end: Date;
}

/** The period after `start`. Months have different lengths, so the day of the month is kept where the month has it. */
export function periodFrom(start: Date, billingPeriod: BillingPeriod, anchorDay: number): Period {
  const months = billingPeriod === "monthly" ? 1 : 12;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchorDay, lastDay));
  return { start, end };
}

/** The part of an amount, rounded half away from zero. */
export function shareOf(cents: number, part: number, whole: number): number {
  // The product of cents and milliseconds is beyond what a number holds exactly.
  const [amount, numerator, denominator] = [BigInt(Math.abs(cents)), BigInt(part), BigInt(whole)];
  const rounded = Number((2n * amount * numerator + denominator) / (2n * denominator));
  return cents < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The lines of a whole period. */
export function periodLines(billed: Billed): InvoiceLine[] {
  return billed.items.map(({ item, cents }) => ({
    ...{ kind: Object.hasOwn(addons, item) ? ("addon" as const) : ("plan" as const) },
    description: `${nameOf(item)}, ${billed.billing_period}`,
    ...{ amount_cents: cents, period_start: billed.start, period_end: billed.end },
  }));
}

/** Credits for items that end at this time and charges for those that begin, until the end of the period. */
export function prorationLines(before: Billed, items: readonly PricedItem[], at: Date): InvoiceLine[] {
  const [start, end] = [Date.parse(before.start), Date.parse(before.end)];
  const from = Math.min(Math.max(at.getTime(), start), end);
  const line = ({ item, cents }: PricedItem, sign: 1 | -1): InvoiceLine => ({
    kind: "proration",
    description: `${sign === 1 ? "Remaining time on" : "Unused time on"} ${nameOf(item)}`,
    amount_cents: shareOf(sign * cents, end - from, end - start),
    period_start: new Date(from).toISOString(),
    period_end: before.end,
  });
  const lacks = (all: readonly PricedItem[], { item }: PricedItem) => !all.some((each) => each.item === item);
  return [
    ...before.items.filter((each) => lacks(items, each)).map((each) => line(each, -1)),
    ...items.filter((each) => lacks(before.items, each)).map((each) => line(each, 1)),
  ].filter(({ amount_cents }) => amount_cents !== 0);
}

export function sumOf(lines: readonly Pick<InvoiceLine, "amount_cents">[]): number {
  return lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/** An invoice is never negative: what is left of a credit waits for the next one. */
export function carriedOver(lines: readonly InvoiceLine[]): { lines: InvoiceLine[]; credit: InvoiceLine | undefined } {
  const total = sumOf(lines);
  if (total >= 0) return { lines: [...lines], credit: undefined };
  const credit = (amount_cents: number, description: string): InvoiceLine => ({
    ...{ kind: "credit", description, amount_cents, period_start: null, period_end: null },
  });
  return {
    lines: [...lines, credit(-total, "Credit carried over to the next invoice")],
    credit: credit(total, "Credit of the previous invoice"),
  };
}

export function sameItems(one: readonly PricedItem[], other: readonly PricedItem[]): boolean {
  const names = (items: readonly PricedItem[]) =>
    items
      .map(({ item }) => item)
      .sort()
      .join();
  return names(one) === names(other);
}

export function invoiceNumber(year: number, count: number): string {
  return `INV-${year}-${String(count).padStart(6, "0")}`;
}

function nameOf(item: string): string {
  return Object.hasOwn(addons, item) ? `Add-on ${addonName(item)}` : `Plan ${planOf(item).name}`;
}

function addonName(item: string): string {
  return Object.entries(addons).find(([id]) => id === item)?.[1].name ?? item;
}

/** `1234` in USD is `USD 12.34`. */
export function money(cents: number, currency: string): string {
  const digits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const shown = (Math.abs(cents) / 10 ** digits).toLocaleString("en-US", {
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
  return `${cents < 0 ? "-" : ""}${currency} ${shown}`;
}
