import type { RcaInput } from "@opsplane/rca";
import { observe } from "../../../apps/tenant-plane/src/response/analysis/observe.ts";
import type { TelemetryReads } from "../../../apps/tenant-plane/src/telemetry/index.ts";
import type { SimIncident } from "../../sim/incident.ts";
import { readsOf } from "./reads.ts";

const log = { warn: () => undefined } as never;

/** What the product observes of a simulated incident. */
export async function observed({ seen, items, title, relations, openedAt, now }: SimIncident) {
  const { input } = await observe(
    readsOf(seen) as TelemetryReads,
    {
      incident: { id: "", reference: "", title, resolved_at: null },
      at: new Date(openedAt),
      items: items.map((name) => ({ id: name, name, distance: 0, from: null, relation: null })),
      relations,
    },
    new Date(now),
    log,
  );
  return input satisfies RcaInput | undefined;
}
