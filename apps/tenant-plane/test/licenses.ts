import { type LicenseRequest, issueLicense, newSigningKey, type SigningKey } from "@opsplane/licensing";

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
