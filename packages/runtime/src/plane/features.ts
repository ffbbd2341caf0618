import type { OperationGroups } from "@opsplane/contract";
import { type Durable, openDurableClient, startDurable } from "../durable/engine.ts";
import { failedWork } from "../durable/failed-work.ts";
import type { Workflow } from "../durable/workflow.ts";
import { mayWrite } from "../entitlements.ts";
import type { ServerContext } from "../http/server-context.ts";
import { cronSchedule } from "../schedules/cron-schedules.ts";
import { startSchedules } from "../schedules/runner.ts";
import type { Schedules } from "../schedules/schedule.ts";
import type { Base, Closer } from "./base.ts";
import type { PlaneFeature } from "./feature.ts";

export interface FeatureOptions {
  role: "all" | "api" | "worker";
  onFatal(reason: string): void;
  queuePollMs: number;
  takeoverSeconds: number;
  stopSeconds: number;
  entitlementsOf: ServerContext["entitlementsOf"];
}

export interface RunningFeatures {
  schedules: Schedules;
  isDurableRunning(): boolean;
  /** Called after a write that may have changed the rights of a tenant's tokens. */
  revoked(tenantId: string): void;
}

/** Connects the features with each other and starts their background work. */
export async function runFeatures<O extends OperationGroups>(
  base: Base,
  features: readonly PlaneFeature<O>[],
  { role, onFatal, queuePollMs: pollMs, takeoverSeconds, stopSeconds, entitlementsOf }: FeatureOptions,
  closers: Closer[],
): Promise<RunningFeatures> {
  closers.push(...features.map((feature) => async () => feature.close?.()));
  const revoked = (tenantId: string) => {
    for (const feature of features) feature.onRevoked?.(tenantId);
  };
  base.signals.on("opsplane_auth", revoked);
  base.wiring.reactions = features.flatMap(({ reactions = [] }) => reactions);
  base.wiring.committed = (tenantId) => {
    for (const feature of features) feature.onCommitted?.(tenantId);
  };
  const workflows = features.flatMap((feature) => feature.workflows ?? []);
  // Unfinished work of an earlier instance runs as soon as the engine opens, and may announce events.
  base.wiring.durable = role === "api" ? openDurableClient(base.systemUrl, base.log) : openEngine(workflows);
  const durable = await base.wiring.durable;
  const interrupt = async () => {
    await Promise.all(features.map((feature) => feature.interrupt?.()));
  };
  closers.push(() => durable.close({ drainMs: stopSeconds * 1000, interrupt }));
  const cron = cronSchedule({
    ...base,
    jobs: features.flatMap((each) => each.cronJobs ?? []),
    mayRun: async (tenantId) => mayWrite(await entitlementsOf(tenantId)),
  });
  const schedules = startSchedules({
    ...base,
    schedules: [...features.flatMap((each) => each.schedules ?? []), cron, failedWork(base, workflows)],
    runsWork: role !== "api",
    leaseSeconds: 3 * takeoverSeconds,
  });
  closers.push(() => schedules.close());
  return { schedules, isDurableRunning: () => durable.running(), revoked };

  function openEngine(workflows: readonly Workflow[]): Promise<Durable> {
    const { systemUrl: url, database, instanceId, log } = base;
    const onSuperseded = () =>
      onFatal("Another instance took this one for dead and took over its work; start it again.");
    return startDurable({ url, database, instanceId, workflows, log, takeoverSeconds, onSuperseded, pollMs });
  }
}

/** What the server needs from the plane. */
export function serverContext<O extends OperationGroups>(
  base: Base,
  features: readonly PlaneFeature<O>[],
  given: Pick<
    ServerContext,
    "serviceSecret" | "requestsPerMinute" | "authenticate" | "entitlementsOf" | "revoked" | "tenantHeader"
  >,
): ServerContext {
  const { hooks, log, database, secrets, refusals } = base;
  const intake = features.find((feature) => feature.intake)?.intake;
  const files = features.find((feature) => feature.files)?.files;
  return {
    ...{ ...hooks, log, database, secrets, refusals, ...given },
    ...(intake && { intake }),
    ...(files && { files }),
  };
}
