import { type Host, hostEvents, type operations } from "@opsplane/contract";
import {
  type Db,
  difference,
  Failure,
  fail,
  type HandlersOf,
  invalid,
  newId,
  type Principal,
  SshFailure,
  type WriteContext,
} from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { openBastion, openSsh, plainHost } from "./access.ts";
import { levelsBehind, pathOf } from "./bastions.ts";
import * as rules from "./rules.ts";
import * as store from "./store.ts";

const connectMs = 15_000;

export function hostHandlers(core: Core): HandlersOf<typeof operations.hosts> {
  const { ssh } = core;

  const assertFits = async (db: Db, id: string, host: rules.HostFields) => {
    const problem = rules.problemOf(host);
    if (problem) invalid(problem.path, problem.message);
    if (host.connection !== "ssh") return;
    // A bastion connects to hosts behind it, so their addresses are those of its network.
    const refused = host.bastion_id === null ? ssh.problemOf(host.address) : undefined;
    if (refused !== undefined) invalid("address", refused);
    if (host.bastion_id !== null) await assertBastion(db, id, host.bastion_id);
  };

  /** Changes the keys of a host. */
  const changeKeys = async (context: WriteContext, id: string, change: (host: Host) => Host["host_keys"]) => {
    const before = (await store.lockHost(context.db, id)) ?? missing(id);
    context.assertUnchanged(before);
    const after = (await store.setKeys(context.db, id, change(before))) ?? missing(id);
    return saved(context, before, after);
  };

  return {
    list: ({ db, query }) => store.listHosts(db, query),

    get: async ({ db, params }) => (await store.getHost(db, params.id)) ?? missing(params.id),

    create: async ({ db, body, principal, audit, announce }) => {
      const [id, wanted] = [newId(), { ...rules.newHost, ...body }];
      if (rules.sendsSecretsElsewhere(undefined, wanted)) assertUsesSecrets(principal);
      await store.lockHosts(db);
      await assertFits(db, id, wanted);
      if ((await store.countHosts(db)) >= rules.maxHosts)
        fail("CONFLICT", `There are ${rules.maxHosts} hosts already, the most that one organization can have.`);
      const made = (await store.insertHost(db, id, wanted, principal.label)) ?? taken(wanted.name);
      audit({ target: target(made), after: made });
      announce(hostEvents.updated, id, {});
      return made;
    },

    update: async (context) => {
      const { db, params, body, principal, assertUnchanged } = context;
      await store.lockHosts(db);
      const before = (await store.lockHost(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const wanted = { ...before, ...body };
      if (rules.sendsSecretsElsewhere(before, wanted)) assertUsesSecrets(principal);
      await assertFits(db, before.id, wanted);
      if (wanted.connection !== "ssh") await assertNoneBehind(db, before, "must stay reachable by ssh");
      if (await store.isNameTaken(db, before.id, wanted.name)) taken(wanted.name);
      const keepsKeys = rules.keepsKeys(before, wanted);
      const after = (await store.updateHost(db, before.id, wanted, keepsKeys)) ?? missing(params.id);
      return saved(context, before, after);
    },

    remove: async ({ db, params, audit, announce }) => {
      const before = (await store.lockHost(db, params.id)) ?? missing(params.id);
      await assertNoneBehind(db, before, "cannot be deleted");
      await store.deleteHost(db, before.id);
      audit({ target: target(before), before });
      announce(hostEvents.updated, before.id, {});
      return undefined;
    },

    addKey: (context) => {
      const { params, body, now, actor } = context;
      return changeKeys(context, params.id, ({ name, host_keys }) => {
        const fingerprint = rules.plainFingerprint(body.fingerprint);
        const key = { type: body.type ?? "", fingerprint, added_by: actor, added_at: now.toISOString() };
        if (host_keys.length >= rules.maxKeys)
          fail("CONFLICT", `A host can have ${rules.maxKeys} keys. Remove one that ${name} no longer shows.`);
        return rules.withKey(host_keys, key) ?? fail("CONFLICT", `${name} has this key already.`);
      });
    },

    removeKey: (context) => {
      const { params, body } = context;
      return changeKeys(context, params.id, ({ name, host_keys }) => {
        const removed = rules.plainFingerprint(body.fingerprint);
        const left = host_keys.filter(({ fingerprint }) => fingerprint !== removed);
        return left.length < host_keys.length ? left : fail("NOT_FOUND", `${name} has no key ${removed}.`);
      });
    },

    offeredKey: async ({ db, params, principal: { tenantId } }) => {
      const path = await pathOf(db, params.id);
      const host = path[0] ?? missing(params.id);
      if (host.connection !== "ssh") return invalid("connection", "must be ssh: an agent shows no key.");
      try {
        const bastion = await openBastion(core, tenantId, path, target(host));
        // The key is shown before the login, so no credential is needed.
        const asked = { ...plainHost(host), credential: { password: "" }, ...(bastion && { bastion }) };
        const key = await ssh.offeredKey(tenantId, asked, connectMs);
        return { ...key, trusted: host.host_keys.some(({ fingerprint }) => fingerprint === key.fingerprint) };
      } catch (error) {
        if (error instanceof SshFailure) return fail("VALIDATION_ERROR", error.message);
        throw error;
      }
    },

    test: async ({ db, params, principal: { tenantId } }) => {
      const began = performance.now();
      const answer = (ok: boolean, message: string) => ({
        ...{ ok, message },
        duration_ms: Math.round(performance.now() - began),
      });
      const path = await pathOf(db, params.id);
      const host = path[0] ?? missing(params.id);
      if (host.connection !== "ssh")
        return answer(false, `${host.name} is reached by the agent '${host.agent}'. Run a command to test it.`);
      try {
        await ssh.check(tenantId, await openSsh(core, tenantId, path, target(host)), connectMs);
        return answer(true, `Logged in as ${host.username}.`);
      } catch (error) {
        // Too many sessions are an error of the moment, not of the host.
        const isAboutHost = error instanceof SshFailure || (error instanceof Failure && error.code === "CONFLICT");
        if (!isAboutHost) throw error;
        return answer(false, error.message);
      }
    },
  };
}

async function assertBastion(db: Db, hostId: string, bastionId: string): Promise<void> {
  const hosts = await pathOf(db, bastionId);
  if (hosts.length === 0) fail("NOT_FOUND", `The host ${bastionId} named in bastion_id does not exist.`);
  const problem = rules.bastionProblem(hostId, { hosts, levelsBehind: await levelsBehind(db, hostId) });
  if (problem !== undefined) invalid("bastion_id", problem);
}

async function assertNoneBehind(db: Db, { id, name }: Host, consequence: string): Promise<void> {
  const behind = await store.someHostBehind(db, id);
  if (behind) fail("CONFLICT", `${name} ${consequence}: ${behind.name} is reached through it.`);
}

/** A person who chooses the address could read the value there. */
function assertUsesSecrets(principal: Principal): void {
  if (!principal.permissions.has("admin:secrets"))
    fail("FORBIDDEN", "Choosing where a secret is sent needs the permission admin:secrets.");
}

function saved({ audit, announce }: WriteContext, before: Host, after: Host): Host {
  audit({ target: target(after), ...difference(before, after) });
  announce(hostEvents.updated, after.id, {});
  return after;
}

function target({ id, name }: Pick<Host, "id" | "name">) {
  return { type: "host", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no host ${id}.`);
}

function taken(name: string): never {
  return fail("CONFLICT", `A host '${name}' exists already.`);
}
