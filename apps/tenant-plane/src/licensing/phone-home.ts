import { type Base, type Log, type Outbound, OutboundFailure, type Schedule } from "@opsplane/runtime";
import type { Config } from "../config.ts";
import { version } from "../version.ts";
import type { EntitlementSource } from "./entitlements.ts";
import { installLicense } from "./install.ts";
import * as store from "./store.ts";

export interface PhoneHomeServices extends Pick<Base, "database" | "secrets" | "clock" | "asAutomation"> {
  config: Config;
  entitlements: EntitlementSource;
  /** Reaches the Control Plane, whose address the operator sets. */
  outbound: Outbound;
  log: Log;
  /** Drops this instance's cached tokens of a tenant at once. */
  forget(tenantId: string): void;
  random?: () => number;
}

/** The schedule looks for due tenants this often, or more often when the interval is shorter. */
const lookMs = 60_000;
const firstRetryMs = 60_000;
const maxTenants = 1_000;

/** Renews licenses of connected deployments. Nothing is planned in offline mode or without an address. */
export function phoneHomeSchedules(services: PhoneHomeServices): Schedule[] {
  const { offlineMode, controlPlaneUrl, phoneHomeMs } = services.config;
  if (offlineMode || controlPlaneUrl === undefined) return [];
  return [
    {
      name: "licensing.phone-home",
      everyMs: Math.min(lookMs, phoneHomeMs),
      runsOn: "one-worker",
      run: async ({ now, signal }) => {
        for (const due of await store.duePhoneHomes(services.database.system, now, maxTenants)) {
          if (signal.aborted) return;
          await callHome(services, due, controlPlaneUrl, now);
        }
      },
    },
  ];
}

async function callHome(
  services: PhoneHomeServices,
  { tenant_id: tenantId, failures }: { tenant_id: string; failures: number },
  controlPlaneUrl: string,
  now: Date,
): Promise<void> {
  const { config, database, secrets, entitlements, log } = services;
  const stored = await store.readLicense(database.system, tenantId);
  const claims = await entitlements.claimsOf(stored, tenantId);
  if (!stored || (config.deploymentMode ?? claims?.deploymentMode) !== "byoc") {
    // An air-gapped license is never sent. It is looked at again, because a license for another mode may replace it.
    const nextAt = after(now, config.phoneHomeMs, services);
    return store.savePhoneHome(database.system, tenantId, {
      at: now,
      error: "This license is for an air-gapped deployment.",
      nextAt,
    });
  }
  const error = await renew(services, controlPlaneUrl, tenantId, secrets.open(stored.sealed));
  const wait =
    error === null ? config.phoneHomeMs : Math.min(config.phoneHomeMs, firstRetryMs * 2 ** Math.min(failures, 20));
  await store.savePhoneHome(database.system, tenantId, { at: now, error, nextAt: after(now, wait, services) });
  if (error !== null) log.warn({ tenant: tenantId, problem: error }, "phone-home failed; the license in force stays");
}

/** A random tenth more or less, so that installations do not call at the same moment. */
function after(now: Date, ms: number, { random = Math.random }: PhoneHomeServices): Date {
  return new Date(now.getTime() + ms * (0.9 + 0.2 * random()));
}

/** Null when the license was renewed, otherwise why not. */
async function renew(
  services: PhoneHomeServices,
  controlPlaneUrl: string,
  tenantId: string,
  license: string,
): Promise<string | null> {
  const asked = await ask(services.outbound, `${controlPlaneUrl.replace(/\/+$/, "")}/api/licenses/phone-home`, {
    license,
    tp_version: version,
  });
  if ("problem" in asked) return asked.problem;
  // The Control Plane answers with the same license when it was renewed a moment ago.
  if (asked.license === license) return null;
  let problem: string | null = null;
  await services.asAutomation(tenantId, "license.renew", async ({ db, audit }) => {
    const given = { jwt: asked.license, tenantId, source: "phone_home", installedBy: "Control Plane" } as const;
    const installed = await installLicense(db, services, services.entitlements, given);
    if (!installed.ok) {
      problem = `The renewed license is refused. ${installed.problem}`;
      return false;
    }
    const { claims, hint } = installed.verdict;
    audit({
      target: { type: "license", id: hint, name: claims.planName },
      after: { plan_id: claims.planId, expires_at: claims.expiresAt.toISOString() },
    });
    return undefined;
  });
  if (problem === null) services.forget(tenantId);
  return problem;
}

async function ask(outbound: Outbound, url: string, body: object): Promise<{ license: string } | { problem: string }> {
  try {
    const { status, body: bytes } = await outbound.request({
      ...{ url, method: "POST", maxRedirects: 0, timeoutMs: 30_000, maxBytes: 64 * 1024 },
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    });
    const answer = parsed(bytes);
    if (status !== 200) return { problem: `The Control Plane answered ${status}${codeOf(answer)}.` };
    const { license } = dataOf(answer);
    return typeof license === "string" ? { license } : { problem: "The answer of the Control Plane has no license." };
  } catch (error) {
    if (error instanceof OutboundFailure) return { problem: error.message };
    throw error;
  }
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(bytes.toString("utf8")));
  } catch {
    return {};
  }
}

function dataOf(answer: Record<string, unknown>): Record<string, unknown> {
  return "data" in answer ? recordOf(answer.data) : answer;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Only a code that looks like one is repeated, because the text of an answer could contain anything. */
function codeOf({ code }: Record<string, unknown>): string {
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? ` (${code})` : "";
}
