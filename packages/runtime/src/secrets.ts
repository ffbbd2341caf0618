import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Seals what must rest in the database unreadable: signing keys, temporary passwords on their way, replies that hold a secret. */
export interface SecretBox {
  /** Tells two master keys apart without revealing either. */
  readonly fingerprint: string;
  seal(plain: string): Buffer;
  open(sealed: Buffer): string;
}

const algorithm = "aes-256-gcm";

export function secretBox(masterKey: Buffer): SecretBox {
  const key = createHmac("sha256", masterKey).update("opsplane/seal/1").digest();
  return {
    fingerprint: createHmac("sha256", masterKey).update("opsplane/fingerprint/1").digest("hex").slice(0, 32),
    seal: (plain) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, key, nonce);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed) => {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}

/** For tokens, which are long and random: looked up by this, never stored themselves. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function newToken(prefix: string): string {
  return `${prefix}${randomBytes(32).toString("base64url")}`;
}

export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}
