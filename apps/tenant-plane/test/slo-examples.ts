import type { Examples } from "./examples.ts";
import type { Person } from "./plane.ts";

let counter = 0;
const unique = (word: string) => `${word} ${++counter}`;

const definition = () => ({
  indicator: { type: "availability" as const, service: "web" },
  objective: 99.9,
  window_days: 30,
});
const anSlo = () => ({ name: unique("SLO"), ...definition() });

/** A tenant has at most 500, and the walk over the contract makes many. */
async function newSlo({ api }: Person) {
  const { items } = await api.slos.list({ query: { limit: 1000 } });
  for (const { id } of items.slice(0, Math.max(0, items.length - 400))) await api.slos.remove({ params: { id } });
  return { id: (await api.slos.create({ body: anSlo() })).id };
}

export const sloExamples: Pick<Examples, "slos"> = {
  slos: {
    list: async () => ({ query: { service: ["web"], state: ["no_data"], sort: "budget" } }),
    create: async () => ({ body: anSlo() }),
    preview: async () => ({ body: definition() }),
    get: async ({ owner }) => ({ params: await newSlo(owner) }),
    update: async ({ owner }) => ({ params: await newSlo(owner), body: { objective: 99.5 } }),
    remove: async ({ owner }) => ({ params: await newSlo(owner) }),
    history: async ({ owner }) => ({ params: await newSlo(owner) }),
    alerts: async ({ owner }) => ({ params: await newSlo(owner) }),
  },
};
