import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, exportJWK } from "jose";
import { beforeAll, expect, test } from "vitest";
import { certificate, keyOfCertificate } from "./fixtures/certificate.ts";
import { aSigningKey } from "./fixtures/forge.ts";
import {
  issueLicense,
  newSigningKey,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
  verifyLicense,
} from "./index.ts";

const now = new Date("2027-01-01T00:00:00.000Z");
let key: SigningKey;
let second: SigningKey;
beforeAll(async () => {
  [key, second] = await Promise.all([newSigningKey(), aSigningKey()]);
});

const rsaKey = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength });
const publicPem = (publicKey: KeyObject) => publicKey.export({ type: "spki", format: "pem" }).toString();
const pkcs1 = (pem: string) => createPublicKey(pem).export({ type: "pkcs1", format: "pem" }).toString();

test("a new key has 3072 bits and the thumbprint of RFC 7638 as its id", async () => {
  const privateKey = createPrivateKey(key.privatePem);
  expect(privateKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
  expect(publicPem(createPublicKey(privateKey))).toBe(key.publicPem);
  expect(key.kid).toBe(await calculateJwkThumbprint(await exportJWK(createPublicKey(key.publicPem))));
  expect(second.kid).not.toBe(key.kid);
});

test("public keys are read in every spelling", async () => {
  const spellings = [
    key.publicPem,
    key.publicPem.trim(),
    `\n\n  ${key.publicPem}`,
    key.publicPem.replaceAll("\n", "\\n"),
    key.publicPem.replaceAll("\n", "\r\n"),
    key.publicPem.replaceAll("\n", "\\r\\n"),
    pkcs1(key.publicPem),
    pkcs1(key.publicPem).replaceAll("\n", "\\n"),
    `# our key\n${key.publicPem}# the end`,
    key.publicPem + pkcs1(key.publicPem),
  ];
  for (const text of spellings) expect((await readPublicKeys(text)).kids).toEqual([key.kid]);
});

test("a certificate stands for its key", async () => {
  const { kids } = await readPublicKeys(certificate);
  expect(kids).toEqual((await readPublicKeys(keyOfCertificate)).kids);
});

test("each of several keys verifies what it signed", async () => {
  const keys = await readPublicKeys(`${key.publicPem}${certificate}\n${second.publicPem}`);
  expect(keys.kids).toHaveLength(3);
  for (const signer of [key, second]) {
    const request = { tenantId: "acme", planId: "operations", deploymentMode: "on_prem" } as const;
    const { jwt } = await issueLicense(request, signer, now);
    expect(await verifyLicense(jwt, keys, "acme", now)).toMatchObject({ ok: true });
  }
});

test.each<[problem: string, text: () => string]>([
  ["has no PEM block", () => ""],
  ["has no PEM block", () => "ssh-rsa AAAAB3NzaC1yc2E"],
  ["contains a private key", () => key.privatePem],
  ["contains a private key", () => key.publicPem + key.privatePem],
  ["contains a private key", () => key.privatePem.replaceAll("\n", "\\n")],
  [
    "contains a private key",
    () => createPrivateKey(key.privatePem).export({ type: "pkcs1", format: "pem" }).toString(),
  ],
  ["contains a private key", () => "-----BEGIN OPENSSH PRIVATE KEY-----"],
  ["is neither a PUBLIC KEY", () => "-----BEGIN PGP MESSAGE-----\nAAAA\n-----END PGP MESSAGE-----"],
  ["cannot be read", () => "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"],
  ["cannot be read", () => "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"],
  ["is cut", () => key.publicPem.slice(0, 300)],
  ["is cut", () => second.publicPem + key.publicPem.slice(0, 300)],
  ["has 1024 bits; at least 2048", () => publicPem(rsaKey(1024).publicKey)],
  ["has 2047 bits; at least 2048", () => publicPem(rsaKey(2047).publicKey)],
  ["is not an RSA key", () => publicPem(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey)],
  ["is not an RSA key", () => publicPem(generateKeyPairSync("ed25519").publicKey)],
  ["is not an RSA key", () => publicPem(generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).publicKey)],
  ["has a public exponent below 3", () => withExponent("AQ")],
  ["more than 8 public keys", () => key.publicPem.repeat(9)],
  ["longer than 64 KiB", () => key.publicPem + " ".repeat(64 * 1024)],
])("public keys are refused with '%s'", async (problem, text) => {
  await expect(readPublicKeys(text())).rejects.toMatchObject({
    name: "BadPublicKey",
    message: expect.stringContaining(problem),
  });
});

function withExponent(e: string): string {
  const jwk = createPublicKey(key.publicPem).export({ format: "jwk" });
  return publicPem(createPublicKey({ key: { ...jwk, e }, format: "jwk" }));
}

test("a signing key is read in every spelling", async () => {
  const pem1 = createPrivateKey(key.privatePem).export({ type: "pkcs1", format: "pem" }).toString();
  for (const text of [key.privatePem, ` ${key.privatePem.trim()}`, key.privatePem.replaceAll("\n", "\\n"), pem1])
    expect(await readSigningKey(text)).toEqual(key);
});

test.each<[problem: string, text: () => string]>([
  ["is not a private key in PEM form", () => ""],
  ["is not a private key in PEM form", () => key.publicPem],
  [
    "is encrypted",
    () =>
      createPrivateKey(key.privatePem)
        .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" })
        .toString(),
  ],
  [
    "is encrypted",
    () =>
      createPrivateKey(key.privatePem)
        .export({ type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" })
        .toString(),
  ],
  ["cannot be read", () => key.privatePem.slice(0, 500)],
  ["has 1024 bits", () => rsaKey(1024).privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
  [
    "is not an RSA key",
    () => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  ],
])("a signing key is refused with '%s', without a part of it", async (problem, text) => {
  const error = await readSigningKey(text()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "BadSigningKey", message: expect.stringContaining(problem) });
  expect(String(error)).not.toMatch(/[A-Za-z0-9+/]{20}/);
});
