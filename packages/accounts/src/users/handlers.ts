import { type operations, type User, userEvents } from "@opsplane/contract";
import {
  difference,
  fail,
  type HandlersOf,
  newId,
  type Passwords,
  type SecretBox,
  temporaryPassword,
  type WriteContext,
} from "@opsplane/runtime";
import type { PermissionsOf } from "../auth/principals.ts";
import { temporaryPasswordEnd } from "../auth/rules.ts";
import { forgetTokens, revokeSessions } from "../auth/store.ts";
import { assertAdminLeft, assertCovers, assertNotSelf, assertRoom } from "./rules.ts";
import * as store from "./store.ts";

export interface UserServices {
  passwords: Passwords;
  secrets: SecretBox;
  /** True when the temporary password can be sent by email. */
  mailConfigured: boolean;
  permissionsOf: PermissionsOf;
}

export function userHandlers(services: UserServices): HandlersOf<typeof operations.users> {
  const assertGrantable = grantCheck(services.permissionsOf);
  return {
    list: ({ db, query }) => store.listUsers(db, query),

    get: async ({ db, params }) => (await store.getUser(db, params.id)) ?? missing(params.id),

    create: async (context) => {
      const { db, principal, body, now, audit } = context;
      await assertGrantable(context, body.role);
      await assertRoomFor(context);
      const access = await newAccess(services, body.password, now);
      const user = await store.insertUser(db, {
        ...access.stored,
        id: newId(),
        tenantId: principal.tenantId,
        email: body.email.trim().toLowerCase(),
        name: body.name,
        role: body.role,
      });
      if (!user) return fail("CONFLICT", `A user with the email ${body.email} exists already.`);
      audit({ target: target(user), after: user });
      announceInvitation(context, user, access.stored.invitation !== null);
      return { ...user, temporary_password: access.temporary };
    },

    update: async (context) => {
      const { db, principal, params, body, audit, announce, assertUnchanged } = context;
      const user = (await store.lockUser(db, params.id)) ?? missing(params.id);
      assertUnchanged(user);
      await assertGrantable(context, user.role);
      const wasDisabled = user.status === "disabled";
      const next = {
        id: user.id,
        name: body.name ?? user.name,
        role: body.role ?? user.role,
        disabled: body.disabled ?? wasDisabled,
      };
      if (next.role !== user.role) await assertGrantable(context, next.role);
      if (next.disabled && !wasDisabled) assertNotSelf(principal, user.id, "disable");
      if (user.role === "admin" && !wasDisabled && (next.role !== "admin" || next.disabled)) {
        assertAdminLeft(await store.otherActiveAdmins(db, user.id));
      }
      if (wasDisabled && !next.disabled) await assertRoomFor(context);
      const updated = (await store.updateUser(db, next)) ?? missing(params.id);
      if (next.disabled && !wasDisabled) await revokeSessions(db, user.id);
      await forgetTokens(db, principal.tenantId);
      audit({ target: target(updated), ...difference(user, updated) });
      announce(userEvents.updated, user.id, { email: user.email });
      return updated;
    },

    reset: async (context) => {
      const { db, principal, params, now, audit } = context;
      const user = (await store.lockUser(db, params.id)) ?? missing(params.id);
      await assertGrantable(context, user.role);
      assertNotSelf(principal, user.id, "reset the password of");
      const access = await newAccess(services, undefined, now);
      const updated = (await store.resetPassword(db, { id: user.id, ...access.stored })) ?? missing(params.id);
      await revokeSessions(db, user.id);
      await forgetTokens(db, principal.tenantId);
      audit({ target: target(updated), ...difference(user, updated) });
      announceInvitation(context, updated, access.stored.invitation !== null);
      return { ...updated, temporary_password: access.temporary };
    },
  };
}

function grantCheck(permissionsOf: PermissionsOf) {
  return async ({ db, principal }: WriteContext, role: string): Promise<void> => {
    const permissions =
      (await permissionsOf(db, principal.tenantId, role)) ?? fail("NOT_FOUND", `There is no role '${role}'.`);
    assertCovers(principal, role, permissions);
  };
}

async function assertRoomFor({ db, principal }: WriteContext): Promise<void> {
  assertRoom(await store.activeUsers(db), principal.entitlements.limits.users ?? null);
}

/** A given password is permanent. Otherwise a temporary one is generated, and sealed for the email. */
async function newAccess({ passwords, secrets, mailConfigured }: UserServices, given: string | undefined, now: Date) {
  const temporary = given === undefined ? temporaryPassword() : null;
  return {
    temporary,
    stored: {
      passwordHash: await passwords.hash(given ?? temporary ?? ""),
      passwordExpiresAt: temporary === null ? null : temporaryPasswordEnd(now),
      invitation: temporary !== null && mailConfigured ? secrets.seal(temporary) : null,
    },
  };
}

function announceInvitation({ announce }: WriteContext, user: User, byMail: boolean): void {
  const data = { email: user.email, ...(byMail ? { invitation_id: newId() } : {}) };
  announce(userEvents.invited, user.id, data);
}

function target(user: User) {
  return { type: "user", id: user.id, name: user.email };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no user ${id}.`);
}
