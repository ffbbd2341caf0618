import type { Log } from "@opsplane/runtime";
import type { TelemetryReads } from "../../telemetry/index.ts";
import { wordsOf } from "../words.ts";
import type { Facts, ServiceFact, TelemetryFact } from "./facts.ts";
import { minuteMs, recentMs, usualMs } from "./windows.ts";

const bars = (recentMs + usualMs) / minuteMs;

/** Services of the items nearest to the incident. */
const maxServices = 20;

/** Reads the traces and logs of the services that have the name of an item, or without items a word of the title. Without ClickHouse the analysis goes on without them. */
export async function readTelemetry(
  reads: TelemetryReads,
  { incident, items, at }: Pick<Facts, "incident" | "items" | "at">,
  log: Log,
): Promise<TelemetryFact> {
  const named = namedServices(incident, items);
  const services = [...named.keys()];
  if (services.length === 0) return { status: "no services", services: [] };
  // Up to the end of the minute in which the incident was opened.
  const to = new Date(Math.ceil(at.getTime() / minuteMs) * minuteMs);
  const range = { from: new Date(to.getTime() - recentMs - usualMs), to };
  try {
    const [calls, logs] = await Promise.all([
      reads.serviceSeries(services, range, bars),
      reads.serviceErrors(services, range, bars),
    ]);
    const found = services.map(
      (service): ServiceFact => ({
        service,
        ci_id: named.get(service) ?? null,
        calls: calls.find((each) => each.service === service)?.points ?? [],
        logs: logs.find((each) => each.service === service)?.points ?? [],
      }),
    );
    const sending = found.filter((each) => each.calls.length > 0 || each.logs.length > 0);
    return { status: sending.length > 0 ? "read" : "no services", services: sending };
  } catch (error) {
    log.warn({ error: String(error) }, "an analysis goes on without telemetry");
    return { status: "unavailable", services: [] };
  }
}

/** Services that may exist, with the configuration item of the same name. */
function namedServices({ title }: Facts["incident"], items: Facts["items"]): Map<string, string | null> {
  const names: (readonly [string, string | null])[] =
    items.length > 0 ? items.map(({ id, name }) => [name, id]) : wordsOf(title).map((word) => [word, null]);
  return new Map(names.slice(0, maxServices));
}
