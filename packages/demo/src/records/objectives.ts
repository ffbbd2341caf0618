import type { SloIndicator } from "@opsplane/contract";
import type { Items } from "./items.ts";
import type { Api } from "./people.ts";

interface Objective {
  readonly name: string;
  readonly description: string;
  readonly objective: number;
  readonly indicator: SloIndicator & { readonly service: string };
}

const objectives: readonly Objective[] = [
  {
    name: "Checkout works",
    description: "Customers can pay for what is in their cart.",
    objective: 99.5,
    indicator: { type: "availability", service: "checkout" },
  },
  {
    name: "Pages are fast",
    description: "The shop shows a page within half a second.",
    objective: 95,
    indicator: { type: "latency", service: "storefront", threshold_ms: 500 },
  },
];

/** Without alert policies, because the demo has its own incident. Called after the history is stored, so that it counts. */
export async function fillObjectives(api: Api, items: Items): Promise<void> {
  const known = new Set((await api.slos.list({ query: { limit: 500 } })).items.map(({ name }) => name));
  for (const objective of objectives.filter(({ name }) => !known.has(name))) {
    const ci_id = items.get(objective.indicator.service) ?? "";
    const { owner } = await api.cmdb.get({ params: { id: ci_id } });
    const group_id = owner?.type === "group" ? owner.id : null;
    await api.slos.create({ body: { ...objective, window_days: 7, ci_id, group_id } });
  }
}
