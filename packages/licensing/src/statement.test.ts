import { plans } from "@opsplane/contract";
import { beforeAll, expect, test } from "vitest";
import { aSigningKey, encoded, forge, goodClaims, hmac, now, rsa, unsigned } from "./fixtures/forge.ts";
import {
  issueLicense,
  type PublicKeys,
  readPublicKeys,
  type SigningKey,
  type SubscriptionStatement,
  signStatement,
  verifyLicense,
  verifyStatement,
} from "./index.ts";

const header = { alg: "RS256", typ: "opsplane-subscription+jwt" };
const claims = {
  iss: "opsplane-cp",
  aud: "eu-1",
  tenant_id: "acme",
  serial: 7,
  iat: now.getTime() / 1000,
  plan_id: "midsize",
  plan_name: "Midsize",
  status: "past_due",
  billing_period: "annual",
  past_due_since: now.getTime() + 123,
  addons: ["ai_pro"],
  modules: ["incidents", "ai"],
  limits: plans.midsize.limits,
};
let key: SigningKey;
let stranger: SigningKey;
let keys: PublicKeys;
beforeAll(async () => {
  [key, stranger] = await Promise.all([aSigningKey(), aSigningKey()]);
  keys = await readPublicKeys(key.publicPem);
});

function aStatement(changes: Partial<SubscriptionStatement> = {}): SubscriptionStatement {
  return {
    tenantId: "acme",
    deploymentId: "eu-1",
    serial: 7,
    issuedAt: now,
    planId: "midsize",
    planName: "Midsize",
    status: "past_due",
    billingPeriod: "annual",
    pastDueSince: new Date(now.getTime() + 123),
    addons: ["ai_pro"],
    modules: ["incidents", "ai"],
    limits: plans.midsize.limits,
    ...changes,
  };
}

test("a statement arrives as it was signed, with the milliseconds of the failed payment", async () => {
  for (const statement of [aStatement(), aStatement({ status: "active", pastDueSince: null, addons: [], serial: 0 })])
    expect(await verifyStatement(await signStatement(statement, key), keys, "eu-1")).toEqual({ ok: true, statement });
  expect(await verifyStatement(forge(header, claims, rsa(key)), keys, "eu-1")).toEqual({
    ok: true,
    statement: aStatement(),
  });
});

test("unknown modules and limits of a newer Control Plane are left out", async () => {
  const newer = { ...claims, modules: ["teleport", "ai"], limits: { ...claims.limits, seats: 5 }, extra: 1 };
  expect(await verifyStatement(forge(header, newer, rsa(key)), keys, "eu-1")).toEqual({
    ok: true,
    statement: aStatement({ modules: ["ai"] }),
  });
});

test("a statement for another deployment is refused", async () => {
  const jwt = await signStatement(aStatement(), key);
  expect(await verifyStatement(jwt, keys, "eu-2")).toEqual({
    ok: false,
    problem: "The statement is for another deployment.",
  });
});

test.each<[attack: string, token: () => string]>([
  ["another key", () => forge(header, claims, rsa(stranger))],
  ["no signature", () => forge({ ...header, alg: "none" }, claims, unsigned)],
  ["HS256 with the public key", () => forge({ ...header, alg: "HS256" }, claims, hmac(key.publicPem))],
  ["RS384", () => forge({ ...header, alg: "RS384" }, claims, rsa(key, "sha384"))],
  ["no typ", () => forge({ alg: "RS256" }, claims, rsa(key))],
  ["the typ of a license", () => forge({ alg: "RS256", typ: "JWT" }, claims, rsa(key))],
  ["a list of deployments", () => forge(header, { ...claims, aud: ["eu-1", "eu-2"] }, rsa(key))],
  ["another issuer", () => forge(header, { ...claims, iss: "opsplane" }, rsa(key))],
  ["edited claims", () => forge(header, claims, rsa(key)).replace(encoded(claims), encoded({ ...claims, serial: 8 }))],
  ["a giant token", () => forge(header, { ...claims, pad: "x".repeat(1_000_000) }, rsa(key))],
  ["a text", () => "x.y"],
])("a statement with %s is refused", async (_attack, token) => {
  expect(await verifyStatement(token(), keys, "eu-1")).toMatchObject({ ok: false });
});

test.each(Object.keys(claims))("a statement without the claim '%s' says so", async (name) => {
  const rest = Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));
  expect(await verifyStatement(forge(header, rest, rsa(key)), keys, "eu-1")).toEqual({
    ok: false,
    problem: `The claim '${name}' is missing.`,
  });
});

test.each<[claim: string, values: readonly unknown[]]>([
  ["serial", [-1, 1.5, 2 ** 53, "7", null]],
  ["status", ["paid", "", null]],
  ["billing_period", ["weekly", null]],
  ["past_due_since", [-1, 0.5, "2027-01-01T00:00:00.000Z", 1e300]],
  ["limits", [{}, null, { ...plans.midsize.limits, users: -1 }]],
])("the claim '%s' of a statement is refused when it is wrong", async (claim, values) => {
  for (const value of values)
    expect(await verifyStatement(forge(header, { ...claims, [claim]: value }, rsa(key)), keys, "eu-1")).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`The claim '${claim}' must be `),
    });
});

test("what a statement cannot say is not signed", async () => {
  for (const wrong of [{ serial: 1.5 }, { tenantId: "" }, { pastDueSince: new Date(Number.NaN) }])
    await expect(signStatement(aStatement(wrong), key)).rejects.toThrow("The claim '");
});

test("a license never passes as a statement, nor a statement as a license", async () => {
  const { jwt } = await issueLicense({ tenantId: "acme", planId: "midsize", deploymentMode: "byoc" }, key, now);
  const statement = await signStatement(aStatement(), key);
  expect(await verifyStatement(jwt, keys, "eu-1")).toMatchObject({ ok: false });
  expect(await verifyLicense(statement, keys, "acme", now)).toMatchObject({ ok: false });
  // Even under the other typ the claims are not enough.
  expect(await verifyStatement(forge(header, { ...goodClaims, aud: "eu-1" }, rsa(key)), keys, "eu-1")).toMatchObject({
    ok: false,
    problem: "The claim 'serial' is missing.",
  });
  expect(await verifyLicense(forge({ alg: "RS256" }, claims, rsa(key)), keys, "acme", now)).toMatchObject({
    ok: false,
    problem: "The claim 'exp' is missing.",
  });
});
