import { entitledBy, plans } from "@opsplane/contract";
import { beforeAll, expect, test } from "vitest";
import { aSigningKey, forge, goodClaims, now, nowSeconds, rsa } from "./fixtures/forge.ts";
import { type PublicKeys, readPublicKeys, type SigningKey, verifyLicense } from "./index.ts";

let key: SigningKey;
let keys: PublicKeys;
beforeAll(async () => {
  key = await aSigningKey();
  keys = await readPublicKeys(key.publicPem);
});

const verdictOn = (claims: unknown, at = now) =>
  verifyLicense(forge({ alg: "RS256" }, claims, rsa(key)), keys, "acme", at);

async function accepted(changes: Record<string, unknown>) {
  const verdict = await verdictOn({ ...goodClaims, ...changes });
  if (!verdict.ok) throw new Error(verdict.problem);
  return verdict.claims;
}

function without(...names: string[]) {
  return Object.fromEntries(Object.entries(goodClaims).filter(([name]) => !names.includes(name)));
}

test("what a license leaves out has a default", async () => {
  expect(await verdictOn(without("iat", "jti", "sub"))).toEqual({
    ok: true,
    hint: expect.any(String),
    claims: {
      issuer: "opsplane-cp",
      tenantId: "acme",
      licenseId: null,
      issuedAt: new Date(0),
      expiresAt: new Date("2028-01-01T00:00:00.000Z"),
      planId: "operations",
      planName: "Operations",
      deploymentMode: "on_prem",
      limits: plans.operations.limits,
      modules: plans.operations.modules,
      addons: [],
      graceDays: 30,
      readOnlyDays: 30,
    },
  });
  expect(await verdictOn(without("tenant_id"))).toMatchObject({ ok: true, claims: { tenantId: "acme" } });
});

test("a limit that is left out comes from plan and add-ons; null is unlimited", async () => {
  const { limits } = await accepted({
    plan_id: "startup",
    addons: ["ai_pro", "retention_365"],
    limits: { users: null, data_gb_per_month: 7, seats: 3 },
  });
  expect(limits).toEqual({ users: null, data_gb_per_month: 7, retention_days: 365, ai_credits_per_month: 25_500 });
});

test("explicit limits are not changed by add-ons", async () => {
  const limits = { users: 1, data_gb_per_month: 2, retention_days: 3, ai_credits_per_month: 4 };
  expect(await accepted({ limits, addons: ["ai_pro", "retention_365"] })).toMatchObject({ limits });
});

test("explicit modules replace those of the plan; add-ons add theirs; unknown ones are ignored", async () => {
  const claims = await accepted({ modules: ["sso", "teleport", "cmdb", "cmdb"], addons: ["netflow", "gold"] });
  expect(claims.modules).toEqual(["cmdb", "netflow", "sso"]);
  expect(claims.addons).toEqual(["netflow", "gold"]);
  expect((await accepted({ plan_id: "startup", addons: ["ai_pro"] })).modules).toEqual(
    entitledBy("startup", ["ai_pro"]).modules,
  );
});

test.each(["acme_special", "constructor", "__proto__"])(
  "the unknown plan '%s' needs modules and every limit",
  async (plan_id) => {
    const limits = { users: 1, data_gb_per_month: 2, retention_days: 3, ai_credits_per_month: null };
    const problem = "The plan is not known here, so the claims 'modules' and 'limits' must be complete.";
    expect(await accepted({ plan_id, modules: [], limits })).toMatchObject({ planName: plan_id, modules: [], limits });
    for (const incomplete of [{}, { modules: [] }, { limits }, { modules: [], limits: { users: 1 } }])
      expect(await verdictOn({ ...goodClaims, plan_id, ...incomplete })).toMatchObject({ ok: false, problem });
  },
);

test.each(["iss", "exp", "plan_id", "deployment_mode"])("a license without the claim '%s' says so", async (name) => {
  expect(await verdictOn(without(name))).toMatchObject({ ok: false, problem: `The claim '${name}' is missing.` });
});

test("a license without a tenant says so", async () => {
  expect(await verdictOn(without("sub", "tenant_id"))).toMatchObject({
    ok: false,
    problem: "The claim 'tenant_id' is missing.",
  });
});

const seconds = "a whole number of seconds since 1970";
const days = "a whole number of days from 0 to 365";
const limitRule = "an object of whole numbers that are not negative, or null for unlimited";
const badTimes = [-1, 1.5, 253_402_300_800, 1e300, "1893456000", null, [1893456000], {}, true];
const badWords = (maxLength: number) => [
  "",
  "x".repeat(maxLength + 1),
  "a\nb",
  "\u001b[2J",
  "\u202eevil",
  1,
  null,
  ["x"],
];

test.each<[claim: string, values: readonly unknown[], rule: string]>([
  ["iss", ["opsplane", "", null, ["opsplane-cp"]], "'opsplane-cp'"],
  ["exp", badTimes, seconds],
  ["iat", badTimes, seconds],
  ["nbf", badTimes, seconds],
  ["sub", badWords(100), "a printable text of 1 to 100 characters"],
  ["tenant_id", badWords(100), "a printable text of 1 to 100 characters"],
  ["jti", badWords(100), "a printable text of 1 to 100 characters"],
  ["plan_id", badWords(64), "a printable text of 1 to 64 characters"],
  ["plan_name", badWords(100), "a printable text of 1 to 100 characters"],
  ["deployment_mode", ["saas", "ON_PREM", "", null, 1], "on_prem or byoc"],
  ["grace_days", [-1, 366, 1.5, "30", null], days],
  ["read_only_days", [-1, 366, 1.5, "30", null], days],
  ["addons", ["ai_pro", {}, null, [1], [""], Array(51).fill("x"), [["ai_pro"]]], "a list of at most 50 names"],
  ["modules", ["ai", {}, null, [null], ["x".repeat(65)], Array(101).fill("x")], "a list of at most 100 names"],
  ["limits", [[], null, 5, { users: -1 }, { users: 0.5 }, { users: "5" }, { retention_days: 1e13 }], limitRule],
])("the claim '%s' is refused when it is wrong", async (claim, values, rule) => {
  for (const value of values)
    expect(await verdictOn({ ...goodClaims, [claim]: value }), JSON.stringify(value)).toMatchObject({
      ok: false,
      problem: `The claim '${claim}' must be ${rule}.`,
    });
});

test("an expiry that JSON cannot hold is refused", async () => {
  const text = JSON.stringify(goodClaims).replace(/"exp":\d+/, '"exp":1e999');
  expect(await verdictOn(text)).toMatchObject({ ok: false, problem: `The claim 'exp' must be ${seconds}.` });
});

test("of a claim that is there twice, the last one counts everywhere", async () => {
  const text = JSON.stringify(goodClaims);
  expect(await verdictOn(text.replace("{", '{"tenant_id":"evil","sub":"evil","exp":1,'))).toMatchObject({
    ok: true,
    claims: { tenantId: "acme", expiresAt: new Date("2028-01-01T00:00:00.000Z") },
  });
  expect(await verdictOn(text.replace("}", ',"tenant_id":"evil","sub":"evil"}'))).toMatchObject({
    ok: false,
    problem: "The license is for another tenant.",
  });
});

test("claims cannot be inherited", async () => {
  const text = JSON.stringify(without("exp")).replace("{", `{"__proto__":{"exp":${goodClaims.exp}},`);
  expect(await verdictOn(text)).toMatchObject({ ok: false, problem: "The claim 'exp' is missing." });
});

test("deep and unknown claims are ignored", async () => {
  const deep = `${"[".repeat(3000)}${"]".repeat(3000)}`;
  const text = JSON.stringify(goodClaims).replace("{", `{"x":${deep},"constructor":1,"toString":null,`);
  expect(await verdictOn(text)).toMatchObject({ ok: true });
});

test("a license is valid from its nbf on, to the millisecond", async () => {
  const claims = { ...goodClaims, nbf: nowSeconds };
  const at = (ms: number) => verdictOn(claims, new Date(now.getTime() + ms));
  expect(await at(-1)).toMatchObject({ ok: false, problem: `The license is not valid before ${now.toISOString()}.` });
  expect(await at(0)).toMatchObject({ ok: true });
});

test("an expired license is valid; its state says that it expired", async () => {
  expect(await verdictOn({ ...goodClaims, exp: 1 })).toMatchObject({ ok: true, claims: { expiresAt: new Date(1000) } });
});
