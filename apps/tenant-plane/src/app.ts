import { fileURLToPath } from "node:url";
import { bootstrap, openPrincipals } from "@opsplane/accounts";
import { operations } from "@opsplane/contract";
import {
  type Clock,
  type Closer,
  createServer,
  foldHandlers,
  type Handlers,
  type Log,
  openPasswords,
  type Passwords,
  type RunningFeatures,
  runFeatures,
  type Schedules,
  serveConsole,
  serveDocuments,
  serveOperations,
  serverContext,
  systemClock,
} from "@opsplane/runtime";
import { cancelAgentJobs, openAgents } from "./agents/index.ts";
import { openAi } from "./ai/index.ts";
import { openAlerts } from "./alerts/index.ts";
import { openAudit } from "./audit/index.ts";
import { openCmdb } from "./cmdb/index.ts";
import { openCompliance } from "./compliance/index.ts";
import type { Config } from "./config.ts";
import { openCopilot } from "./copilot/index.ts";
import type { Core, Feature } from "./core.ts";
import { openDashboards } from "./dashboards/index.ts";
import { openFiles } from "./files/index.ts";
import { openFinops } from "./finops/index.ts";
import { foreignKeys } from "./foreign-keys.ts";
import { openHosts } from "./hosts/index.ts";
import { machineTokens, openIdentity, rolePermissions } from "./identity/index.ts";
import { openIncidents } from "./incidents/index.ts";
import { openItsm } from "./itsm/index.ts";
import { openKpis } from "./kpis/index.ts";
import { installFromEnvironment, openEntitlements, openLicensing } from "./licensing/index.ts";
import { openLive } from "./live/index.ts";
import { openMcp } from "./mcp/index.ts";
import { openNotice } from "./notice/index.ts";
import { openOncall, openVapidKeys } from "./oncall/index.ts";
import { type Engines, openCore } from "./open-core.ts";
import { openReports } from "./reports/index.ts";
import { openResponse } from "./response/index.ts";
import { openRunbookDrafts } from "./runbook-drafts/index.ts";
import { endFulfillment, openRunbooks, runbookRunners } from "./runbooks/index.ts";
import { openRunSettler, openRunStreams, openRuns, type StepRunner } from "./runs/index.ts";
import { openSavedQueries } from "./saved-queries/index.ts";
import { openSecretStore } from "./secrets/index.ts";
import { openSlos } from "./slos/index.ts";
import { openSystem } from "./system/index.ts";
import { openTelemetry } from "./telemetry/index.ts";
import { openAsker } from "./tools/index.ts";
import { version } from "./version.ts";
import { openWebhooks } from "./webhooks/index.ts";
import { openWork } from "./work/index.ts";
import { openWorkflows, workflowRunners } from "./workflows/index.ts";

export type { Engines } from "./open-core.ts";

const { health } = operations.system;
const description =
  "Send `Authorization: Bearer <token>` and `x-tenant-id: <tenant>` with every call that is not public.";

export interface TenantPlane {
  address: string;
  /** Set when this start created the first tenant. */
  firstAdmin: { temporaryPassword: string | null } | undefined;
  schedules: Schedules;
  /** Answers a request without a connection. */
  inject: Awaited<ReturnType<typeof createServer>>["inject"];
  close(): Promise<void>;
}

type StepRunnersByType = Readonly<Record<string, StepRunner>>;

export interface StartOptions {
  config: Config;
  engines: Engines;
  log: Log;
  onFatal(reason: string): void;
  /** Only tests pass other values. The product uses the defaults. */
  testing?: { clock?: Clock; passwords?: Passwords; runners?(real: StepRunnersByType): StepRunnersByType };
}

/** Opens the core and every feature, serves them, and closes them in the opposite order. */
export async function startTenantPlane(options: StartOptions): Promise<TenantPlane> {
  const { config, engines, log, onFatal, testing = {} } = options;
  const { clock = systemClock, passwords = openPasswords(), runners = (real) => real } = testing;
  const closers: Closer[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    let address = "";
    const publicUrl = () => config.publicUrl ?? address;
    const base = await openCore(config, engines, { clock, passwords, log, closers, publicUrl });
    const { database, signals, tokens } = base;
    const firstAdmin = await bootstrap(database, passwords, config, clock.now());
    const entitlements = await openEntitlements(base, config);
    await installFromEnvironment(base, entitlements, config.licenseKey);
    const { authenticate, forget } = openPrincipals({
      ...{ system: database.system, tokens, signals, clock: clock.now },
      permissionsOf: rolePermissions,
      entitlementsOf: entitlements.of,
      kinds: machineTokens(),
    });
    const currentPrincipal: Core["currentPrincipal"] = async (token) =>
      Promise.resolve(authenticate(token)).catch(() => undefined);
    const core: Core = { ...base, authenticate, currentPrincipal, entitlementsOf: entitlements.of };

    const settler = openRunSettler(core, async (write, run, end) => {
      await cancelAgentJobs(write, run.id);
      await endFulfillment(write, run, end);
    });
    const executing = { core, settler };
    const telemetry = openTelemetry(core);
    const slos = openSlos(core, telemetry.reads);
    const streams = openRunStreams(core);
    const real = { ...runbookRunners(core, telemetry.reads), ...workflowRunners(core, executing) };
    const runs = openRuns(core, settler, streams, runners(real));

    const licensing = openLicensing(core, entitlements, forget);
    const ai = openAi(core);
    const asker = openAsker({ database, handlers: () => handlers, health: () => system.readHealth() });
    const system = openSystem(core, {
      migratePostgres: base.migratePostgres,
      receiveStatement: licensing.receiveStatement,
      dataDir: engines.dataDir,
      isDurableRunning: () => running.isDurableRunning(),
      features: async () => (await Promise.all(all.map((feature) => feature.health?.() ?? []))).flat(),
    });
    const features = [
      openIdentity(core, entitlements, forget),
      licensing,
      openFiles(core),
      openIncidents(),
      openResponse(core, telemetry.reads, ai.ai),
      openOncall(core, await openVapidKeys(core)),
      openCmdb(),
      openItsm(core, { execution: runs.settleApproval, workflow_run: runs.settleApproval }),
      telemetry,
      openReports(core, telemetry.reads, ai.ai),
      openKpis(telemetry.reads),
      openFinops(telemetry.reads),
      openCompliance(core),
      openAlerts(core, telemetry.reads, slos.burnRatesOf),
      slos,
      openHosts(core),
      openRunbooks(core, executing, streams),
      openRunbookDrafts(ai.ai),
      openWorkflows(core, executing, streams),
      openAgents(core, settler),
      openLive(core),
      openAudit(),
      openNotice(),
      openWork(),
      openSavedQueries(),
      openDashboards(core, () => handlers),
      openSecretStore(core),
      ai,
      openWebhooks(core),
      openCopilot(core, { openAsker: asker, ai: ai.ai }),
      openMcp(core, asker),
      system,
    ] as const;
    // A missing group of handlers is a compile error.
    const handlers: Handlers<typeof operations> = foldHandlers(features);
    const all: readonly Feature[] = [runs, ...features];
    const { role, queuePollMs, takeoverSeconds, stopSeconds } = config;
    const running: RunningFeatures = await runFeatures(
      base,
      all,
      { role, onFatal, queuePollMs, takeoverSeconds, stopSeconds, entitlementsOf: entitlements.of },
      closers,
    );

    const modulesOf = async (token: string, caller: string) => {
      core.refusals.assertAllowed(caller);
      const principal = await currentPrincipal(token);
      if (!principal) core.refusals.count(caller);
      return principal?.entitlements.modules;
    };
    const { metrics } = core;
    const https = config.publicUrl?.startsWith("https:") ?? false;
    const app = await createServer({ log, metrics, trustProxy: config.trustProxy, https, foreignKeys });
    closers.push(async () => {
      for (const feature of all) feature.beforeClose?.();
      await app.close();
    });
    const { serviceSecret, requestsPerMinute } = config;
    const { revoked, schedules } = running;
    const given = {
      ...{ serviceSecret, requestsPerMinute, authenticate, revoked, entitlementsOf: entitlements.of },
      tenantHeader: "required",
    } as const;
    const context = serverContext(base, all, given);
    // A worker serves only health.
    if (role === "worker")
      serveOperations(app, { system: { health } }, { system: { health: handlers.system.health } }, context);
    else serveOperations(app, operations, handlers, context);
    for (const feature of all) feature.serve?.(app);
    serveDocuments(
      app,
      operations,
      { title: "Opsplane Tenant Plane", version, description },
      { metrics, metricsToken: config.metricsToken, modulesOf },
    );
    await serveConsole(app, fileURLToPath(new URL("../../console/dist", import.meta.url)), "index.html");
    address = await app.listen({ port: config.port, host: config.host });
    return { address, firstAdmin, schedules, inject: app.inject.bind(app), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
