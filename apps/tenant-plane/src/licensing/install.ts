import { inspectLicense, type LicenseVerdict } from "@opsplane/licensing";
import type { Base, Transaction } from "@opsplane/runtime";
import type { EntitlementSource } from "./entitlements.ts";
import { installProblem, issueProblem } from "./rules.ts";
import * as store from "./store.ts";

export type InstallResult =
  | { ok: true; verdict: Extract<LicenseVerdict, { ok: true }>; replaced: boolean }
  | { ok: false; problem: string };

export interface Installation {
  jwt: string;
  tenantId: string;
  source: store.StoredLicense["source"];
  installedBy: string;
}

/** Verifies a license and puts it in force. A refused one changes nothing. */
export async function installLicense(
  tx: Transaction,
  { secrets, clock }: Pick<Base, "secrets" | "clock">,
  entitlements: EntitlementSource,
  { jwt, tenantId, source, installedBy }: Installation,
): Promise<InstallResult> {
  const stored = await store.lockLicense(tx, tenantId);
  const inForce = await entitlements.claimsOf(stored, tenantId);
  const verdict = await entitlements.verify(jwt, tenantId);
  if (!verdict.ok) return { ok: false, problem: verdict.problem };
  const { claims } = verdict;
  const early = issueProblem(claims, clock.now());
  if (early !== undefined) return { ok: false, problem: early };
  // A license that is newer than any before proves the time, so a clock that was once far ahead does no lasting harm.
  const newest = await store.newestIssue(tx);
  const isNewest = newest === undefined || claims.issuedAt > newest;
  const time = isNewest
    ? new Date(Math.max(clock.now().getTime(), claims.issuedAt.getTime()))
    : entitlements.clock.now();
  const problem = installProblem(claims, inForce, time);
  if (problem !== undefined) return { ok: false, problem };
  if (isNewest && time < entitlements.clock.now()) await entitlements.clock.restart(time);
  await store.saveLicense(tx, {
    ...{ tenantId, source, installedBy, issuedAt: claims.issuedAt },
    sealed: secrets.seal(jwt),
  });
  await store.announceEntitlements(tx, tenantId);
  return { ok: true, verdict, replaced: stored !== undefined };
}

/**
 * Stores the license of SERVICE_LICENSE_KEY at the start, when it is valid and newer than the stored one. Unlike an upload it may have
 * expired: the state says so.
 */
export async function installFromEnvironment(
  { database, secrets, clock, log }: Pick<Base, "database" | "secrets" | "clock" | "log">,
  entitlements: EntitlementSource,
  jwt: string | undefined,
): Promise<void> {
  if (jwt === undefined) return;
  const inspected = inspectLicense(jwt);
  const problem = "problem" in inspected ? inspected.problem : await storeFor(inspected.claims.tenantId);
  if (problem !== undefined) log.error(`The license in SERVICE_LICENSE_KEY is not valid: ${problem}`);

  async function storeFor(tenantId: string): Promise<string | undefined> {
    if (!(await store.tenantExists(database.system, tenantId)))
      return `It is for the tenant '${tenantId}', which does not exist here.`;
    return database.inSystem(async (tx) => {
      const verdict = await entitlements.verify(jwt ?? "", tenantId);
      if (!verdict.ok) return verdict.problem;
      const early = issueProblem(verdict.claims, clock.now());
      if (early !== undefined) return early;
      const { issuedAt } = verdict.claims;
      const inForce = await entitlements.claimsOf(await store.lockLicense(tx, tenantId), tenantId);
      if (inForce && inForce.issuedAt >= issuedAt) return undefined;
      await store.saveLicense(tx, {
        ...{ tenantId, issuedAt, source: "environment", installedBy: "SERVICE_LICENSE_KEY" },
        sealed: secrets.seal(jwt ?? ""),
      });
      await store.announceEntitlements(tx, tenantId);
      return undefined;
    });
  }
}
