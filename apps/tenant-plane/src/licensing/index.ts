import { type Origin, openOutbound } from "@opsplane/runtime";
import type { Core, FeatureOf } from "../core.ts";
import type { EntitlementSource } from "./entitlements.ts";
import { licenseHandlers } from "./handlers.ts";
import { phoneHomeSchedules } from "./phone-home.ts";
import { bannerOf, statusAt } from "./rules.ts";
import { pullSchedules, receiveStatement } from "./statements.ts";
import { stateJobs } from "./states.ts";

export { type EntitlementSource, openEntitlements } from "./entitlements.ts";
export { installFromEnvironment } from "./install.ts";

/** What the other features need of it. */
export interface Licensing extends FeatureOf<"license"> {
  receiveStatement(jwt: string, origin: Origin): ReturnType<typeof receiveStatement>;
}

/** The license or subscription of this deployment: status, installation, renewal. */
export function openLicensing(
  core: Core,
  entitlements: EntitlementSource,
  forget: (tenantId: string) => void,
): Licensing {
  // The operator sets the address of the Control Plane, so it may be a private one.
  const outbound = openOutbound("private");
  const services = { ...core, entitlements, outbound, forget };
  const states = stateJobs(services);
  return {
    handlers: { license: licenseHandlers(services) },
    receiveStatement: (jwt, origin) => receiveStatement(services, jwt, origin),
    workflows: states.workflows,
    schedules: [
      ...[entitlements.clock.schedule, ...phoneHomeSchedules(services), ...pullSchedules(services)],
      ...states.schedules,
    ],
    close: () => outbound.close(),
  };
}

/** What people must see on every page; null when nothing is restricted. */
export async function readBanner(entitlements: EntitlementSource, tenantId: string) {
  return bannerOf(statusAt(await entitlements.sourceOf(tenantId), entitlements.clock.now()));
}
