import { createPrivateKey } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import type { SigningKey } from "./keys.ts";

/** Signs claims as they are. RS256 gives the same token for the same claims and key. */
export async function signed(claims: JWTPayload, typ: string, { kid, privatePem }: SigningKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ, kid }).sign(createPrivateKey(privatePem));
}
