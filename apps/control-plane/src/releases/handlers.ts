import type { controlOperations, Release } from "@opsplane/contract/control-plane";
import { difference, fail, type HandlersOf } from "@opsplane/runtime";
import { assertRelease } from "./rules.ts";
import * as store from "./store.ts";

type Tagged = { header(name: string, value: string): unknown };

export const releaseHandlers: HandlersOf<typeof controlOperations.releases> = {
  list: ({ db, query }) => store.listReleases(db, query),

  latest: async ({ database, query }) => {
    const { channel = "stable", from } = query;
    const found = await store.latestRelease(database.system, channel, from);
    if (found) return found;
    const reachable = from === undefined ? "" : ` that ${from} can be upgraded to`;
    return fail("NOT_FOUND", `The channel ${channel} has no release${reachable}.`);
  },

  get: async ({ db, params, reply }) => {
    return tagged(reply, (await store.getRelease(db, params.version)) ?? missing(params.version));
  },

  create: async ({ db, body, audit, reply }) => {
    const { version, channel, notes = "", checksums = [], min_version = null, published_at = null } = body;
    assertRelease({ version, channel, checksums, min_version });
    const made = await store.insertRelease(db, { version, channel, notes, checksums, min_version, published_at });
    if (!made) return fail("CONFLICT", `The release ${version} exists already.`);
    audit({ target: target(made), after: made });
    return tagged(reply, made);
  },

  update: async ({ db, params, body, audit, assertUnchanged, reply }) => {
    const release = (await store.lockRelease(db, params.version)) ?? missing(params.version);
    assertUnchanged({ version: release.revision });
    const wanted = { ...release, ...body };
    assertRelease(wanted);
    const updated = (await store.updateRelease(db, wanted)) ?? missing(params.version);
    audit({ target: target(updated), ...difference(release, updated) });
    return tagged(reply, updated);
  },
};

/** The field `version` of a release is its name, so the ETag is made here. */
function tagged(reply: Tagged, release: Release): Release {
  reply.header("etag", `"${release.revision}"`);
  return release;
}

function target({ id, version }: Release) {
  return { type: "release", id, name: version };
}

function missing(version: string): never {
  return fail("NOT_FOUND", `There is no release ${version}.`);
}
