import { type Banner, type Me, modules, type operations, type Tokens } from "@opsplane/contract";
import {
  type AccessTokens,
  type Db,
  fail,
  type HandlersOf,
  invalid,
  newId,
  newToken,
  type Origin,
  type Passwords,
  type Principal,
  type RefusalLimiter,
  sql,
  type Transaction,
  writeAuditAndEvents,
} from "@opsplane/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type RefreshCookies, refreshCookies } from "./cookie.ts";
import { headerTenant, recordRefusal, verified } from "./login.ts";
import type { PermissionsOf } from "./principals.ts";
import { isRefreshToken, person, refreshCookieSeconds, sessionEnd } from "./rules.ts";
import * as store from "./store.ts";
import type { Throttle } from "./throttle.ts";

export interface AuthServices {
  passwords: Passwords;
  tokens: AccessTokens;
  throttle: Throttle;
  /** Counts refused requests of unauthenticated callers by address. */
  refusals: RefusalLimiter;
  /** Drops this instance's cached tokens of a tenant. */
  forget(tenantId: string): void;
  permissionsOf: PermissionsOf;
  /** Refuses a login to a tenant whose service is blocked. */
  assertMaySignIn(db: Db, tenantId: string, permissions: readonly string[]): Promise<void>;
  /** What everyone must know about the license or the subscription. */
  bannerOf(tenantId: string): Promise<Banner | null>;
  /** The name of the cookie, because cookies do not tell ports apart. */
  cookieName: string;
  version: string;
}

const wrongLogin = "Incorrect email or password.";

export function authHandlers(services: AuthServices): HandlersOf<typeof operations.auth> {
  const { passwords, throttle, refusals } = services;
  const cookies = refreshCookies(services.cookieName);
  const issue = issuer(services, cookies);
  return {
    token: async (context) => {
      const { body, request, reply, database, now, origin } = context;
      const attempt = { email: body.email.trim().toLowerCase(), address: request.ip };
      await throttle.count(attempt, now);
      const tenantId = headerTenant(request);
      const account = await verified(database.system, passwords, { ...body, email: attempt.email }, tenantId, now);
      if (!account) {
        recordRefusal(context, attempt.email, tenantId);
        return fail("UNAUTHORIZED", wrongLogin);
      }
      await throttle.refund(attempt);
      return database.inSystem(async (tx) => {
        const sessionId = await openSession(tx, account, origin, now);
        await store.recordLogin(tx, account.id);
        await writeAuditAndEvents(tx, {
          tenantId: account.tenant_id,
          action: "auth.token",
          origin: { ...origin, actorType: "user", actorId: account.id, actor: account.email },
          audit: { target: { type: "session", id: sessionId, name: account.email } },
          events: [],
        });
        return issue(tx, account, sessionId, { cookie: body.cookie ?? false, now, request, reply });
      });
    },

    refresh: async ({ body, request, reply, database, now, origin }) => {
      refusals.assertAllowed(request.ip);
      const cookie = body.cookie ?? false;
      const token = body.refresh_token ?? cookies.read(request) ?? withoutToken(cookie);
      // The transaction commits before the refusal is thrown, so revoking the family is not rolled back.
      let revokedIn: string | undefined;
      const exchange = async (tx: Transaction) => {
        const found = await store.lockRefreshToken(tx, token, body.attempt, now);
        if (!found?.alive) return undefined;
        const isReused = found.used && !found.repeated;
        revokedIn = isReused ? found.tenant_id : undefined;
        const account = await store.accountById(tx, found.user_id);
        if (!account) return undefined;
        const trail = (action: string, outcome: "success" | "denied") =>
          writeAuditAndEvents(tx, {
            tenantId: found.tenant_id,
            action,
            origin: { ...origin, actorType: "user", actorId: account.id, actor: account.email },
            audit: { target: { type: "session", id: found.session_id, name: account.email }, outcome },
            events: [],
          });
        if (isReused) {
          await store.revokeSession(tx, found.user_id, found.session_id);
          await store.forgetTokens(tx, found.tenant_id);
          // A separate action, because the audit log does not list ordinary refreshes and reuse is a sign of theft.
          await trail("auth.refresh_reused", "denied");
          return undefined;
        }
        const end = sessionEnd(new Date(found.begun_at), now, account);
        await store.markUsed(tx, token, body.attempt, found.session_id, end);
        await trail("auth.refresh", "success");
        return issue(tx, account, found.session_id, { cookie, now, request, reply });
      };
      const outcome = isRefreshToken(token) ? await database.inSystem(exchange) : undefined;
      if (outcome) return outcome;
      if (revokedIn !== undefined) services.forget(revokedIn);
      if (cookie) cookies.clear(request, reply);
      refusals.count(request.ip);
      return fail("UNAUTHORIZED", "The refresh token is no longer valid; log in again.");
    },

    logout: async ({ db, principal, request, reply, audit }) => {
      const { userId, sessionId } = person(principal);
      await store.revokeSession(db, userId, sessionId);
      await store.forgetTokens(db, principal.tenantId);
      cookies.clear(request, reply);
      audit({ target: { type: "session", id: sessionId, name: principal.label } });
      return undefined;
    },

    password: async ({ db, principal, body, request, reply, now, origin, audit }) => {
      const { userId } = person(principal);
      const account = (await store.accountById(db, userId)) ?? fail("UNAUTHORIZED", wrongLogin);
      const attempt = { email: account.email, address: request.ip };
      await throttle.count(attempt, now);
      if (!(await passwords.check(body.current_password, account.password_hash)))
        invalid("current_password", "is wrong");
      await throttle.refund(attempt);
      if (body.new_password === body.current_password) invalid("new_password", "must differ from the current one");
      await store.setPassword(db, userId, await passwords.hash(body.new_password));
      // Also ends this session, so copied tokens stop working. The response has the tokens of a new session.
      await store.revokeSessions(db, userId);
      await store.forgetTokens(db, principal.tenantId);
      audit({ target: { type: "user", id: userId, name: account.email } });
      const changed = { ...account, must_change_password: false, password_expires_at: null };
      const sessionId = await openSession(db, changed, origin, now);
      return issue(db, changed, sessionId, { cookie: body.cookie ?? false, now, request, reply });
    },

    me: async ({ db, principal }) => {
      const tenant = await db.first<{ id: string; name: string }>(
        sql`select id, name from tenants where id = ${principal.tenantId}`,
      );
      const { plan, limits } = principal.entitlements;
      if (!tenant) fail("NOT_FOUND", "This tenant no longer exists.");
      return {
        user: await describe(db, principal),
        tenant: { ...tenant, plan_id: plan.id, plan_name: plan.name },
        modules: modules.filter((module) => principal.entitlements.modules.has(module)),
        limits: {
          users: limits.users ?? null,
          data_gb_per_month: limits.data_gb_per_month ?? null,
          retention_days: limits.retention_days ?? null,
          ai_credits_per_month: limits.ai_credits_per_month ?? null,
        },
        banner: await services.bannerOf(principal.tenantId),
        version: services.version,
      };
    },

    updateMe: async ({ db, principal, body, audit }) => {
      const { userId } = person(principal);
      const before = await describe(db, principal);
      await store.rename(db, userId, body.name);
      audit({
        target: { type: "user", id: userId, name: principal.label },
        before: { name: before.name },
        after: { name: body.name },
      });
      return { ...before, name: body.name };
    },

    sessions: async ({ db, principal, query }) => {
      const { limit = 50, offset = 0 } = query;
      return store.listSessions(db, person(principal).userId, principal.sessionId, { limit, offset });
    },

    endSession: async ({ db, principal, params, audit }) => {
      const ended = await store.revokeSession(db, person(principal).userId, params.id);
      if (ended === 0) fail("NOT_FOUND", "This session does not exist or has ended.");
      await store.forgetTokens(db, principal.tenantId);
      audit({ target: { type: "session", id: params.id, name: principal.label } });
      return undefined;
    },
  };
}

async function openSession(db: Db, account: store.Account, origin: Origin, now: Date): Promise<string> {
  const id = newId();
  await store.insertSession(db, {
    id,
    tenantId: account.tenant_id,
    userId: account.id,
    address: origin.address ?? "",
    userAgent: origin.userAgent ?? "",
    expiresAt: sessionEnd(now, now, account),
  });
  return id;
}

interface ReplyOptions {
  cookie: boolean;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
}

function issuer({ tokens, permissionsOf, assertMaySignIn }: AuthServices, cookies: RefreshCookies) {
  return async (
    db: Db,
    account: store.Account,
    sessionId: string,
    { cookie, now, request, reply }: ReplyOptions,
  ): Promise<Tokens> => {
    const permissions = (await permissionsOf(db, account.tenant_id, account.role)) ?? [];
    // On the connection of the login: logins that each wait for a second one would wait for each other.
    await assertMaySignIn(db, account.tenant_id, permissions);
    const refresh = newToken("opr_");
    await store.insertRefreshToken(db, refresh, account.tenant_id, sessionId);
    const access = await tokens.sign({ userId: account.id, tenantId: account.tenant_id, sessionId }, now);
    if (cookie) cookies.set(request, reply, refresh, refreshCookieSeconds);
    return {
      token: access.token,
      refresh_token: cookie ? "" : refresh,
      expires_at: access.expiresAt.toISOString(),
      user: {
        id: account.id,
        email: account.email,
        name: account.name,
        role: account.role,
        tenant_id: account.tenant_id,
        permissions: [...permissions],
        must_change_password: account.must_change_password,
      },
    };
  };
}

async function describe(db: Db, principal: Principal): Promise<Me> {
  const account = principal.userId === null ? undefined : await store.accountById(db, principal.userId);
  return {
    id: principal.userId ?? principal.id,
    email: account?.email ?? principal.label,
    name: account?.name ?? principal.label,
    role: principal.role,
    tenant_id: principal.tenantId,
    permissions: [...principal.permissions],
    must_change_password: principal.mustChangePassword,
  };
}

/** A browser without the cookie is not logged in. A client without a token made a mistake. */
function withoutToken(cookie: boolean): never {
  return cookie ? fail("UNAUTHORIZED", "Log in first.") : invalid("refresh_token", "is required");
}
