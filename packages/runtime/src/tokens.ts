import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { newId } from "./ids.ts";
import type { Database } from "./postgres/database.ts";
import { sql } from "./postgres/sql.ts";
import type { SecretBox } from "./secrets.ts";

const algorithm = "EdDSA";

export interface AccessClaims {
  userId: string;
  tenantId: string;
  sessionId: string;
}

/** Signs and checks access tokens with a key that all instances share through the database. */
export interface AccessTokens {
  sign(claims: AccessClaims, now: Date): Promise<{ token: string; expiresAt: Date }>;
  /** Returns undefined for a token that is invalid or expired. */
  check(token: string, now: Date): Promise<(AccessClaims & { expiresAt: Date }) | undefined>;
}

export async function openAccessTokens(
  database: Database,
  secrets: SecretBox,
  { plane, lifetimeSeconds }: { plane: string; lifetimeSeconds: number },
): Promise<AccessTokens> {
  // Each plane is its own issuer and audience, so a token of one is never accepted by the other.
  const [issuer, audience] = [`opsplane-${plane}`, `opsplane-${plane}`];
  const jwk = await loadSigningKey(database, secrets);
  const key = await importJWK(jwk, algorithm);
  const { d: _private, ...publicJwk } = jwk;
  const publicKey = await importJWK(publicJwk, algorithm);
  return {
    sign: async ({ userId, tenantId, sessionId }, now) => {
      const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
      const token = await new SignJWT({ tid: tenantId, sid: sessionId })
        .setProtectedHeader({ alg: algorithm, kid: jwk.kid ?? "", typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt };
    },
    check: async (token, now) => {
      const verified = await jwtVerify(token, publicKey, {
        issuer,
        audience,
        algorithms: [algorithm],
        currentDate: now,
      }).catch(() => undefined);
      const { sub, tid, sid, exp } = verified?.payload ?? {};
      if (typeof sub !== "string" || typeof tid !== "string" || typeof sid !== "string" || exp === undefined)
        return undefined;
      return { userId: sub, tenantId: tid, sessionId: sid, expiresAt: new Date(exp * 1000) };
    },
  };
}

async function loadSigningKey(database: Database, secrets: SecretBox): Promise<JWK> {
  return database.inSystem(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/signing-key'))`);
    const stored = await tx.first<{ sealed: Buffer }>(
      sql`select sealed from signing_keys where retired_at is null order by created_at desc limit 1`,
    );
    if (stored) return JSON.parse(secrets.open(stored.sealed)) as JWK;
    const { privateKey } = await generateKeyPair(algorithm, { crv: "Ed25519", extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: newId() };
    await tx.run(sql`insert into signing_keys (id, sealed) values (${jwk.kid}, ${secrets.seal(JSON.stringify(jwk))})`);
    return jwk;
  });
}
