import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Db, sql } from "@opsplane/runtime";
import type { Core } from "../../core.ts";

// A link acts in a person's name for one incident. It is signed with a key of its tenant.

export interface Link {
  tenantId: string;
  incidentId: string;
  userId: string;
}

const validSeconds = 24 * 3600;

export async function linkTo(
  { database, secrets, clock }: Pick<Core, "database" | "secrets" | "clock">,
  link: Link,
): Promise<string> {
  const db = database.tenant(link.tenantId);
  const key = (await readKey(db, link.tenantId)) ?? (await makeKey(db, link.tenantId, secrets.seal(newKey())));
  const expires = Math.floor(clock.now().getTime() / 1000) + validSeconds;
  return writeLink(link, expires, secrets.open(key));
}

/** The link of a token; undefined when it is forged or has expired. */
export async function linkOf(
  { database, secrets }: Pick<Core, "database" | "secrets">,
  token: string,
  now: Date,
): Promise<Link | undefined> {
  const tenantId = readPayload(token)?.tenantId;
  const key = tenantId === undefined ? undefined : await readKey(database.system, tenantId);
  return key && readLink(token, secrets.open(key), now);
}

export function writeLink({ tenantId, incidentId, userId }: Link, expires: number, key: string): string {
  const payload = Buffer.from(JSON.stringify([tenantId, incidentId, userId, expires])).toString("base64url");
  return `${payload}.${signatureOf(payload, key).toString("base64url")}`;
}

export function readLink(token: string, key: string, now: Date): Link | undefined {
  const [payload = "", signature = ""] = token.split(".");
  const [given, expected] = [Buffer.from(signature, "base64url"), signatureOf(payload, key)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const read = readPayload(token);
  return read && read.expires > now.getTime() / 1000 ? read.link : undefined;
}

function readPayload(token: string): { tenantId: string; link: Link; expires: number } | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString("utf8"));
    if (!Array.isArray(parsed)) return undefined;
    const [tenantId, incidentId, userId, expires]: unknown[] = parsed;
    if (typeof tenantId !== "string" || typeof incidentId !== "string" || typeof userId !== "string") return undefined;
    // PostgreSQL stores no NUL in text.
    if (typeof expires !== "number" || tenantId.includes("\0")) return undefined;
    return { tenantId, link: { tenantId, incidentId, userId }, expires };
  } catch {
    return undefined;
  }
}

function signatureOf(payload: string, key: string): Buffer {
  return createHmac("sha256", Buffer.from(key, "base64")).update(payload).digest();
}

const newKey = () => randomBytes(32).toString("base64");

async function readKey(db: Db, tenantId: string): Promise<Buffer | undefined> {
  const found = await db.first<{ sealed: Buffer }>(
    sql`select sealed from oncall_link_keys where tenant_id = ${tenantId}`,
  );
  return found?.sealed;
}

/** Of two who make it at once, the first stays. */
async function makeKey(db: Db, tenantId: string, sealed: Buffer): Promise<Buffer> {
  await db.run(
    sql`insert into oncall_link_keys (tenant_id, sealed) values (${tenantId}, ${sealed}) on conflict do nothing`,
  );
  return (await readKey(db, tenantId)) ?? sealed;
}
