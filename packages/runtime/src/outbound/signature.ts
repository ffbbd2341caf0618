import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A signing secret in the form of Standard Webhooks: its bytes are in base64 after the prefix. */
export function newSigningSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

/** The headers that Standard Webhooks defines. During a rotation there is one signature for each secret. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, now }: { id: string; body: string | Buffer; now: Date },
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const sign = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
