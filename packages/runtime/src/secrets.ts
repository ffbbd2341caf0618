import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Encrypts stored secrets: signing keys, tenant secrets, temporary passwords and responses that contain a secret. */
export interface SecretBox {
  /** Identifies a master key without revealing it. */
  readonly fingerprint: string;
  /** Fingerprints of previous master keys, which can still open the values that they sealed. */
  readonly previousFingerprints: readonly string[];
  seal(plain: string): Buffer;
  open(sealed: Buffer): string;
  /** The first bytes of a value that is sealed in the current format with the current key. */
  readonly header: Buffer;
}

const algorithm = "aes-256-gcm";

// A sealed value: magic and version, key id, nonce, tag, body. The header is authenticated with the body.
const magic = Buffer.from([0x4f, 0x50, 0x01]);
const [keyIdBytes, nonceBytes, tagBytes] = [8, 12, 16];
const headerBytes = magic.length + keyIdBytes;

interface SealingKey {
  id: Buffer;
  fingerprint: string;
  key: Buffer;
}

/** Seals with the current master key. Opens with the current and previous keys, so keys can be rotated. */
export function secretBox(masterKey: Buffer, previousKeys: readonly Buffer[] = []): SecretBox {
  const current = sealingKey(masterKey);
  const previous = previousKeys.map(sealingKey);
  const all = [current, ...previous];
  const header = Buffer.concat([magic, current.id]);
  return {
    fingerprint: current.fingerprint,
    previousFingerprints: previous.map(({ fingerprint }) => fingerprint),
    seal: (plain) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current.key, nonce).setAAD(header);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed) => {
      const named = all.find(({ id }) => sealed.subarray(0, headerBytes).equals(Buffer.concat([magic, id])));
      const opened = named && tryOpen(named, sealed.subarray(headerBytes), sealed.subarray(0, headerBytes));
      if (opened !== undefined) return opened;
      // The first format had no header.
      for (const key of all) {
        const plain = tryOpen(key, sealed);
        if (plain !== undefined) return plain;
      }
      throw new Error("A stored secret was sealed with a master key that this instance does not have.");
    },
    header,
  };
}

function sealingKey(masterKey: Buffer): SealingKey {
  const derive = (purpose: string) => createHmac("sha256", masterKey).update(purpose).digest();
  const fingerprint = derive("opsplane/fingerprint/1").toString("hex").slice(0, 32);
  return { id: Buffer.from(fingerprint.slice(0, keyIdBytes * 2), "hex"), fingerprint, key: derive("opsplane/seal/1") };
}

function tryOpen({ key }: SealingKey, sealed: Buffer, header?: Buffer): string | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
  if (header) decipher.setAAD(header);
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const body = decipher.update(sealed.subarray(nonceBytes + tagBytes));
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** A hash for long random tokens. The hash is stored and looked up, never the token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function newToken(prefix: string): string {
  return `${prefix}${randomBytes(32).toString("base64url")}`;
}

export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}
