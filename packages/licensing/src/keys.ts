import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import { calculateJwkThumbprint, exportJWK } from "jose";

/** Keys that may sign licenses and statements. */
export interface PublicKeys {
  readonly kids: readonly string[];
  readonly keys: readonly { readonly kid: string; readonly key: KeyObject }[];
}

export interface SigningKey {
  readonly kid: string;
  readonly privatePem: string;
  readonly publicPem: string;
}

export class BadPublicKey extends Error {
  override readonly name = "BadPublicKey";
}

export class BadSigningKey extends Error {
  override readonly name = "BadSigningKey";
}

const maxTextLength = 64 * 1024;
const maxKeys = 8;
const minBits = 2048;
const maxBits = 8192;

const block = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;
const importers: ReadonlyMap<string, (pem: string) => KeyObject> = new Map([
  ["PUBLIC KEY", (pem) => createPublicKey(pem)],
  ["RSA PUBLIC KEY", (pem) => createPublicKey(pem)],
  ["CERTIFICATE", (pem) => new X509Certificate(pem).publicKey],
]);

/** Reads one or several PEM blocks. Newlines may be written as the two characters \n, as in environment variables. */
export async function readPublicKeys(text: string): Promise<PublicKeys> {
  if (text.length > maxTextLength) throw new BadPublicKey("The text of the public keys is longer than 64 KiB.");
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text))
    throw new BadPublicKey("The text contains a private key; only public keys belong here.");
  const blocks = [...withNewlines(text).matchAll(block)];
  if (text.split("-----BEGIN ").length - 1 !== blocks.length)
    throw new BadPublicKey("A PEM block is cut: its end is missing or does not match its beginning.");
  if (blocks.length === 0)
    throw new BadPublicKey("The text has no PEM block that begins with '-----BEGIN PUBLIC KEY-----'.");
  if (blocks.length > maxKeys) throw new BadPublicKey(`The text has more than ${maxKeys} public keys.`);
  const keys = new Map<string, KeyObject>();
  for (const [pem, label = ""] of blocks) {
    const key = importPublic(pem, label);
    keys.set(await kidOf(key), key);
  }
  return { kids: [...keys.keys()], keys: [...keys].map(([kid, key]) => ({ kid, key })) };
}

function importPublic(pem: string, label: string): KeyObject {
  const importer = importers.get(label);
  if (importer === undefined)
    throw new BadPublicKey("A PEM block is neither a PUBLIC KEY, an RSA PUBLIC KEY nor a CERTIFICATE.");
  const key = attempt(() => importer(pem));
  if (key === undefined) throw new BadPublicKey(`The ${label} cannot be read; it may be damaged or cut.`);
  const weakness = weaknessOf(key);
  if (weakness !== undefined) throw new BadPublicKey(`The public key ${weakness}`);
  return key;
}

export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 3072 });
  return signingKeyOf(privateKey);
}

export async function readSigningKey(privatePem: string): Promise<SigningKey> {
  const pem = withNewlines(privatePem).trim();
  if (pem.length > maxTextLength || !/^-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(pem))
    throw new BadSigningKey("The text is not a private key in PEM form.");
  if (pem.includes("ENCRYPTED")) throw new BadSigningKey("The private key is encrypted; remove its passphrase first.");
  const key = attempt(() => createPrivateKey(pem));
  if (key === undefined) throw new BadSigningKey("The private key cannot be read; it may be damaged or cut.");
  const weakness = weaknessOf(key);
  if (weakness !== undefined) throw new BadSigningKey(`The private key ${weakness}`);
  return signingKeyOf(key);
}

async function signingKeyOf(privateKey: KeyObject): Promise<SigningKey> {
  const publicKey = createPublicKey(privateKey);
  return {
    kid: await kidOf(publicKey),
    privatePem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
}

/** The thumbprint of RFC 7638, so both sides find the same id without sharing more than the key. */
async function kidOf(key: KeyObject): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(key));
}

function weaknessOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  if (asymmetricKeyType !== "rsa") return "is not an RSA key.";
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  if (modulusLength < minBits) return `has ${modulusLength} bits; at least ${minBits} are needed.`;
  if (modulusLength > maxBits) return `has ${modulusLength} bits; at most ${maxBits} are allowed.`;
  // With the exponent 1 every text would be its own signature.
  return publicExponent < 3n ? "has a public exponent below 3." : undefined;
}

function withNewlines(text: string): string {
  return text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
