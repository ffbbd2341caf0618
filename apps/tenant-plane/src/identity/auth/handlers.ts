import { type Me, modules, type operations, type Tokens } from "@opsplane/contract";
import {
  type AccessTokens,
  checkPassword,
  type Db,
  fail,
  type HandlersOf,
  hashPassword,
  invalid,
  leaveTrail,
  newId,
  newToken,
  type Principal,
  sql,
} from "@opsplane/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { version } from "../../version.ts";
import { clearRefreshCookie, refreshCookie, setRefreshCookie } from "./cookie.ts";
import { headerTenant, recordRefusal, throttle, verified } from "./login.ts";
import * as store from "./store.ts";

export interface AuthServices {
  tokens: AccessTokens;
  loginsPerMinute: number;
  /** Drops what this instance remembers of a tenant's tokens. */
  forget(tenantId: string): void;
  /** The permissions of a role in a tenant, for the answer to a login. */
  permissionsOf(db: Db, tenantId: string, role: string): Promise<readonly string[]>;
}

const sessionSeconds = 30 * 24 * 3600;
const wrongLogin = "The e-mail or the password is wrong.";

export function authHandlers(services: AuthServices): HandlersOf<typeof operations.auth> {
  const issue = issuer(services);
  return {
    token: async (context) => {
      const { body, request, reply, database, now, origin } = context;
      const email = body.email.trim().toLowerCase();
      await throttle(services.loginsPerMinute, context, email);
      const tenantId = headerTenant(request);
      const account = await verified(database.system, email, body.password, tenantId);
      if (!account) {
        await recordRefusal(context, email, tenantId);
        return fail("UNAUTHORIZED", wrongLogin);
      }
      return database.inSystem(async (tx) => {
        const session = {
          id: newId(),
          tenantId: account.tenant_id,
          userId: account.id,
          address: request.ip,
          userAgent: origin.userAgent ?? "",
        };
        await store.insertSession(tx, { ...session, expiresAt: later(now) });
        await store.recordLogin(tx, account.id);
        await leaveTrail(tx, {
          tenantId: account.tenant_id,
          action: "auth.token",
          origin: { ...origin, actorType: "user", actorId: account.id, actor: account.email },
          audit: { target: { type: "session", id: session.id, name: account.email } },
          events: [],
        });
        return issue(tx, account, session.id, { cookie: body.cookie ?? false, now, request, reply });
      });
    },

    refresh: async ({ body, request, reply, database, now, origin }) => {
      const cookie = body.cookie ?? false;
      const token = body.refresh_token ?? refreshCookie(request) ?? withoutToken(cookie);
      // The outcome leaves the transaction before it becomes a refusal, so that revoking the family is not rolled back.
      let revokedIn: string | undefined;
      const outcome = await database.inSystem(async (tx) => {
        const found = await store.lockRefreshToken(tx, token, now);
        if (!found?.alive) return undefined;
        revokedIn = found.used ? found.tenant_id : undefined;
        const account = await store.accountById(tx, found.user_id);
        if (!account) return undefined;
        const trail = (refused: boolean) =>
          leaveTrail(tx, {
            tenantId: found.tenant_id,
            action: "auth.refresh",
            origin: { ...origin, actorType: "user", actorId: account.id, actor: account.email },
            audit: {
              target: { type: "session", id: found.session_id, name: account.email },
              outcome: refused ? "denied" : "success",
            },
            events: [],
          });
        if (found.used) {
          await store.revokeSession(tx, found.user_id, found.session_id);
          await store.forgetTokens(tx, found.tenant_id);
          await trail(true);
          return undefined;
        }
        await store.markUsed(tx, token, found.session_id, later(now));
        await trail(false);
        return issue(tx, account, found.session_id, { cookie, now, request, reply });
      });
      if (outcome) return outcome;
      if (revokedIn !== undefined) services.forget(revokedIn);
      if (cookie) clearRefreshCookie(request, reply);
      return fail("UNAUTHORIZED", "The refresh token is not valid any more; log in again.");
    },

    logout: async ({ db, principal, request, reply, audit }) => {
      const { userId, sessionId } = person(principal);
      await store.revokeSession(db, userId, sessionId);
      await store.forgetTokens(db, principal.tenantId);
      clearRefreshCookie(request, reply);
      audit({ target: { type: "session", id: sessionId, name: principal.label } });
      return undefined;
    },

    password: async ({ db, principal, body, request, reply, now, audit }) => {
      const { userId, sessionId } = person(principal);
      const account = (await store.accountById(db, userId)) ?? fail("UNAUTHORIZED", wrongLogin);
      if (!(await checkPassword(body.current_password, account.password_hash))) invalid("current_password", "is wrong");
      if (body.new_password === body.current_password) invalid("new_password", "must differ from the current one");
      await store.setPassword(db, userId, await hashPassword(body.new_password));
      await store.revokeSessions(db, userId, sessionId);
      await store.forgetTokens(db, principal.tenantId);
      audit({ target: { type: "user", id: userId, name: account.email } });
      return issue(db, { ...account, must_change_password: false }, sessionId, {
        cookie: body.cookie ?? false,
        now,
        request,
        reply,
      });
    },

    me: async ({ db, principal }) => {
      const tenant = await db.first<{ id: string; name: string; plan_id: string | null }>(
        sql`select id, name, plan_id from tenants`,
      );
      return {
        user: await describe(db, principal),
        tenant: tenant ?? fail("NOT_FOUND", "This tenant does not exist any more."),
        modules: modules.filter((module) => principal.modules.has(module)),
        version,
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
      if (ended === 0) fail("NOT_FOUND", "You have no such session.");
      await store.forgetTokens(db, principal.tenantId);
      audit({ target: { type: "session", id: params.id, name: principal.label } });
      return undefined;
    },
  };
}

interface Answering {
  cookie: boolean;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
}

function issuer({ tokens, permissionsOf }: AuthServices) {
  return async (
    db: Db,
    account: store.Account,
    sessionId: string,
    { cookie, now, request, reply }: Answering,
  ): Promise<Tokens> => {
    const refresh = newToken("opr_");
    await store.insertRefreshToken(db, refresh, account.tenant_id, sessionId);
    const access = await tokens.sign({ userId: account.id, tenantId: account.tenant_id, sessionId }, now);
    if (cookie) setRefreshCookie(request, reply, refresh, sessionSeconds);
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
        permissions: [...(await permissionsOf(db, account.tenant_id, account.role))],
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

function person({ userId, sessionId }: Principal): { userId: string; sessionId: string } {
  if (userId === null || sessionId === null) fail("FORBIDDEN", "Only a person who logged in can do this, not a key.");
  return { userId, sessionId };
}

/** A browser without the cookie is simply nobody; a client that names no token made a mistake. */
function withoutToken(cookie: boolean): never {
  return cookie ? fail("UNAUTHORIZED", "Nobody is logged in; log in first.") : invalid("refresh_token", "is required");
}

function later(now: Date): Date {
  return new Date(now.getTime() + sessionSeconds * 1000);
}
