import { type LicenseClaims, readLicense } from "./claims.ts";
import type { PublicKeys } from "./keys.ts";
import { decodeJson, isSigned, readToken, type TokenHeader } from "./token.ts";

/** `hint` is the first 12 characters of the license. It is null when the text does not have the form of a license. */
export type LicenseVerdict =
  | { ok: true; claims: LicenseClaims; hint: string }
  | { ok: false; problem: string; hint: string | null };

/** Expiry is no matter of validity: see licenseState. A null tenant accepts the license of any tenant. */
export async function verifyLicense(
  jwt: string,
  keys: PublicKeys,
  tenantId: string | null,
  now: Date,
): Promise<LicenseVerdict> {
  const read = readToken(jwt, "license", isLicenseType);
  if (!read.ok) return read;
  const { hint, payload } = read.token;
  const refuse = (problem: string): LicenseVerdict => ({ ok: false, problem, hint });
  if (!(await isSigned(read.token, keys)))
    return refuse("The signature of the license does not match any of the public keys.");
  const license = readLicense(decodeJson(payload));
  if (!license.ok) return refuse(license.problem);
  if (tenantId !== null && license.claims.tenantId !== tenantId) return refuse("The license is for another tenant.");
  if (license.notBefore !== null && now < license.notBefore)
    return refuse(`The license is not valid before ${license.notBefore.toISOString()}.`);
  return { ok: true, claims: license.claims, hint };
}

/** Reads a license without checking its signature. */
export function inspectLicense(jwt: string): { header: TokenHeader; claims: LicenseClaims } | { problem: string } {
  const read = readToken(jwt, "license", isLicenseType);
  if (!read.ok) return { problem: read.problem };
  const license = readLicense(decodeJson(read.token.payload));
  return license.ok ? { header: read.token.header, claims: license.claims } : { problem: license.problem };
}

function isLicenseType(typ: unknown): boolean {
  return typ === undefined || (typeof typ === "string" && typ.toUpperCase() === "JWT");
}
