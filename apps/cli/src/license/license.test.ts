import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plans } from "@opsplane/contract";
import { issueLicense, newSigningKey, readPublicKeys, type SigningKey, verifyLicense } from "@opsplane/licensing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../run.ts";

const now = new Date("2027-01-01T00:00:00.000Z");
const licenseId = "01890a5d-ac96-774b-bcce-b302099a8057";
let folder: string;
let key: SigningKey;
let stranger: SigningKey;
let license: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-cli-"));
  [key, stranger] = await Promise.all([newSigningKey(), newSigningKey()]);
  const request = { tenantId: "acme", planId: "operations", deploymentMode: "on_prem", licenseId } as const;
  license = (await issueLicense(request, key, now)).jwt;
  await writeFile(at("license.jwt"), `${license}\n`);
  await writeFile(at("public.pem"), key.publicPem);
  await writeFile(at("stranger.pem"), stranger.publicPem);
  await writeFile(at("private.pem"), key.privatePem, { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

async function opsplane(args: readonly string[], { input = "", time = now } = {}) {
  let out = "";
  let err = "";
  const code = await run(args, {
    input: (async function* () {
      yield Buffer.from(input);
    })(),
    print: (text) => {
      out += `${text}\n`;
    },
    printError: (text) => {
      err += `${text}\n`;
    },
    now: () => time,
    newId: () => licenseId,
  });
  return { code, out, err };
}

const verifyArgs = () => ["license", "verify", at("license.jwt"), "--public-key", at("public.pem")];
const issueArgs = (...more: string[]) => [
  ...["license", "issue", "--private-key", at("private.pem"), "--tenant", "acme", "--plan", "startup"],
  ...["--mode", "byoc", ...more],
];

test("inspect shows header, claims and state, and says that nothing was verified", async () => {
  const { code, out, err } = await opsplane(["license", "inspect", at("license.jwt")]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^Not verified: /);
  expect(out).toContain(`  header      alg RS256, typ JWT, kid ${key.kid}\n`);
  expect(out).toContain("  state       active until 2028-01-01T00:00:00.000Z, 365 days left\n");
  expect(out).toContain("  plan        Operations (operations)\n");
  expect(out).toContain("users 100, data_gb_per_month 1000, retention_days 30, ai_credits_per_month 5000");
  expect(out).not.toContain(license.slice(0, 20));
});

test("inspect --json is for programs, and '-' reads standard input", async () => {
  const { code, out } = await opsplane(["license", "inspect", "-", "--json"], { input: `${license}\n` });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    verified: false,
    header: { alg: "RS256", typ: "JWT", kid: key.kid },
    claims: {
      issuer: "opsplane-cp",
      tenant_id: "acme",
      license_id: licenseId,
      issued_at: "2027-01-01T00:00:00.000Z",
      expires_at: "2028-01-01T00:00:00.000Z",
      plan_id: "operations",
      plan_name: "Operations",
      deployment_mode: "on_prem",
      limits: plans.operations.limits,
      modules: plans.operations.modules,
      addons: [],
      grace_days: 30,
      read_only_days: 30,
    },
    state: {
      status: "active",
      ends_at: "2028-01-01T00:00:00.000Z",
      days_remaining: 365,
      state_days_remaining: 365,
    },
  });
});

test("inspect of a text that is no license exits with 1 and does not repeat it", async () => {
  for (const options of [[], ["--json"]]) {
    const { code, out, err } = await opsplane(["license", "inspect", "-", ...options], {
      input: "my password is hunter2",
    });
    expect(code).toBe(1);
    expect(out + err).toContain("not three base64url parts");
    expect(out + err).not.toContain("hunter2");
  }
});

test.each([
  ["2027-12-31T23:59:59.999Z", 0, "active until 2028-01-01T00:00:00.000Z, 1 day left"],
  ["2028-01-01", 0, "grace until 2028-01-31T00:00:00.000Z, 30 days left"],
  ["2028-01-31T01:00:00+01:00", 0, "read-only until 2028-03-01T00:00:00.000Z, 30 days left"],
  ["2028-03-01T00:00:00Z", 1, "locked\n"],
])("verify --at %s exits with %i and shows the state", async (time, expected, state) => {
  const { code, out, err } = await opsplane([...verifyArgs(), "--tenant", "acme", "--at", time]);
  expect({ code, err }).toEqual({ code: expected, err: "" });
  expect(out).toContain(`The license is valid.\n\n  state       ${state}`);
});

test("verify uses the clock without --at, and any tenant without --tenant", async () => {
  const { code, out } = await opsplane([...verifyArgs(), "--json"], { time: new Date("2028-01-15T00:00:00Z") });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    valid: true,
    key_hint: license.slice(0, 12),
    state: { status: "grace", state_days_remaining: 16 },
  });
});

test.each<[problem: string, args: () => string[], input?: () => string]>([
  ["for another tenant", () => [...verifyArgs(), "--tenant", "other"]],
  ["does not match", () => ["license", "verify", at("license.jwt"), "--public-key", at("stranger.pem")]],
  [
    "does not match",
    () => ["license", "verify", "-", "--public-key", at("public.pem")],
    () => `${license.slice(0, -8)}AAAAAAAA`,
  ],
  ["longer than 16 KiB", () => ["license", "verify", "-", "--public-key", at("public.pem")], () => "x".repeat(20_000)],
])("verify exits with 1: %s", async (problem, args, input) => {
  const { code, out, err } = await opsplane(args(), { input: input?.() ?? "" });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^opsplane: The license is not valid\. /);
  expect(err).toContain(problem);
  const asJson = await opsplane([...args(), "--json"], { input: input?.() ?? "" });
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.out)).toMatchObject({ valid: false, problem: expect.stringContaining(problem) });
});

test("issue prints only the license, and its description beside it", async () => {
  const { code, out, err } = await opsplane(
    issueArgs(
      "--addon",
      "ai_pro",
      "--addon",
      "netflow",
      "--days",
      "10",
      "--limit",
      "users=50",
      "--limit",
      "data_gb_per_month=unlimited",
    ),
  );
  expect(code).toBe(0);
  expect(err).toContain("plan        Startup (startup)");
  expect(await verifyLicense(out, await readPublicKeys(key.publicPem), "acme", now)).toMatchObject({
    ok: true,
    claims: {
      licenseId,
      deploymentMode: "byoc",
      addons: ["ai_pro", "netflow"],
      modules: [...plans.startup.modules, "ai", "netflow"],
      limits: { users: 50, data_gb_per_month: null, retention_days: 14, ai_credits_per_month: 25_500 },
      expiresAt: new Date("2027-01-11T00:00:00Z"),
    },
  });
});

test("issue --out writes a file that only its owner can read, and never overwrites one", async () => {
  const first = await opsplane(issueArgs("--out", at("new.jwt")));
  expect(first).toMatchObject({ code: 0, err: "" });
  const written = await readFile(at("new.jwt"), "utf8");
  expect(first.out).not.toContain(written.slice(0, 20));
  expect((await stat(at("new.jwt"))).mode & 0o777).toBe(0o600);
  expect(await opsplane(["license", "verify", at("new.jwt"), "--public-key", at("public.pem")])).toMatchObject({
    code: 0,
  });
  const again = await opsplane(issueArgs("--out", at("new.jwt")));
  expect(again.code).toBe(2);
  expect(again.err).toContain("it exists already");
  expect(await readFile(at("new.jwt"), "utf8")).toBe(written);
});

test.each([0o640, 0o604, 0o644, 0o620])("issue refuses a key file of mode %o unless it is allowed", async (mode) => {
  await writeFile(at("open.pem"), key.privatePem);
  await chmod(at("open.pem"), mode);
  const args = issueArgs("--private-key", at("open.pem"));
  const refused = await opsplane(args);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toContain(`(mode 0${mode.toString(8)}). Run chmod 600 on it, or pass --allow-open-key.`);
  expect(await opsplane([...args, "--allow-open-key"])).toMatchObject({ code: 0 });
});

test("keygen makes a pair that signs and verifies, and never overwrites a file", async () => {
  const made = at("keys/of/acme");
  const { code, out } = await opsplane(["license", "keygen", "--out", made]);
  expect(code).toBe(0);
  expect((await readdir(made)).sort()).toEqual(["private.pem", "public.pem"]);
  expect((await stat(join(made, "private.pem"))).mode & 0o777).toBe(0o600);
  const privatePem = await readFile(join(made, "private.pem"), "utf8");
  expect(out).not.toContain(privatePem.slice(40, 80));
  const issued = await opsplane(issueArgs("--private-key", join(made, "private.pem")));
  const args = ["license", "verify", "-", "--public-key", join(made, "public.pem")];
  expect(await opsplane(args, { input: issued.out })).toMatchObject({ code: 0 });

  await rm(join(made, "private.pem"));
  const refused = await opsplane(["license", "keygen", "--out", made]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("public.pem' exists already and is not overwritten.");
  expect(await readdir(made)).toEqual(["public.pem"]);
});

test.each<[problem: string, args: () => string[]]>([
  ["The command is not known", () => []],
  ["The command is not known", () => ["license"]],
  ["The command is not known", () => ["license", "revoke"]],
  ["The command is not known", () => ["licence", "inspect", "-"]],
  ["Name the license file", () => ["license", "inspect"]],
  ["too many arguments", () => ["license", "inspect", "a", "b"]],
  ["Unknown option '--force'", () => ["license", "inspect", "-", "--force"]],
  ["--public-key is required", () => ["license", "verify", "-"]],
  ["there is no such file", () => ["license", "inspect", at("absent.jwt")]],
  ["it is a folder", () => ["license", "inspect", folder]],
  ["contains a private key", () => ["license", "verify", at("license.jwt"), "--public-key", at("private.pem")]],
  ["has no PEM block", () => ["license", "verify", at("license.jwt"), "--public-key", at("license.jwt")]],
  ["The time must be", () => [...verifyArgs(), "--at", "tomorrow"]],
  ["The time must be", () => [...verifyArgs(), "--at", "2027-02-31"]],
  ["The time must be", () => [...verifyArgs(), "--at", "2027-01-01T25:00:00Z"]],
  ["The time must be", () => [...verifyArgs(), "--at", "2027-01-01T10:00:00"]],
  ["--private-key is required", () => ["license", "issue"]],
  ["--tenant is required", () => ["license", "issue", "--private-key", at("private.pem")]],
  ["is not a private key", () => issueArgs("--private-key", at("public.pem"), "--allow-open-key")],
  ["The plan 'gold' is not known; the plans are startup,", () => issueArgs("--plan", "gold")],
  ["The mode 'saas' is not known", () => issueArgs("--mode", "saas")],
  ["An add-on is not known", () => issueArgs("--addon", "gold")],
  ["The tenant id must have", () => issueArgs("--tenant", "Acme Corp")],
  ["'ten' of --days is not a whole number", () => issueArgs("--days", "ten")],
  ["The days must be", () => issueArgs("--days", "0")],
  ["The limit 'seats=5' is not known", () => issueArgs("--limit", "seats=5")],
  ["The limit 'users' is not known", () => issueArgs("--limit", "users")],
  ["of --limit users is not a whole number", () => issueArgs("--limit", "users=many")],
  ["cannot be created: there is no such", () => issueArgs("--out", at("absent/new.jwt"))],
  ["too many arguments", () => issueArgs("extra")],
  ["--out is required", () => ["license", "keygen"]],
  ["cannot be created", () => ["license", "keygen", "--out", at("license.jwt")]],
])("exit code 2: %s", async (problem, args) => {
  const { code, out, err } = await opsplane(args());
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(problem);
  expect(err).not.toContain(license.slice(0, 20));
});

test("a license or a key among the arguments is refused with the reason, and not repeated", async () => {
  const secrets = [license, `--tenant=${license}`, ` ${license}`, license.slice(0, 200), key.privatePem];
  for (const secret of secrets) {
    const { code, out, err } = await opsplane(["license", "inspect", secret, "--help"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(
      "cannot be an argument, because other users of this machine can see the arguments of a process.",
    );
    expect(err).not.toContain(secret.trim().slice(15, 30));
  }
});

test("a file whose name looks a little like a license is a file", async () => {
  await writeFile(at("eyeglasses.license.jwt"), license);
  expect(await opsplane(["license", "inspect", at("eyeglasses.license.jwt")])).toMatchObject({ code: 0 });
});

test("standard input and files are read up to 64 KiB", async () => {
  await writeFile(at("big"), "x".repeat(64 * 1024 + 1));
  for (const path of ["-", at("big")]) {
    const { code, err } = await opsplane(["license", "inspect", path], { input: "x".repeat(64 * 1024 + 1) });
    expect(code).toBe(2);
    expect(err).toContain("is longer than 64 KiB.");
  }
});

test("help names every command and exits with 0", async () => {
  for (const args of [["--help"], ["license", "-h"], ["license", "issue", "--help"]]) {
    const { code, out, err } = await opsplane(args);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const command of ["inspect", "verify", "issue", "keygen"]) expect(out).toContain(`\n  ${command} `);
  }
});
