import { noQuery, writeQuery } from "./query-text.ts";

/** The label that OpenTelemetry gives to the metrics of a service. */
const serviceLabel = "service.name";

/** The search parameters of a query about the metrics of these services. The person chooses the metric. */
export function metricsOf(services: readonly string[]): { a?: string } {
  const [first] = services;
  if (first === undefined) return {};
  const filter =
    services.length === 1
      ? { label: serviceLabel, operator: "=" as const, value: first }
      : { label: serviceLabel, operator: "=~" as const, value: services.map(escaped).join("|") };
  return { a: writeQuery({ ...noQuery, filters: [filter] }) };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
