import { createHash } from "node:crypto";
import { fail } from "../failure.ts";
import type { Db } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";
import type { SecretBox } from "../secrets.ts";

export interface Claim {
  key: Buffer;
  body: Buffer;
}

/** Scopes the key to caller and operation, so equal keys of different callers do not collide. */
export function claimOf(operation: string, principalId: string, key: string, body: unknown): Claim {
  return { key: digest(`${principalId}\n${operation}\n${key}`), body: digest(JSON.stringify(body ?? null)) };
}

/**
 * Claims the key in the transaction of the change. A second request with the same key waits here until the first has committed,
 * and then gets the first response. If the first rolled back, the second claims the key.
 */
export async function claim(tx: Db, { key, body }: Claim, secrets: SecretBox): Promise<string | undefined> {
  const taken = await tx.run(sql`
    insert into idempotency_keys (key, body) values (${key}, ${body})
    on conflict (tenant_id, key) do update set body = excluded.body, answer = null, created_at = app_now()
      where idempotency_keys.created_at < app_now() - interval '24 hours'`);
  if (taken === 1) return undefined;
  const first = await tx.first<{ body: Buffer; answer: Buffer }>(
    sql`select body, answer from idempotency_keys where key = ${key}`,
  );
  if (!first?.body.equals(body))
    fail("CONFLICT", "This Idempotency-Key was used with another body in the last 24 hours; use a new key.");
  return secrets.open(first.answer);
}

/** True when a claim of this key would give the first response, or refuse. */
export async function isAnswered(db: Db, { key }: Claim): Promise<boolean> {
  const found = await db.first(sql`
    select from idempotency_keys where key = ${key} and answer is not null and created_at >= app_now() - interval '23 hours'`);
  return found !== undefined;
}

/** The response may contain a secret that is shown once, so it is stored encrypted. */
export async function remember(tx: Db, { key }: Claim, answer: string, secrets: SecretBox): Promise<void> {
  await tx.run(sql`update idempotency_keys set answer = ${secrets.seal(answer)} where key = ${key}`);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
