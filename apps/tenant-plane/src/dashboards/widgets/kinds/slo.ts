import type { WidgetData, WidgetOptions } from "@opsplane/contract";
import type { View } from "../view.ts";

const maxListed = 500;

/** The chosen objectives, or those with the least budget. One that was deleted is left out. */
export async function readSlos(
  { slo_ids = [], limit = 20 }: WidgetOptions<"slo">,
  { reads }: View,
): Promise<WidgetData<"slo">> {
  const { items } = await reads.slos.list({
    query: { sort: "budget", limit: slo_ids.length > 0 ? maxListed : limit },
  });
  const wanted = items.filter(({ id }) => slo_ids.length === 0 || slo_ids.includes(id));
  return {
    slos: wanted.slice(0, limit).map(({ id, name, objective, status: { state, attainment, budget, burn_rates } }) => ({
      ...{ id, name, state, objective, attainment, burn_rate: burn_rates["1h"] },
      budget_remaining: state === "no_data" ? null : budget.remaining,
    })),
  };
}
