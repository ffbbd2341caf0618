import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from "node:crypto";

/** The key pair by which push services know this installation (RFC 8292). */
export interface VapidKeys {
  /** Uncompressed, in base64url. */
  publicKey: string;
  privateKey: KeyObject;
}

export function newVapidKey(): JsonWebKey {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
}

export function vapidKeysOf(jwk: JsonWebKey): VapidKeys {
  const point = [jwk.x ?? "", jwk.y ?? ""].map((part) => Buffer.from(part, "base64url"));
  return {
    publicKey: Buffer.concat([Buffer.from([4]), ...point]).toString("base64url"),
    privateKey: createPrivateKey({ key: jwk, format: "jwk" }),
  };
}

/** Push services refuse more than a day. */
const lifetimeSeconds = 12 * 3600;

/** The header `authorization` of a message to this endpoint. `contact` is whom its operator can ask. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + lifetimeSeconds,
    sub: contact,
  };
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${publicKey}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** A mail address or an https address, as the protocol wants it. */
export function contactOf(publicUrl: string): string {
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === "https:" ? origin : `mailto:opsplane@${hostname}`;
}
