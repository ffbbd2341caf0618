import type { CostGrouping, PriceUnit, UnitPrice } from "@opsplane/contract";

export const unitWords: Record<PriceUnit, string> = {
  item_hour: "Hour of a configuration item",
  gigabyte: "Gigabyte of telemetry",
  ai_credit: "AI credit",
};

export const perWords: Record<PriceUnit, string> = {
  item_hour: "an hour",
  gigabyte: "a gigabyte",
  ai_credit: "a credit",
};

export const groupingWords: Record<CostGrouping, string> = {
  item: "Item",
  service: "Service",
  tag: "Tag",
  class: "Class",
};

/** `EUR 0.012`: small prices need more digits than amounts. */
export function priceText(price: number, currency: string): string {
  return `${currency} ${price.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
}

/** `server, production, tag pci`, or `All items`; empty for what is not an item. */
export function appliesTo({ unit, class: itsClass, environment, tag }: UnitPrice): string {
  if (unit !== "item_hour") return "";
  const parts = [itsClass, environment, tag ? `tag ${tag}` : null].filter((part) => part !== null);
  return parts.join(", ") || "All items";
}
