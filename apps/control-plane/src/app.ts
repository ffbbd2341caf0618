import { fileURLToPath } from "node:url";
import { bootstrap, openPrincipals } from "@opsplane/accounts";
import { type ControlOperations, controlOperations, staffTenant } from "@opsplane/contract/control-plane";
import type { SigningKey } from "@opsplane/licensing";
import {
  type AutomationWriter,
  type Clock,
  type Closer,
  createServer,
  type Entitlements,
  foldHandlers,
  type Handlers,
  type Log,
  openBase,
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
import { openAudit } from "./audit/index.ts";
import { openBilling } from "./billing/index.ts";
import type { Config } from "./config.ts";
import type { Core, Feature } from "./core.ts";
import { deploymentTokens, openDeployments } from "./deployments/index.ts";
import { openFleet } from "./fleet/index.ts";
import { openIdentity, rolePermissions } from "./identity/index.ts";
import { openLicenses } from "./licenses/index.ts";
import { openPlans } from "./plans/index.ts";
import { openReleases } from "./releases/index.ts";
import { openRollouts } from "./rollouts/index.ts";
import { ensureSigningKey, openSigningKeys } from "./signing-keys/index.ts";
import { openSignups } from "./signup/index.ts";
import { openStatements } from "./statements/index.ts";
import { openSubscriptions } from "./subscriptions/index.ts";
import { openSystem } from "./system/index.ts";
import { openTenants } from "./tenants/index.ts";
import { version } from "./version.ts";

export interface ControlPlane {
  address: string;
  /** Set when this start created the first member of staff. */
  firstAdmin: { temporaryPassword: string | null } | undefined;
  schedules: Schedules;
  asAutomation: AutomationWriter;
  close(): Promise<void>;
}

export interface StartOptions {
  config: Config;
  postgresUrl: string;
  /** Only this product uses this PostgreSQL server, so its roles may get their own passwords. */
  ownsPostgres?: boolean;
  log: Log;
  onFatal(reason: string): void;
  /** Only tests pass other values. The product uses the defaults. */
  testing?: { clock?: Clock; passwords?: Passwords; newSigningKey?: () => Promise<SigningKey> };
}

/** The Control Plane itself has no plan: people may use what their role allows. */
const entitlements: Entitlements = { state: "active", plan: { id: null, name: "" }, modules: new Set(), limits: {} };

const description = "Send `Authorization: Bearer <token>` with every call that is not public.";
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Opens the database and every feature, serves them, and closes them in the opposite order. */
export async function startControlPlane(options: StartOptions): Promise<ControlPlane> {
  const { config, postgresUrl, ownsPostgres = false, log, onFatal, testing = {} } = options;
  const { clock = systemClock, passwords = openPasswords() } = testing;
  const closers: Closer[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    let address = "";
    const base = await openBase({
      ...{
        plane: "control-plane",
        version,
        settings: config,
        postgresUrl,
        ownsPostgres,
        clock,
        passwords,
        log,
        closers,
      },
      migrationsFolder: folder("../migrations/postgres"),
      publicUrl: () => config.publicUrl ?? address,
    });
    const core: Core = { ...base, config };
    const { database, tokens, signals, metrics } = base;
    const staff = { ...config, bootstrapTenant: staffTenant, bootstrapName: "Staff" };
    const firstAdmin = await bootstrap(database, passwords, staff, clock.now());
    await ensureSigningKey(base, testing.newSigningKey);
    const { authenticate, forget } = openPrincipals({
      ...{ system: database.system, tokens, signals, clock: clock.now, permissionsOf: rolePermissions },
      entitlementsOf: async () => entitlements,
      kinds: [deploymentTokens],
    });

    const features = [
      openIdentity(core, forget),
      openAudit(),
      openPlans(),
      openDeployments(core),
      openTenants(core),
      openSignups(core),
      openSubscriptions(core),
      openStatements(core),
      openSigningKeys(core),
      openLicenses(core),
      openFleet(),
      openBilling(core),
      openReleases(),
      openRollouts(core),
      openSystem(base, () => running.isDurableRunning()),
    ] as const;
    // A missing group of handlers is a compile error.
    const handlers: Handlers<ControlOperations> = foldHandlers(features);
    const all: readonly Feature[] = features;
    const { role, queuePollMs, takeoverSeconds, stopSeconds, requestsPerMinute, metricsToken } = config;
    const given = {
      role,
      onFatal,
      queuePollMs,
      takeoverSeconds,
      stopSeconds,
      entitlementsOf: async () => entitlements,
    };
    const running: RunningFeatures = await runFeatures(base, all, given, closers);

    const https = config.publicUrl?.startsWith("https:") ?? false;
    const app = await createServer({ log, metrics, trustProxy: config.trustProxy, https, foreignKeys: {} });
    closers.push(async () => {
      for (const feature of all) feature.beforeClose?.();
      await app.close();
    });
    const context = serverContext(base, all, {
      ...{ serviceSecret: undefined, requestsPerMinute, authenticate, revoked: running.revoked },
      entitlementsOf: async () => entitlements,
      tenantHeader: "optional",
    });
    serveOperations(app, controlOperations, handlers, context);
    const about = { title: "Opsplane Control Plane", version, description };
    serveDocuments(app, controlOperations, about, { metrics, metricsToken });
    await serveConsole(app, folder("../../console/dist"), "portal.html");
    address = await app.listen({ port: config.port, host: config.host });
    return { address, firstAdmin, schedules: running.schedules, asAutomation: base.asAutomation, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
