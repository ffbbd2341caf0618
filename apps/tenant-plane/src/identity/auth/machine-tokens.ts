import type { TokenHolder, TokenKind } from "@opsplane/accounts";
import type { Permission } from "@opsplane/contract";
import { type Db, hashToken, sql } from "@opsplane/runtime";
import { rolePermissions } from "../roles/store.ts";

const keyCacheMs = 60_000;

/** API keys and collector tokens. */
export function machineTokens(): readonly TokenKind[] {
  return [
    { prefix: "opk_", find: byKey, used: useRecorder() },
    { prefix: "opc_", find: byCollector },
  ];
}

interface KeyRow {
  id: string;
  user_id: string | null;
  tenant_id: string;
  label: string;
  role: string;
  expires_at: string | null;
}

async function byKey(system: Db, key: string, now: Date): Promise<TokenHolder | undefined> {
  const found = await system.first<KeyRow>(sql`
    select key.id, key.user_id, key.tenant_id, 'key:' || key.name as label, key.expires_at, coalesce(account.role, key.role) as role
    from api_keys key
    left join users account on account.tenant_id = key.tenant_id and account.id = key.user_id
    where key.hash = ${hashToken(key)} and key.revoked_at is null and (key.expires_at is null or key.expires_at > ${now}) and account.disabled_at is null`);
  if (!found) return undefined;
  const { id, user_id: userId, tenant_id: tenantId, label, role } = found;
  const permissions = new Set(await rolePermissions(system, tenantId, role));
  const who = { kind: "api_key", id, userId, sessionId: null, tenantId, label, role, permissions } as const;
  return { who: { ...who, mustChangePassword: false }, until: cachedUntil(found, now) };
}

const sends = "observability:write" satisfies Permission;
const works = "agents:work" satisfies Permission;

async function byCollector(system: Db, token: string, now: Date): Promise<TokenHolder | undefined> {
  const found = await system.first<Omit<KeyRow, "user_id" | "role"> & { works: boolean }>(sql`
    select id, tenant_id, name as label, expires_at, capabilities <> '{}' as works from collectors
    where hash = ${hashToken(token)} and revoked_at is null and (expires_at is null or expires_at > ${now})`);
  if (!found) return undefined;
  const { id, tenant_id: tenantId, label } = found;
  const permissions = new Set(found.works ? [sends, works] : [sends]);
  const who = { kind: "collector", id, userId: null, sessionId: null, tenantId, label, role: "collector" } as const;
  return { who: { ...who, permissions, mustChangePassword: false }, until: cachedUntil(found, now) };
}

function cachedUntil({ expires_at }: { expires_at: string | null }, now: Date): number {
  const expires = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  return Math.min(now.getTime() + keyCacheMs, expires);
}

const maxRecording = 100;

/** Records the last use of a key. Requests do not wait for it, and a locked key is skipped. */
function useRecorder(): (system: Db, keyId: string) => void {
  const recording = new Set<string>();
  return (system, id) => {
    if (recording.has(id) || recording.size >= maxRecording) return;
    recording.add(id);
    void recordUse(system, id)
      .catch(() => undefined)
      .finally(() => recording.delete(id));
  };
}

function recordUse(system: Db, id: string): Promise<number> {
  return system.run(sql`
    update api_keys set last_used_at = app_now() where id in (
      select id from api_keys where id = ${id} and (last_used_at is null or last_used_at < app_now() - interval '30 seconds')
      for update skip locked)`);
}
