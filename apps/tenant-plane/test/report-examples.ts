import { secretBox } from "@opsplane/runtime";
import { unsubscribeToken } from "../src/reports/delivery/token.ts";
import type { Examples } from "./examples.ts";
import type { Person, Plane } from "./plane.ts";

// Examples of the operations of reports, distribution lists, KPIs, costs and controls.

let counter = 0;
const unique = (word: string) => `${word}-${++counter}`;

const aReport = () => ({ name: unique("report"), type: "Custom", data_sources: ["Incidents"] });

async function newReport(owner: Person) {
  return owner.api.reports.create({ body: aReport() });
}

async function newRun(owner: Person, plane: Plane) {
  const { id } = await newReport(owner);
  const answer = await fetch(`${plane.url}/api/reports/${id}/run`, { method: "POST", headers: owner.headers });
  await answer.arrayBuffer();
  return { id, run_id: answer.headers.get("x-report-run-id") ?? "" };
}

const aList = () => ({ name: unique("list"), recipients: ["boss@example.com"] });

async function newList(owner: Person) {
  const { id } = await newReport(owner);
  const list = await owner.api.reportSubscriptions.create({ params: { id }, body: aList() });
  return { id, subscription_id: list.id };
}

const aKpi = () => ({
  name: unique("kpi"),
  inputs: [{ name: "total", kind: "count" as const, records: "incidents" as const }],
  formula: "total * 2",
});

/** A tenant has at most 100 KPIs, and the walk over the contract makes more. */
async function roomForKpi({ api }: Person) {
  const { items } = await api.kpis.list({ query: { limit: 1000 } });
  for (const { id } of items.slice(0, items.length - 80)) await api.kpis.remove({ params: { id } });
  return aKpi();
}

async function newKpi(owner: Person) {
  return owner.api.kpis.create({ body: await roomForKpi(owner) });
}

async function roomForPrice({ api }: Person) {
  const { items } = await api.finops.prices({ query: { limit: 1000 } });
  for (const { id } of items.slice(0, items.length - 150)) await api.finops.removePrice({ params: { id } });
  return { name: unique("price"), unit: "item_hour" as const, price: 0.2, currency: "EUR" };
}

async function newPrice(owner: Person) {
  return owner.api.finops.createPrice({ body: await roomForPrice(owner) });
}

type Groups = "reports" | "reportSubscriptions" | "kpis" | "finops" | "compliance";

export const reportExamples: Pick<Examples, Groups> = {
  reports: {
    list: async () => ({ query: { limit: 5 } }),
    figures: async () => ({ query: { data_source: "Incidents", from: "now-7d" } }),
    create: async () => ({ body: aReport() }),
    preview: async () => ({ body: aReport() }),
    get: async ({ owner }) => ({ params: { id: (await newReport(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newReport(owner)).id }, body: { name: unique("report") } }),
    remove: async ({ owner }) => ({ params: { id: (await newReport(owner)).id } }),
    runs: async ({ owner }) => ({ params: { id: (await newReport(owner)).id }, query: { limit: 5 } }),
    run: async ({ owner }) => ({ params: { id: (await newReport(owner)).id }, body: { format: "CSV" } }),
    output: async ({ owner, plane }) => ({ params: await newRun(owner, plane) }),
    schedule: async ({ owner }) => ({
      params: { id: (await newReport(owner)).id },
      body: { cron: "0 6 * * 1-5", timezone: "Europe/Berlin" },
    }),
  },
  reportSubscriptions: {
    list: async ({ owner }) => ({ params: { id: (await newReport(owner)).id }, query: {} }),
    create: async ({ owner }) => ({ params: { id: (await newReport(owner)).id }, body: aList() }),
    update: async ({ owner }) => ({ params: await newList(owner), body: { enabled: false } }),
    remove: async ({ owner }) => ({ params: await newList(owner) }),
    unsubscribe: async ({ owner, plane }) => {
      const { subscription_id: subscriptionId } = await newList(owner);
      const box = secretBox(Buffer.from(plane.masterKey, "base64"));
      const tenantId = owner.tokens.user.tenant_id;
      return { body: { token: unsubscribeToken(box, { tenantId, subscriptionId, email: "boss@example.com" }) } };
    },
  },
  kpis: {
    list: async () => ({ query: { limit: 5 } }),
    create: async ({ owner }) => ({ body: await roomForKpi(owner) }),
    evaluate: async () => ({ body: { inputs: aKpi().inputs, formula: "total" } }),
    get: async ({ owner }) => ({ params: { id: (await newKpi(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newKpi(owner)).id }, body: { target: 5 } }),
    remove: async ({ owner }) => ({ params: { id: (await newKpi(owner)).id } }),
  },
  finops: {
    prices: async () => ({ query: { limit: 5 } }),
    createPrice: async ({ owner }) => ({ body: await roomForPrice(owner) }),
    updatePrice: async ({ owner }) => ({ params: { id: (await newPrice(owner)).id }, body: { price: 0.3 } }),
    removePrice: async ({ owner }) => ({ params: { id: (await newPrice(owner)).id } }),
    costs: async () => ({ query: { by: "class", limit: 5 } }),
  },
  compliance: {
    controls: async () => ({ query: {} }),
    attestations: async () => ({ query: { limit: 5 } }),
    attest: async () => ({ body: { control: "backup", statement: "Restored the backup of Sunday in 20 minutes." } }),
  },
};
