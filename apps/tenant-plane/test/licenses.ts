import { plans } from "@opsplane/contract";
import {
  issueLicense,
  type LicenseRequest,
  newSigningKey,
  type SigningKey,
  type SubscriptionStatement,
  signStatement,
} from "@opsplane/licensing";

export const day = 86_400_000;

let shared: Promise<SigningKey> | undefined;

/** The key of a Control Plane. Making one takes a second, so tests share it. */
export function aSigningKey(): Promise<SigningKey> {
  shared ??= newSigningKey();
  return shared;
}

/** A license that a Control Plane signed. It was issued a year before it expires. */
export async function aLicense(
  tenantId: string,
  expiresAt: Date,
  other: Partial<LicenseRequest> & { key?: SigningKey; issuedAt?: Date } = {},
): Promise<string> {
  const { key = await aSigningKey(), issuedAt = new Date(expiresAt.getTime() - 365 * day), ...request } = other;
  const wanted = { tenantId, planId: "operations", deploymentMode: "on_prem", expiresAt, ...request } as const;
  return (await issueLicense(wanted, key, issuedAt)).jwt;
}

/** What a Control Plane says about a subscription. */
export async function aStatement(
  tenantId: string,
  serial: number,
  other: Partial<SubscriptionStatement> & { key?: SigningKey } = {},
): Promise<string> {
  const { key = await aSigningKey(), ...stated } = other;
  const { name: planName, modules, limits } = plans.enterprise;
  const base = { tenantId, serial, deploymentId: "eu-1", issuedAt: new Date(), planId: "enterprise", planName };
  const paid = { status: "active", billingPeriod: "monthly", pastDueSince: null, addons: [], modules, limits } as const;
  return signStatement({ ...base, ...paid, ...stated }, key);
}

/** The settings of a plane that knows a Control Plane: it takes licenses and statements. */
export async function knowsControlPlane(): Promise<Record<string, string>> {
  return { CP_DEPLOYMENT_ID: "eu-1", CP_LICENSE_PUBLIC_KEY: (await aSigningKey()).publicPem };
}

/** The settings of a hosted deployment. */
export async function hosted(): Promise<Record<string, string>> {
  return { DEPLOYMENT_MODE: "shared_saas", ...(await knowsControlPlane()) };
}
