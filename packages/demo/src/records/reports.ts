import type { Api } from "./people.ts";

type NewKpi = Parameters<Api["kpis"]["create"]>[0]["body"];
type NewReport = Parameters<Api["reports"]["create"]>[0]["body"];

const currency = "EUR";

const prices = [
  { name: "Virtual machine", unit: "item_hour", class: "server", price: 0.18, currency },
  { name: "Database", unit: "item_hour", class: "database", price: 0.31, currency },
  { name: "Stored telemetry", unit: "gigabyte", price: 0.4, currency },
] as const;

const kpis: readonly NewKpi[] = [
  {
    name: "Urgent incidents",
    description: "The share of incidents that are P1 or P2.",
    inputs: [
      { name: "urgent", kind: "count", records: "incidents", severities: ["P1", "P2"] },
      { name: "total", kind: "count", records: "incidents" },
    ],
    formula: "100.0 * urgent / total",
    unit: "percent",
    target: 25,
    better: "lower",
  },
];

const reports: readonly NewReport[] = [
  {
    name: "Weekly summary for the management",
    description: "How the shop ran, what it cost and what comes next.",
    type: "Executive Summary",
    schedule: "Weekly",
    data_sources: ["Incidents", "ITSM tickets", "KPIs", "SLOs", "FinOps", "Compliance", "Trends"],
    // Until now, because the records of the demo are of today.
    parameters: { range: "custom", from: "now-7d" },
  },
  {
    name: "Changes and requests",
    description: "Every ticket of the month, for a spreadsheet.",
    type: "Custom",
    format: "CSV",
    schedule: "Monthly",
    data_sources: ["ITSM tickets", "ITSM catalog"],
    parameters: { range: "custom", from: "now-30d" },
  },
];

const dashboards = [
  { name: "The shop for the management", template: "executive", visibility: "everyone" },
  { name: "Services of the shop", template: "service-red", visibility: "everyone" },
] as const;

/** Runs each report once, so that there is an output to open. */
export async function runReports(api: Api): Promise<void> {
  const { items } = await api.reports.list({ query: { limit: 1000 } });
  for (const { id, name, last_run } of items)
    if (last_run === null && reports.some((report) => report.name === name))
      await api.reports.run({ params: { id }, body: {} });
}

/** Unit prices, KPIs, reports and dashboards; those that exist are kept. */
export async function fillReports(api: Api): Promise<void> {
  const all = { query: { limit: 1000 } };
  const missing = async <T extends { name: string }>(
    known: Promise<{ items: readonly { name: string }[] }>,
    wanted: readonly T[],
  ): Promise<T[]> => {
    const names = new Set((await known).items.map(({ name }) => name));
    return wanted.filter(({ name }) => !names.has(name));
  };
  for (const body of await missing(api.finops.prices(all), prices)) await api.finops.createPrice({ body });
  for (const body of await missing(api.kpis.list(all), kpis)) await api.kpis.create({ body });
  for (const body of await missing(api.reports.list(all), reports)) await api.reports.create({ body });
  for (const body of await missing(api.dashboards.list(all), dashboards)) await api.dashboards.create({ body });
}
