import { addonIds, addons, planIds, plans } from "@opsplane/contract";
import { type Offer, type Price, signupPlans } from "@opsplane/contract/control-plane";

type ListedPrice = Pick<Price, "item" | "billing_period" | "cents" | "currency">;

export function offerWith(prices: readonly ListedPrice[]): Offer {
  const pricesOf = (item: Price["item"]) =>
    prices
      .filter((price) => price.item === item)
      .map(({ billing_period, cents, currency }) => ({ billing_period, cents, currency }));
  return {
    plans: planIds.map((id) => ({
      id,
      name: plans[id].name,
      signup: signupPlans.some((each) => each === id),
      modules: [...plans[id].modules],
      limits: plans[id].limits,
      prices: pricesOf(id),
    })),
    addons: addonIds.map((id) => ({
      id,
      name: addons[id].name,
      description: addons[id].description,
      modules: [...addons[id].modules],
      prices: pricesOf(id),
    })),
  };
}

export function totalCents(prices: readonly Pick<Price, "cents">[]): number {
  return prices.reduce((sum, { cents }) => sum + cents, 0);
}

/** The prices of one subscription have one currency; the plan's is shown. */
export function currencyOf(prices: readonly Pick<Price, "currency">[]): string {
  return prices[0]?.currency ?? "USD";
}
