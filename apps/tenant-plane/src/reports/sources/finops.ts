import { costsWithoutGroup } from "@opsplane/contract";
import type { Column, Section } from "@opsplane/reports";
import { countText, valueText } from "@opsplane/reports";
import { type PeriodCosts, periodCosts } from "../../finops/index.ts";
import { chartOfShares } from "./charts.ts";
import { shareOf } from "./columns.ts";
import { allAtOnce } from "./rows.ts";
import type { SourceScope } from "./source.ts";

const maxBars = 15;
const maxItems = 20_000;
/** Tags and services: more help nobody, and an item can have many tags. */
const maxGroups = 2000;

/** What items and usage cost, by item, service and tag, and what is paid for and not used. */
export async function finopsSource({ db, tenantId, reads, period, before }: SourceScope): Promise<Section> {
  const now = await periodCosts({ db, tenantId, reads, period });
  const earlier = await periodCosts({ db, tenantId, reads, period: before });
  const { currency } = now;
  const money = { unit: "money", currency } as const;
  const [services, tags] = [
    await now.list("service", { limit: maxGroups, offset: 0 }),
    await now.list("tag", { limit: maxGroups, offset: 0 }),
  ];
  const first = services.find(({ name }) => name !== costsWithoutGroup.service);
  return {
    source: "FinOps",
    findings: [
      `The period cost ${valueText(totalOf(now), "money", currency)}.`,
      ...(first && now.cost > 0 ? [`${first.name} cost most (${valueText(first.cost, "money", currency)}).`] : []),
      ...(now.idle_items > 0
        ? [`${countText(now.idle_items, "idle item")} cost ${valueText(now.idle_cost, "money", currency)}.`]
        : []),
    ],
    figures: [
      { name: "Total cost", value: totalOf(now), before: totalOf(earlier), ...money, better: "lower", headline: true },
      { name: "Configuration items", value: now.cost, before: earlier.cost, ...money, better: "lower" },
      { name: "Telemetry", value: now.telemetry_cost, before: earlier.telemetry_cost, ...money, better: "lower" },
      { name: "AI", value: now.credit_cost, before: earlier.credit_cost, ...money, better: "lower" },
      { name: "Idle items", value: now.idle_items, before: earlier.idle_items, unit: "count", better: "lower" },
      { name: "Cost of idle items", value: now.idle_cost, before: earlier.idle_cost, ...money, better: "lower" },
    ],
    charts: [
      { ...chartOfShares("Cost by service", "Cost", services.slice(0, maxBars).map(bar), "money"), currency },
      { ...chartOfShares("Cost by tag", "Cost", tags.slice(0, maxBars).map(bar), "money"), currency },
    ],
    tables: [
      groupTable("Cost by service", "service", services, now.cost),
      groupTable("Cost by tag", "tag", tags, now.cost),
      { ...{ name: "Cost by item", columns: columnsOf("item"), total: now.items }, rows: () => itemRows(now) },
    ],
    notes: [
      "An item costs its price for each hour in which it existed. Items that were deleted since are not counted.",
      "A service has its own cost and an equal share of what it runs on. An item with several tags counts for each of them.",
      "Idle are hosts that used less than 5 % of their CPU, and services that had calls in the period before and none in this one.",
      ...(now.items > maxItems ? [`Only the ${valueText(maxItems, "count")} items that cost most are listed.`] : []),
      ...(now.unpriced > 0 ? [`${countText(now.unpriced, "item has", "items have")} no price.`] : []),
      ...(now.telemetry_cost === null ? ["There is no price for a gigabyte of telemetry."] : []),
    ],
  };
}

type Row = Awaited<ReturnType<PeriodCosts["list"]>>[number];

const bar = ({ name, cost }: Row) => ({ name, count: cost });

function totalOf({ cost, telemetry_cost, credit_cost }: PeriodCosts): number {
  return cost + (telemetry_cost ?? 0) + (credit_cost ?? 0);
}

const columnsOf = (group: "item" | "service" | "tag"): readonly Column[] => [
  { key: group, name: { item: "Item", service: "Service", tag: "Tag" }[group] },
  { key: "hours", name: "Hours", unit: "number" },
  { key: "cost", name: "Cost", unit: "number" },
  { key: "share_percent", name: "Share", unit: "percent" },
  { key: "idle", name: "Idle" },
];

const cellsOf =
  (whole: number) =>
  ({ name, hours, cost, idle }: Row) => [name, hours, cost, shareOf(cost, whole), idle];

function groupTable(name: string, group: "service" | "tag", rows: readonly Row[], whole: number) {
  return { name, columns: columnsOf(group), total: rows.length, rows: () => allAtOnce(rows.map(cellsOf(whole))) };
}

async function* itemRows({ list, cost }: PeriodCosts) {
  yield (await list("item", { limit: maxItems, offset: 0 })).map(cellsOf(cost));
}
