import type { PriceUnit, UnitPrice } from "@opsplane/contract";
import type { PriceFields } from "./queries.ts";

export interface PriceDraft {
  name: string;
  unit: PriceUnit;
  /** As a number field has it. */
  price: number | "";
  currency: string;
  /** Empty: every one. */
  class: string;
  tag: string;
  environment: string;
}

export function draftOf(price: UnitPrice | undefined, currency: string): PriceDraft {
  if (!price) return { name: "", unit: "item_hour", price: "", currency, class: "", tag: "", environment: "" };
  const { name, unit, class: itsClass, tag, environment } = price;
  return {
    ...{ name, unit, price: price.price, currency: price.currency },
    ...{ class: itsClass ?? "", tag: tag ?? "", environment: environment ?? "" },
  };
}

/** Conditions belong to items, so other prices are sent without them. */
export function fieldsOf({ name, unit, price, currency, ...conditions }: PriceDraft): PriceFields {
  const only = (text: string) => (unit === "item_hour" && text.trim() !== "" ? text.trim() : null);
  return {
    ...{ name: name.trim(), unit, price: price === "" ? 0 : price, currency },
    ...{ class: only(conditions.class), tag: only(conditions.tag), environment: only(conditions.environment) },
  };
}

export function problemsOf({ name, price, currency }: PriceDraft): Partial<Record<keyof PriceDraft, string>> {
  return {
    ...(name.trim() === "" ? { name: "Enter a name." } : {}),
    ...(price === "" ? { price: "Enter a price." } : {}),
    ...(/^[A-Z]{3}$/.test(currency) ? {} : { currency: "Use three letters, such as EUR." }),
  };
}
