import { type Limits, planOf } from "@opsplane/contract";
import {
  BadPublicKey,
  type LicenseClaims,
  type LicenseVerdict,
  type PublicKeys,
  readPublicKeys,
  verifyLicense,
} from "@opsplane/licensing";
import { BadSetting, type Base, type Db, type Entitlements, hashToken } from "@opsplane/runtime";
import type { Config } from "../config.ts";
import { isHosted, type Source, statusAt, worldOf } from "./rules.ts";
import { readFacts, type StoredLicense, type TenantFacts } from "./store.ts";
import { openTrustedClock, type TrustedClock } from "./trusted-clock.ts";
import { trustedKeys } from "./vendor-keys.ts";

/** What tenants are entitled to, from their license, their subscription or their plan. */
export interface EntitlementSource {
  /** The current entitlements. The result answers for the time at which it is read. */
  of(tenantId: string, db?: Db): Promise<Entitlements>;
  /** As this connection sees it, because a transaction may have changed it. */
  sourceOf(tenantId: string, db?: Db): Promise<Source>;
  readonly clock: TrustedClock;
  /** Undefined when CP_LICENSE_PUBLIC_KEY is not set. */
  readonly keys: PublicKeys | undefined;
  verify(jwt: string, tenantId: string): Promise<LicenseVerdict>;
  /** The claims of a stored license; undefined when it is not valid. */
  claimsOf(stored: StoredLicense | undefined, tenantId: string): Promise<LicenseClaims | undefined>;
}

/** Verified licenses that are remembered. */
const maxVerified = 5_000;

export async function openEntitlements(
  { database, secrets, clock: machine }: Pick<Base, "database" | "secrets" | "clock">,
  config: Config,
): Promise<EntitlementSource> {
  const keys = await publicKeys(trustedKeys(config.licensePublicKey));
  const clock = await openTrustedClock(database, machine);
  const hasEnvironmentLicense = config.licenseKey !== undefined;

  const verified = new Map<string, LicenseVerdict>();
  const verify = async (jwt: string, tenantId: string): Promise<LicenseVerdict> => {
    if (!keys) return { ok: false, problem: "CP_LICENSE_PUBLIC_KEY is not set.", hint: jwt.slice(0, 12) };
    // A license that was valid once stays valid, and it is asked for at every call that needs no login.
    const name = hashToken(`${tenantId} ${jwt}`).toString("hex");
    const known = verified.get(name);
    if (known) return known;
    const verdict = await verifyLicense(jwt, keys, tenantId, clock.now());
    if (verdict.ok) {
      if (verified.size >= maxVerified) verified.clear();
      verified.set(name, verdict);
    }
    return verdict;
  };
  const licenseOf = async ({ license }: TenantFacts, tenantId: string): Promise<LicenseVerdict> => {
    // A license of the environment that is valid was stored at the start.
    const jwt = license ? secrets.open(license.sealed) : config.licenseKey;
    if (jwt === undefined) return { ok: false, problem: "No license is installed.", hint: null };
    const verdict = await verify(jwt, tenantId);
    if (license && verdict.ok) clock.observe(verdict.claims.issuedAt);
    return verdict;
  };
  const sourceOf = async (tenantId: string, db: Db = database.system): Promise<Source> => {
    const facts = await readFacts(db, tenantId);
    if (!facts) return { kind: "plan", planId: null };
    const kind = worldOf(config.deploymentMode, facts, hasEnvironmentLicense);
    if (kind === "license") return { kind, verdict: await licenseOf(facts, tenantId) };
    if (kind === "subscription" && facts.subscription) return { kind, subscription: facts.subscription };
    return { kind: "plan", planId: facts.plan_id };
  };
  return {
    ...{ sourceOf, clock, keys, verify },
    of: async (tenantId, db) => liveEntitlements(await sourceOf(tenantId, db), clock.now),
    claimsOf: async (stored, tenantId) => {
      const verdict = stored && (await verify(secrets.open(stored.sealed), tenantId));
      return verdict?.ok ? verdict.claims : undefined;
    },
  };
}

async function publicKeys(text: string | undefined): Promise<PublicKeys | undefined> {
  if (text === undefined) return undefined;
  return readPublicKeys(text).catch((error: unknown) => {
    if (error instanceof BadPublicKey) throw new BadSetting(`CP_LICENSE_PUBLIC_KEY is not usable: ${error.message}`);
    throw error;
  });
}

/** The state follows the clock, because a principal is cached for minutes and a license expires at an exact time. */
function liveEntitlements(source: Source, now: () => Date): Entitlements {
  const { plan, modules, limits } = includedIn(source);
  return {
    get state() {
      return statusAt(source, now()).state;
    },
    get reason() {
      return statusAt(source, now()).reason;
    },
    plan,
    modules: new Set<string>(modules),
    limits: { ...limits },
  };
}

/** An invalid license includes nothing, and its state blocks everything that would need a module. */
function includedIn(source: Source): Included {
  if (source.kind === "subscription") {
    const { plan_id: id, plan_name: name, modules, limits } = source.subscription;
    return { plan: { id, name }, modules, limits };
  }
  if (source.kind === "plan") {
    const { name, modules, limits } = planOf(source.planId);
    return { plan: { id: source.planId, name }, modules, limits };
  }
  if (!source.verdict.ok)
    return { plan: { id: null, name: "No valid license" }, modules: [], limits: planOf(null).limits };
  const { planId: id, planName: name, modules, limits } = source.verdict.claims;
  return { plan: { id, name }, modules, limits };
}

interface Included {
  plan: Entitlements["plan"];
  modules: readonly string[];
  limits: Limits;
}

/** True when this deployment must have a license or a subscription. */
export function isLicensedDeployment(source: Source, { deploymentMode }: Config): boolean {
  return source.kind !== "plan" || isHosted(deploymentMode);
}
