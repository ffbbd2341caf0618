import type { UnitPrice } from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";

type Price = Pick<UnitPrice, "unit" | "class" | "tag" | "environment" | "currency">;

/** Refuses a second currency, because costs are added up, and conditions on what is not an item. */
export function assertPrice(price: Price, currency: string | undefined): void {
  if (currency !== undefined && price.currency !== currency)
    invalid("currency", `must be ${currency}, because the other prices are in ${currency}`);
  for (const field of ["class", "tag", "environment"] as const)
    if (price.unit !== "item_hour" && price[field] !== null) invalid(field, "belongs only to prices for an item hour");
}

/** The window of the same length that ends where this one begins. */
export function windowBefore({ from, to }: { from: Date; to: Date }): { from: Date; to: Date } {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
}
