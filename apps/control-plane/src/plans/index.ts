import type { FeatureOf } from "../core.ts";
import { planHandlers, priceHandlers } from "./handlers.ts";

export { currencyOf, totalCents } from "./rules.ts";
export { pricesOf } from "./store.ts";

/** What is sold, and for how much. */
export function openPlans(): FeatureOf<"plans" | "prices"> {
  return { handlers: { plans: planHandlers, prices: priceHandlers } };
}
