import { entitledBy, plans } from "@opsplane/contract";
import { beforeAll, expect, test } from "vitest";
import { aSigningKey } from "./fixtures/forge.ts";
import {
  inspectLicense,
  issueLicense,
  type LicenseRequest,
  type PublicKeys,
  readPublicKeys,
  type SigningKey,
  verifyLicense,
} from "./index.ts";

const now = new Date("2027-01-01T00:00:00.750Z");
let key: SigningKey;
let keys: PublicKeys;
beforeAll(async () => {
  key = await aSigningKey();
  keys = await readPublicKeys(key.publicPem);
});

function aRequest(changes: Partial<LicenseRequest> = {}): LicenseRequest {
  return { tenantId: "acme", planId: "operations", deploymentMode: "on_prem", ...changes };
}

test("an issued license verifies, and says the same as its claims", async () => {
  const { jwt, claims } = await issueLicense(aRequest(), key, now);
  expect(await verifyLicense(jwt, keys, "acme", now)).toEqual({ ok: true, claims, hint: jwt.slice(0, 12) });
  expect(claims).toEqual({
    issuer: "opsplane-cp",
    tenantId: "acme",
    licenseId: null,
    issuedAt: new Date("2027-01-01T00:00:00.000Z"),
    expiresAt: new Date("2028-01-01T00:00:00.000Z"),
    planId: "operations",
    planName: "Operations",
    deploymentMode: "on_prem",
    limits: plans.operations.limits,
    modules: plans.operations.modules,
    addons: [],
    graceDays: 30,
    readOnlyDays: 30,
  });
  expect(inspectLicense(jwt)).toEqual({ header: { alg: "RS256", typ: "JWT", kid: key.kid }, claims });
});

test("every part of a request reaches the license", async () => {
  const { jwt, claims } = await issueLicense(
    aRequest({
      planId: "startup",
      planName: "Startup for Acme",
      deploymentMode: "byoc",
      addons: ["ai_pro", "retention_365"],
      limits: { users: 12, data_gb_per_month: null },
      modules: ["incidents"],
      expiresAt: new Date("2027-02-01T00:00:00Z"),
      graceDays: 0,
      readOnlyDays: 365,
      licenseId: "01890a5d-ac96-774b-bcce-b302099a8057",
    }),
    key,
    now,
  );
  expect(await verifyLicense(jwt, keys, "acme", now)).toMatchObject({ ok: true, claims });
  expect(claims).toMatchObject({
    planId: "startup",
    planName: "Startup for Acme",
    deploymentMode: "byoc",
    addons: ["ai_pro", "retention_365"],
    limits: { ...entitledBy("startup", ["ai_pro", "retention_365"]).limits, users: 12, data_gb_per_month: null },
    modules: ["incidents", "ai"],
    expiresAt: new Date("2027-02-01T00:00:00Z"),
    graceDays: 0,
    readOnlyDays: 365,
    licenseId: "01890a5d-ac96-774b-bcce-b302099a8057",
  });
});

test("a custom plan needs its modules and every limit", async () => {
  const limits = { users: 1, data_gb_per_month: 2, retention_days: 3, ai_credits_per_month: null };
  const { claims } = await issueLicense(aRequest({ planId: "acme_special", modules: ["cmdb"], limits }), key, now);
  expect(claims).toMatchObject({ planName: "acme_special", modules: ["cmdb"], limits });
  for (const incomplete of [
    { modules: ["cmdb"] as const },
    { limits },
    { modules: ["cmdb"] as const, limits: { users: 1 } },
  ])
    await expect(issueLicense(aRequest({ planId: "acme_special", ...incomplete }), key, now)).rejects.toThrow(
      "The plan is not known here",
    );
});

test.each<[string, Partial<LicenseRequest>]>([
  ["The tenant id must have", { tenantId: "Acme Corp" }],
  ["The tenant id must have", { tenantId: "a".repeat(64) }],
  ["An add-on is not known", { addons: ["constructor"] }],
  ["The days must be", { days: 0 }],
  ["The days must be", { days: 3661 }],
  ["The days must be", { days: 1.5 }],
  ["either days or an expiry", { days: 5, expiresAt: new Date("2027-02-01") }],
  ["The expiry must be", { expiresAt: now }],
  ["The expiry must be", { expiresAt: new Date(Number.NaN) }],
  ["The expiry must be", { expiresAt: new Date("2090-01-01") }],
  ["The license id must be", { licenseId: "42" }],
  ["'grace_days' must be", { graceDays: 366 }],
  ["'read_only_days' must be", { readOnlyDays: -1 }],
  ["'limits' must be", { limits: { users: -1 } }],
  ["'plan_name' must be", { planName: "\u001b[2J" }],
])("a license is refused with '%s' for %o", async (problem, changes) => {
  await expect(issueLicense(aRequest(changes), key, now)).rejects.toMatchObject({
    name: "BadLicenseRequest",
    message: expect.stringContaining(problem),
  });
});

test("the days of a request count from now", async () => {
  const { claims } = await issueLicense(aRequest({ days: 3660 }), key, now);
  expect(claims.expiresAt.getTime() - claims.issuedAt.getTime()).toBe(3660 * 86_400_000);
});
