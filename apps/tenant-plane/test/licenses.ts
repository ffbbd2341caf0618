import { planOf } from "@opsplane/contract";
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

/** What a Control Plane says about the subscription of a tenant. */
export async function aStatement(
  about: Pick<SubscriptionStatement, "tenantId" | "deploymentId" | "serial" | "status" | "pastDueSince">,
): Promise<string> {
  const { name, modules, limits } = planOf("midsize");
  const plan = { planId: "midsize", planName: name, modules, limits, addons: ["ai_pro"] };
  const statement = { ...about, ...plan, issuedAt: new Date(), billingPeriod: "monthly" } as const;
  return signStatement(statement, await aSigningKey());
}
