import { builtInRoles, isBuiltInRole, type Permission } from "@opsplane/contract";
import { type AccessTokens, type Db, hashToken, type Principal, type Signals, sql } from "@opsplane/runtime";
import { entitlementsOf } from "../../entitlements.ts";

const keyPrefix = "opk_";
const collectorPrefix = "opc_";
const keyCacheMs = 60_000;
const maxCached = 20_000;

export interface Principals {
  /** Synchronous for a cached token. `beforeLookUp` runs only for other tokens and may refuse them. */
  authenticate(token: string, beforeLookUp?: () => void): Principal | undefined | Promise<Principal | undefined>;
  /** Drops this instance's cached tokens of a tenant. A signal tells the other instances. */
  forget(tenantId: string): void;
}

/**
 * Resolves tokens to principals. Tokens are cached until they expire. Any change of a tenant's users, roles, keys or sessions drops
 * that tenant's tokens on every instance. Without a signal connection nothing is cached.
 */
export function openPrincipals(system: Db, tokens: AccessTokens, signals: Signals, clock: () => Date): Principals {
  const known = new Map<string, FoundPrincipal>();
  const changes = trustChanges();
  const noteUse = useRecorder(system);
  const forget = (tenantId: string) => {
    changes.add(tenantId);
    for (const [token, { principal }] of known) if (principal.tenantId === tenantId) known.delete(token);
  };
  signals.onGap(() => {
    changes.addAll();
    known.clear();
  });
  signals.on("opsplane_auth", forget);

  const authenticate: Principals["authenticate"] = (token, beforeLookUp) => {
    const now = clock();
    const remembered = known.get(token);
    if (remembered && remembered.until > now.getTime()) return remembered.principal;
    beforeLookUp?.();
    return lookUp(token, now);
  };
  const lookUp = async (token: string, now: Date) => {
    known.delete(token);
    const epoch = changes.epoch();
    const found = await (token.startsWith(keyPrefix)
      ? byKey(system, token, now)
      : token.startsWith(collectorPrefix)
        ? byCollector(system, token, now)
        : byAccessToken(system, tokens, token, now));
    if (!found) return undefined;
    const { principal } = found;
    // A result that was read before a change must not be cached after it.
    if (signals.connected() && !changes.since(epoch, principal.tenantId)) {
      known.set(token, found);
      const [oldest] = known.keys();
      // Evicts one token at a time, so a tenant with very many tokens does not clear the cache of all tenants.
      if (known.size > maxCached && oldest !== undefined) known.delete(oldest);
    }
    if (principal.kind === "api_key") noteUse(principal.id);
    return principal;
  };
  return { authenticate, forget };
}

const maxTenants = 10_000;

/** Counts changes of rights, so a lookup can detect a change of its tenant while it ran. */
function trustChanges() {
  const changed = new Map<string, number>();
  let epoch = 0;
  let allChanged = 0;
  const addAll = () => {
    changed.clear();
    allChanged = ++epoch;
  };
  return {
    epoch: () => epoch,
    add: (tenantId: string) => {
      if (changed.size >= maxTenants) addAll();
      changed.set(tenantId, ++epoch);
    },
    addAll,
    since: (start: number, tenantId: string) => Math.max(allChanged, changed.get(tenantId) ?? 0) > start,
  };
}

const maxRecording = 100;

/** Records the last use of a key. Requests do not wait for it, and a locked key is skipped. */
function useRecorder(system: Db): (keyId: string) => void {
  const recording = new Set<string>();
  return (id) => {
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

interface FoundPrincipal {
  principal: Principal;
  until: number;
}

interface HolderRow {
  tenant_id: string;
  plan_id: string | null;
  label: string;
  role: string;
  role_permissions: string[] | null;
  must_change_password: boolean;
}

async function byAccessToken(
  system: Db,
  tokens: AccessTokens,
  token: string,
  now: Date,
): Promise<FoundPrincipal | undefined> {
  const claims = await tokens.check(token, now);
  if (!claims) return undefined;
  const holder = await system.first<HolderRow>(sql`
    select account.tenant_id, tenant.plan_id, account.email as label, account.role, role.permissions as role_permissions, account.must_change_password
    from sessions session
    join users account on account.tenant_id = session.tenant_id and account.id = session.user_id
    join tenants tenant on tenant.id = session.tenant_id
    left join roles role on role.tenant_id = account.tenant_id and role.name = account.role
    where session.id = ${claims.sessionId} and session.tenant_id = ${claims.tenantId} and session.user_id = ${claims.userId}
      and session.revoked_at is null and session.expires_at > ${now} and account.disabled_at is null`);
  if (!holder) return undefined;
  const { userId, sessionId, expiresAt } = claims;
  return {
    principal: { kind: "user", id: userId, userId, sessionId, ...describe(holder) },
    until: expiresAt.getTime(),
  };
}

async function byKey(system: Db, key: string, now: Date): Promise<FoundPrincipal | undefined> {
  const holder = await system.first<HolderRow & { id: string; user_id: string | null; expires_at: string | null }>(sql`
    select key.id, key.user_id, key.tenant_id, tenant.plan_id, 'key:' || key.name as label, key.expires_at, false as must_change_password,
           coalesce(account.role, key.role) as role, role.permissions as role_permissions
    from api_keys key
    join tenants tenant on tenant.id = key.tenant_id
    left join users account on account.tenant_id = key.tenant_id and account.id = key.user_id
    left join roles role on role.tenant_id = key.tenant_id and role.name = coalesce(account.role, key.role)
    where key.hash = ${hashToken(key)} and key.revoked_at is null and (key.expires_at is null or key.expires_at > ${now}) and account.disabled_at is null`);
  if (!holder) return undefined;
  const expires = holder.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(holder.expires_at);
  return {
    principal: { kind: "api_key", id: holder.id, userId: holder.user_id, sessionId: null, ...describe(holder) },
    until: Math.min(now.getTime() + keyCacheMs, expires),
  };
}

async function byCollector(system: Db, token: string, now: Date): Promise<FoundPrincipal | undefined> {
  const holder = await system.first<HolderRow & { id: string; expires_at: string | null }>(sql`
    select collector.id, collector.tenant_id, tenant.plan_id, collector.name as label, collector.expires_at,
           'collector' as role, false as must_change_password,
           case when collector.capabilities = '{}' then ${[sends]}::text[] else ${[sends, works]}::text[] end as role_permissions
    from collectors collector join tenants tenant on tenant.id = collector.tenant_id
    where collector.hash = ${hashToken(token)} and collector.revoked_at is null
      and (collector.expires_at is null or collector.expires_at > ${now})`);
  if (!holder) return undefined;
  const expires = holder.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(holder.expires_at);
  return {
    principal: { kind: "collector", id: holder.id, userId: null, sessionId: null, ...describe(holder) },
    until: Math.min(now.getTime() + keyCacheMs, expires),
  };
}

const sends = "observability:write" satisfies Permission;
const works = "agents:work" satisfies Permission;

function describe(
  holder: HolderRow,
): Pick<Principal, "tenantId" | "label" | "role" | "permissions" | "entitlements" | "mustChangePassword"> {
  return {
    tenantId: holder.tenant_id,
    label: holder.label,
    role: holder.role,
    permissions: new Set(permissionsOf(holder.role, holder.role_permissions)),
    entitlements: entitlementsOf(holder.plan_id),
    mustChangePassword: holder.must_change_password,
  };
}

function permissionsOf(role: string, custom: string[] | null): readonly string[] {
  return isBuiltInRole(role) ? builtInRoles[role].permissions : (custom ?? []);
}
