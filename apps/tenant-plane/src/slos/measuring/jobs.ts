import { mayWrite, type Schedule } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import type { OpenReads } from "../../telemetry/index.ts";
import { tenantsDue } from "../store/slos.ts";
import { deleteOldHours, deleteOldMinutes } from "../store/slots.ts";
import { measureTenant } from "./measure.ts";
import { minuteOf } from "./plan.ts";

/** Tenants that are measured at once. A slow one holds up only its own place. */
const tenantsAtOnce = 4;
const maxTenants = 1000;
const batch = 5_000;

export function measuringSchedules(core: Core, openReads: OpenReads): Schedule[] {
  return [
    {
      name: "slos.measure",
      // Each minute is measured soon after its end.
      everyMs: 10_000,
      runsOn: "one-worker",
      run: ({ signal }) => measureDue(core, openReads, signal),
    },
    {
      name: "slos.retention",
      everyMs: 10 * 60_000,
      runsOn: "one-worker",
      run: async ({ signal }) => {
        while ((await deleteOldMinutes(core.database.system, batch)) === batch) signal.throwIfAborted();
        while ((await deleteOldHours(core.database.system, batch)) === batch) signal.throwIfAborted();
      },
    },
  ];
}

async function measureDue(core: Core, openReads: OpenReads, signal: AbortSignal): Promise<void> {
  if (!core.clickhouseMonitor.isUp()) return;
  const now = core.clock.now();
  const waiting = await tenantsDue(core.database.system, new Date(minuteOf(now.getTime())), maxTenants);
  const failures: unknown[] = [];
  const work = async () => {
    for (let tenantId = waiting.shift(); tenantId !== undefined; tenantId = waiting.shift()) {
      signal.throwIfAborted();
      // Telemetry of a tenant without the right to write is refused, and measured once it is accepted again.
      if (!mayWrite(await core.entitlementsOf(tenantId))) continue;
      await measureTenant(core, openReads(tenantId, signal, "policy"), tenantId, now, signal).catch(
        (error: unknown) => void failures.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: tenantsAtOnce }, work));
  if (failures.length > 0) throw failures[0];
}
