import {
  addons as addonTable,
  entitledBy,
  isAddonId,
  isPlanId,
  type Limits,
  type Module,
  planOf,
} from "@opsplane/contract";
import { type Static, Type } from "typebox";
import { days, issuer, knownModules, limitsFrom, readClaims, SomeLimits, seconds, word, wordList } from "./wire.ts";

/** What a license says. */
export interface LicenseClaims {
  readonly issuer: typeof issuer;
  readonly tenantId: string;
  /** The claim `jti`. */
  readonly licenseId: string | null;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly planId: string;
  readonly planName: string;
  readonly deploymentMode: "on_prem" | "byoc";
  /** Null means unlimited. */
  readonly limits: Limits;
  readonly modules: readonly Module[];
  readonly addons: readonly string[];
  readonly graceDays: number;
  readonly readOnlyDays: number;
}

/** The claims as they are signed. */
const LicenseWire = Type.Object({
  iss: Type.Literal(issuer, { description: `'${issuer}'` }),
  sub: Type.Optional(word(100)),
  tenant_id: Type.Optional(word(100)),
  jti: Type.Optional(word(100)),
  iat: Type.Optional(seconds),
  nbf: Type.Optional(seconds),
  exp: seconds,
  plan_id: word(64),
  plan_name: Type.Optional(word(100)),
  deployment_mode: Type.Union([Type.Literal("on_prem"), Type.Literal("byoc")], { description: "on_prem or byoc" }),
  limits: Type.Optional(SomeLimits),
  modules: Type.Optional(wordList(100)),
  addons: Type.Optional(wordList(50)),
  grace_days: Type.Optional(days),
  read_only_days: Type.Optional(days),
});
export type LicenseWire = Static<typeof LicenseWire>;

type LicenseResult = { ok: true; claims: LicenseClaims; notBefore: Date | null } | { ok: false; problem: string };

const defaultDays = 30;

export function readLicense(payload: unknown): LicenseResult {
  const read = readClaims(LicenseWire, payload);
  if (!read.ok) return read;
  const wire = read.value;
  const tenantId = wire.tenant_id ?? wire.sub;
  if (tenantId === undefined) return refuse("The claim 'tenant_id' is missing.");
  if (wire.sub !== undefined && wire.sub !== tenantId) return refuse("The claims 'sub' and 'tenant_id' must be equal.");
  const entitled = entitlements(wire);
  if (entitled === undefined)
    return refuse("The plan is not known here, so the claims 'modules' and 'limits' must be complete.");
  return {
    ok: true,
    notBefore: wire.nbf === undefined ? null : new Date(wire.nbf * 1000),
    claims: {
      issuer,
      tenantId,
      licenseId: wire.jti ?? null,
      issuedAt: new Date((wire.iat ?? 0) * 1000),
      expiresAt: new Date(wire.exp * 1000),
      planId: wire.plan_id,
      planName: wire.plan_name ?? (isPlanId(wire.plan_id) ? planOf(wire.plan_id).name : wire.plan_id),
      deploymentMode: wire.deployment_mode,
      ...entitled,
      addons: [...new Set(wire.addons)],
      graceDays: wire.grace_days ?? defaultDays,
      readOnlyDays: wire.read_only_days ?? defaultDays,
    },
  };
}

/** Undefined when something is left out that only a known plan could fill in. */
function entitlements({ plan_id, addons = [], modules, limits = {} }: LicenseWire) {
  const plan = isPlanId(plan_id) ? entitledBy(plan_id, addons) : undefined;
  const base = modules ?? plan?.modules;
  const complete = limitsFrom(limits, plan?.limits ?? {});
  if (base === undefined || complete === undefined) return undefined;
  const added = addons.filter(isAddonId).flatMap((id) => addonTable[id].modules);
  return { modules: knownModules([...base, ...added]), limits: complete };
}

function refuse(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}
