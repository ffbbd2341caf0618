import { createPublicKey } from "node:crypto";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { aSigningKey, encoded, forge, goodClaims, hmac, now, pss, rsa, unsigned } from "./fixtures/forge.ts";
import {
  inspectLicense,
  type PublicKeys,
  readPublicKeys,
  type SigningKey,
  verifyLicense,
  verifyStatement,
} from "./index.ts";

const header = { alg: "RS256", typ: "JWT" };
let key: SigningKey;
let second: SigningKey;
let stranger: SigningKey;
let keys: PublicKeys;

beforeAll(async () => {
  [key, second, stranger] = await Promise.all([aSigningKey(), aSigningKey(), aSigningKey()]);
  keys = await readPublicKeys(key.publicPem + second.publicPem);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const good = () => forge({ ...header, kid: key.kid }, goodClaims, rsa(key));
const partsOf = (jwt: string) => jwt.split(".");
const withPart = (jwt: string, index: number, part: string) => partsOf(jwt).with(index, part).join(".");

/** Everything that a person could take for the secret of an HMAC. */
function spellingsOfThePublicKey(): (string | Buffer)[] {
  const publicKey = createPublicKey(key.publicPem);
  const pem = key.publicPem;
  const body = pem.replace(/-----[^-]+-----|\s/g, "");
  return [
    pem,
    pem.trim(),
    pem.replaceAll("\n", "\r\n"),
    pem.replaceAll("\n", "\\n"),
    pem.replaceAll("\n", ""),
    body,
    Buffer.from(body, "base64"),
    publicKey.export({ type: "pkcs1", format: "pem" }).toString(),
    publicKey.export({ type: "pkcs1", format: "der" }),
    JSON.stringify(publicKey.export({ format: "jwk" })),
    key.kid,
    "",
  ];
}

const wrongAlg = "The license is not signed with RS256; no other alg is accepted.";
const wrongForm = "The license is not three base64url parts with dots between them.";
const wrongSignature = "The signature of the license does not match any of the public keys.";
const wrongHeader = "The header of the license is not a JSON object.";

/** The tokens of each attack, and the problem that each of them has. */
const attacks: Readonly<Record<string, { tokens: () => string[]; problem: string }>> = {
  "alg none in any spelling": {
    tokens: () =>
      ["none", "None", "NONE", "nOnE", ""].flatMap((alg) => [
        forge({ alg, typ: "JWT" }, goodClaims, unsigned),
        withPart(good(), 0, encoded({ alg, typ: "JWT" })),
      ]),
    problem: wrongAlg,
  },
  "a missing or odd alg": {
    tokens: () =>
      [undefined, null, 0, true, ["RS256"], { RS256: 1 }, "rs256", "RS256 ", "RS256\0"].map((alg) =>
        forge({ typ: "JWT", alg }, goodClaims, rsa(key)),
      ),
    problem: wrongAlg,
  },
  "HS256 with the public key as the secret": {
    tokens: () =>
      spellingsOfThePublicKey().flatMap((secret) => [
        forge({ alg: "HS256", typ: "JWT", kid: key.kid }, goodClaims, hmac(secret)),
        forge({ alg: "HS512", typ: "JWT" }, goodClaims, hmac(secret, "sha512")),
      ]),
    problem: wrongAlg,
  },
  "HMAC under the name of RS256": {
    tokens: () => spellingsOfThePublicKey().map((secret) => forge(header, goodClaims, hmac(secret))),
    problem: wrongSignature,
  },
  "another algorithm of the right key": {
    tokens: () => [
      forge({ alg: "RS384", typ: "JWT", kid: key.kid }, goodClaims, rsa(key, "sha384")),
      forge({ alg: "RS512", typ: "JWT" }, goodClaims, rsa(key, "sha512")),
      forge({ alg: "PS256", typ: "JWT" }, goodClaims, pss(key)),
      forge({ alg: "ES256", typ: "JWT" }, goodClaims, rsa(key)),
      forge({ alg: "EdDSA", typ: "JWT" }, goodClaims, rsa(key)),
    ],
    problem: wrongAlg,
  },
  "another algorithm of the right key under the name of RS256": {
    tokens: () => [forge(header, goodClaims, rsa(key, "sha384")), forge(header, goodClaims, pss(key))],
    problem: wrongSignature,
  },
  "another RSA key": {
    tokens: () =>
      [undefined, stranger.kid, key.kid, second.kid].map((kid) => forge({ ...header, kid }, goodClaims, rsa(stranger))),
    problem: wrongSignature,
  },
  "another RSA key that the header brings along": {
    tokens: () => {
      const jwk = createPublicKey(stranger.publicPem).export({ format: "jwk" });
      const der = createPublicKey(stranger.publicPem).export({ type: "spki", format: "der" }).toString("base64");
      return [
        { jwk },
        { jwk, kid: stranger.kid },
        { jwk: { ...jwk, kid: key.kid }, kid: key.kid },
        { jku: "https://attacker.example/keys.json", kid: stranger.kid },
        { x5u: "https://attacker.example/chain.pem" },
        { x5c: [der] },
        { x5t: "AAAA", "x5t#S256": "AAAA" },
      ].map((extra) => forge({ ...header, ...extra }, goodClaims, rsa(stranger)));
    },
    problem: wrongSignature,
  },
  "a kid that names a file, a query or a property": {
    tokens: () =>
      [
        "../../../../dev/null",
        "/proc/self/environ",
        "file:///etc/passwd",
        "' or '1'='1",
        "__proto__",
        "constructor",
        "0",
        "",
        0,
        null,
        [],
        [key.kid],
        { kid: key.kid },
      ].map((kid) => forge({ ...header, kid }, goodClaims, rsa(stranger))),
    problem: wrongSignature,
  },
  "the kid of the other configured key": {
    tokens: () => [
      forge({ ...header, kid: second.kid }, goodClaims, rsa(key)),
      forge({ ...header, kid: key.kid }, goodClaims, rsa(second)),
    ],
    problem: wrongSignature,
  },
  "edited claims": {
    tokens: () => [
      ...[{ exp: 253_402_300_799 }, { tenant_id: "evil", sub: "evil" }, { plan_id: "enterprise" }, { limits: {} }].map(
        (change) => withPart(good(), 1, encoded({ ...goodClaims, ...change })),
      ),
      withPart(good(), 1, encoded(`${JSON.stringify(goodClaims)} `)),
    ],
    problem: wrongSignature,
  },
  "an edited header": {
    tokens: () => [
      withPart(good(), 0, encoded(header)),
      withPart(good(), 0, encoded({ ...header, kid: key.kid, cty: "x" })),
    ],
    problem: wrongSignature,
  },
  "a swapped, cut or empty signature": {
    tokens: () => {
      const [, , other = ""] = partsOf(forge(header, { ...goodClaims, exp: 1 }, rsa(key)));
      const [, , signature = ""] = partsOf(good());
      const own = Buffer.from(signature, "base64url");
      const changed = [
        own.subarray(1),
        own.subarray(0, -1),
        Buffer.concat([own, own]),
        Buffer.alloc(256),
        own.toReversed(),
      ];
      const parts = changed.map((bytes) => Buffer.from(bytes).toString("base64url"));
      return ["", other, ...parts].map((part) => withPart(good(), 2, part));
    },
    problem: wrongSignature,
  },
  "a text of another form": {
    tokens: () => [
      "",
      ".",
      "..",
      "a.b",
      "correct horse battery staple",
      `${good()}.`,
      `${good()}.x`,
      `.${good()}`,
      good().replace(".", ""),
      good().replace(".", " ."),
      good().replace(".", "\n."),
      `${good()}=`,
      withPart(good(), 0, "é"),
      withPart(good(), 0, "A"),
      withPart(good(), 1, "ab+/"),
      `Bearer ${good()}`,
      JSON.stringify({ license: good() }),
    ],
    problem: wrongForm,
  },
  "a second spelling of the same signature": {
    tokens: () => {
      const [, , signature = ""] = partsOf(forge(header, goodClaims, rsa(second)));
      // 256 bytes leave four unused bits in the last character.
      expect(signature.at(-1)).toMatch(/[AQgw]/);
      const next = { A: "B", Q: "R", g: "h", w: "x" }[signature.at(-1) ?? ""] ?? "";
      return [withPart(forge(header, goodClaims, rsa(second)), 2, signature.slice(0, -1) + next)];
    },
    problem: wrongForm,
  },
  "a header that is no JSON object": {
    tokens: () =>
      ["null", "1", '"RS256"', "[]", '["RS256"]', "{", '{"alg":"RS256"', "\u0000", "[".repeat(9000), "{}{}"].map(
        (text) => forge(text, goodClaims, rsa(key)),
      ),
    problem: wrongHeader,
  },
  "a header that is not UTF-8": {
    tokens: () => [withPart(good(), 0, Buffer.from([0x7b, 0xff, 0x7d]).toString("base64url"))],
    problem: wrongHeader,
  },
  "critical extensions": {
    tokens: () =>
      [["b64"], ["exp"], [], "b64"].map((crit) => forge({ ...header, crit, b64: false }, goodClaims, rsa(key))),
    problem: "The header of the license has critical extensions.",
  },
  "another typ": {
    tokens: () =>
      ["opsplane-subscription+jwt", "at+jwt", "JWS", "", null, 1, ["JWT"]].map((typ) =>
        forge({ alg: "RS256", typ }, goodClaims, rsa(key)),
      ),
    problem: "The token is not a license: the typ of its header is another.",
  },
  "claims that are no JSON object": {
    tokens: () =>
      ["null", "1", '"x"', "[]", "{", `${"[".repeat(4000)}${"]".repeat(4000)}`, "{}{}", "NaN"].map((text) =>
        forge(header, text, rsa(key)),
      ),
    problem: "The claims are not a JSON object.",
  },
  "a token of more than 16 KiB": {
    tokens: () => [
      forge(header, { ...goodClaims, pad: "x".repeat(1_000_000) }, rsa(key)),
      "x".repeat(1_000_000),
      " ".repeat(16 * 1024) + good(),
      ".".repeat(16 * 1024 + 1),
    ],
    problem: "The license is longer than 16 KiB.",
  },
  "the license of another tenant": {
    tokens: () =>
      ["evil", "ACME", "acme ", "acme2", "ac"].map((id) =>
        forge(header, { ...goodClaims, sub: id, tenant_id: id }, rsa(key)),
      ),
    problem: "The license is for another tenant.",
  },
  "a sub that is not the tenant": {
    tokens: () => [
      forge(header, { ...goodClaims, sub: "evil" }, rsa(key)),
      forge(header, { ...goodClaims, tenant_id: "evil" }, rsa(key)),
    ],
    problem: "The claims 'sub' and 'tenant_id' must be equal.",
  },
};

test.each(Object.entries(attacks))("%s is refused", async (_name, { tokens, problem }) => {
  for (const token of tokens()) {
    const verdict = await verifyLicense(token, keys, "acme", now);
    expect(verdict, token.slice(0, 300)).toMatchObject({ ok: false, problem });
  }
});

test("no problem shows more of a token than its hint, and the hint is its first 12 characters", async () => {
  for (const token of Object.values(attacks).flatMap(({ tokens }) => tokens())) {
    const verdict = await verifyLicense(token, keys, "acme", now);
    if (verdict.ok) throw new Error("An attack was accepted.");
    expect([null, token.slice(0, 12)]).toContain(verdict.hint);
    const inspected = inspectLicense(token);
    const statement = await verifyStatement(token, keys, "eu-1");
    if (statement.ok) throw new Error("An attack was accepted as a statement.");
    for (const problem of [verdict.problem, statement.problem, "problem" in inspected ? inspected.problem : ""])
      expect(sharedParts(problem, token)).toEqual([]);
  }
});

/** The parts of 13 characters that are in both texts. */
function sharedParts(problem: string, token: string): string[] {
  const parts = Array.from({ length: Math.max(0, problem.length - 12) }, (_, start) =>
    problem.slice(start, start + 13),
  );
  return parts.filter((part) => token.includes(part));
}

test("the token that the attacks start from is good, with and without kid, typ and line end", async () => {
  const tokens = [
    good(),
    `${good()}\n`,
    forge({ alg: "RS256" }, goodClaims, rsa(key)),
    forge({ alg: "RS256", typ: "jwt", kid: "unknown" }, goodClaims, rsa(second)),
    forge({ ...header, kid: second.kid }, goodClaims, rsa(second)),
    forge({ ...header, jku: "https://attacker.example/keys.json", x5c: ["AAAA"] }, goodClaims, rsa(key)),
  ];
  for (const token of tokens) expect(await verifyLicense(token, keys, "acme", now)).toMatchObject({ ok: true });
});

test("a license of exactly 16 KiB is read", async () => {
  const token = forge(header, { ...goodClaims, pad: "x".repeat(11_000) }, rsa(key));
  expect(token.length).toBeLessThan(16 * 1024);
  expect(await verifyLicense(token.padEnd(16 * 1024, "\n"), keys, "acme", now)).toMatchObject({ ok: true });
  expect(await verifyLicense(token.padEnd(16 * 1024 + 1, "\n"), keys, "acme", now)).toMatchObject({ ok: false });
});

test("a giant token is not decoded", async () => {
  const giant = forge(header, { ...goodClaims, pad: "x".repeat(1_000_000) }, rsa(key));
  const decoding = [vi.spyOn(JSON, "parse"), vi.spyOn(Buffer, "from"), vi.spyOn(globalThis, "atob")];
  const verdict = verifyLicense(giant, keys, "acme", now);
  for (const spy of decoding) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect(await verdict).toMatchObject({ ok: false, hint: null });
});

test("a license of any tenant is accepted where no tenant is asked for", async () => {
  const token = forge(header, { ...goodClaims, sub: "other", tenant_id: "other" }, rsa(key));
  expect(await verifyLicense(token, keys, null, now)).toMatchObject({ ok: true, claims: { tenantId: "other" } });
});
