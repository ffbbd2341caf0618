import { addonIds, isAddonId, isId, type Limits, type Module, modules } from "@opsplane/contract";
import { type LicenseClaims, type LicenseWire, readLicense } from "./claims.ts";
import type { SigningKey } from "./keys.ts";
import { signed } from "./signed.ts";
import { daysAfter } from "./time-left.ts";
import { issuer, secondsOf } from "./wire.ts";

export interface LicenseRequest {
  readonly tenantId: string;
  readonly planId: string;
  readonly planName?: string;
  readonly deploymentMode: "on_prem" | "byoc";
  readonly addons?: readonly string[];
  /** Replaces limits of the plan and its add-ons. */
  readonly limits?: Partial<Limits>;
  /** Replaces the modules of the plan. */
  readonly modules?: readonly Module[];
  /** 1 to 3660; 365 by default. */
  readonly days?: number;
  /** Instead of days. */
  readonly expiresAt?: Date;
  readonly graceDays?: number;
  readonly readOnlyDays?: number;
  readonly licenseId?: string;
}

export class BadLicenseRequest extends Error {
  override readonly name = "BadLicenseRequest";
}

const defaultDays = 365;
const maxDays = 3660;

/** Each rule holds, or its sentence is the problem. Reading is tolerant; writing is not. */
const rules: readonly (readonly [(request: LicenseRequest, now: Date) => boolean, string])[] = [
  [
    ({ tenantId }) => /^[a-z][a-z0-9-]{1,62}$/.test(tenantId),
    "The tenant id must have 2 to 63 lowercase letters, digits and dashes, and begin with a letter.",
  ],
  [({ addons = [] }) => addons.every(isAddonId), `An add-on is not known; the add-ons are ${addonIds.join(", ")}.`],
  [
    (request) => (request.modules ?? []).every((module) => modules.includes(module)),
    `A module is not known; the modules are ${modules.join(", ")}.`,
  ],
  [
    ({ days = defaultDays }) => Number.isInteger(days) && days >= 1 && days <= maxDays,
    `The days must be a whole number from 1 to ${maxDays}.`,
  ],
  [({ days, expiresAt }) => days === undefined || expiresAt === undefined, "Give either days or an expiry, not both."],
  [
    ({ expiresAt }, now) => expiresAt === undefined || (expiresAt > now && expiresAt <= daysAfter(now, maxDays)),
    `The expiry must be in the future, at most ${maxDays} days from now.`,
  ],
  [({ licenseId }) => licenseId === undefined || isId(licenseId), "The license id must be a UUID."],
];

/** Throws BadLicenseRequest with one sentence. */
export async function issueLicense(
  request: LicenseRequest,
  key: SigningKey,
  now: Date,
): Promise<{ jwt: string; claims: LicenseClaims }> {
  const broken = rules.find(([holds]) => !holds(request, now));
  if (broken !== undefined) throw new BadLicenseRequest(broken[1]);
  const draft = wireOf(request, now);
  const read = readLicense(draft);
  if (!read.ok) throw new BadLicenseRequest(read.problem);
  const { claims } = read;
  return { jwt: await signed(completed(draft, claims), "JWT", key), claims };
}

/** Nothing is left to defaults, so a later version with other plans reads the same license. */
function completed(draft: LicenseWire, claims: LicenseClaims): LicenseWire {
  return {
    ...draft,
    plan_name: claims.planName,
    limits: claims.limits,
    modules: [...claims.modules],
    addons: [...claims.addons],
    grace_days: claims.graceDays,
    read_only_days: claims.readOnlyDays,
  };
}

function wireOf(request: LicenseRequest, now: Date): LicenseWire {
  const { planName, addons, limits, modules, graceDays, readOnlyDays, licenseId } = request;
  return {
    iss: issuer,
    sub: request.tenantId,
    tenant_id: request.tenantId,
    ...(licenseId === undefined ? {} : { jti: licenseId }),
    iat: secondsOf(now),
    exp: secondsOf(request.expiresAt ?? daysAfter(now, request.days ?? defaultDays)),
    plan_id: request.planId,
    ...(planName === undefined ? {} : { plan_name: planName }),
    deployment_mode: request.deploymentMode,
    ...(limits === undefined ? {} : { limits }),
    ...(modules === undefined ? {} : { modules: [...modules] }),
    ...(addons === undefined ? {} : { addons: [...addons] }),
    ...(graceDays === undefined ? {} : { grace_days: graceDays }),
    ...(readOnlyDays === undefined ? {} : { read_only_days: readOnlyDays }),
  };
}
