import {
  type AccessTokens,
  type Db,
  type Entitlements,
  type Principal,
  type Signals,
  sql,
  type Transaction,
} from "@opsplane/runtime";

const maxCached = 20_000;

/** The holder of a token, without what the tenant's plan includes. */
export interface TokenHolder {
  readonly who: Omit<Principal, "entitlements">;
  /** How long the answer may be cached. */
  readonly until: number;
}

/** Tokens that are looked up by their hash, such as API keys. */
export interface TokenKind {
  readonly prefix: string;
  find(system: Db, token: string, now: Date): Promise<TokenHolder | undefined>;
  /** Called at each use that is not answered from the cache. */
  used?(system: Db, holderId: string): void;
}

export interface PrincipalSources {
  system: Db;
  tokens: AccessTokens;
  signals: Signals;
  clock: () => Date;
  permissionsOf: PermissionsOf;
  /** What the tenant's plan includes. The result must stay right as time passes, because it is cached with the token. */
  entitlementsOf(tenantId: string): Promise<Entitlements>;
  kinds?: readonly TokenKind[];
}

/** The permissions of a role in a tenant; undefined for an unknown role. */
export type PermissionsOf = (
  db: Db | Transaction,
  tenantId: string,
  role: string,
) => Promise<readonly string[] | undefined>;

export interface Principals {
  /** Synchronous for a cached token. `beforeLookUp` runs only for other tokens and may refuse them. */
  authenticate(token: string, beforeLookUp?: () => void): Principal | undefined | Promise<Principal | undefined>;
  /** Drops this instance's cached tokens of a tenant. A signal tells the other instances. */
  forget(tenantId: string): void;
}

/**
 * Resolves tokens to principals. Tokens are cached until they expire. Any change of a tenant's users, roles, keys, sessions or plan
 * drops that tenant's tokens on every instance. Without a signal connection nothing is cached.
 */
export function openPrincipals(sources: PrincipalSources): Principals {
  const { system, signals, clock, kinds = [] } = sources;
  const known = new Map<string, FoundPrincipal>();
  const changes = trustChanges();
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
    const kind = kinds.find(({ prefix }) => token.startsWith(prefix));
    const holder = await (kind ? kind.find(system, token, now) : byAccessToken(sources, token, now));
    if (!holder) return undefined;
    const { who, until } = holder;
    const principal = { ...who, entitlements: await sources.entitlementsOf(who.tenantId) };
    // A result that was read before a change must not be cached after it.
    if (signals.connected() && !changes.since(epoch, who.tenantId)) {
      known.set(token, { principal, until });
      const [oldest] = known.keys();
      // Evicts one token at a time, so a tenant with very many tokens does not clear the cache of all tenants.
      if (known.size > maxCached && oldest !== undefined) known.delete(oldest);
    }
    kind?.used?.(system, who.id);
    return principal;
  };
  return { authenticate, forget };
}

interface FoundPrincipal {
  principal: Principal;
  until: number;
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

interface AccountRow {
  tenant_id: string;
  email: string;
  role: string;
  must_change_password: boolean;
}

async function byAccessToken(
  { system, tokens, permissionsOf }: PrincipalSources,
  token: string,
  now: Date,
): Promise<TokenHolder | undefined> {
  const claims = await tokens.check(token, now);
  if (!claims) return undefined;
  const account = await system.first<AccountRow>(sql`
    select account.tenant_id, account.email, account.role, account.must_change_password
    from sessions session
    join users account on account.tenant_id = session.tenant_id and account.id = session.user_id
    where session.id = ${claims.sessionId} and session.tenant_id = ${claims.tenantId} and session.user_id = ${claims.userId}
      and session.revoked_at is null and session.expires_at > ${now} and account.disabled_at is null`);
  if (!account) return undefined;
  const { tenant_id: tenantId, email, role } = account;
  const { userId, sessionId, expiresAt } = claims;
  return {
    who: {
      ...{ kind: "user", id: userId, userId, sessionId, tenantId, label: email, role },
      permissions: new Set(await permissionsOf(system, tenantId, role)),
      mustChangePassword: account.must_change_password,
    },
    until: expiresAt.getTime(),
  };
}
