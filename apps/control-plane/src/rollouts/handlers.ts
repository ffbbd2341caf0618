import { type controlOperations, maxTargets, type RolloutWithTargets } from "@opsplane/contract/control-plane";
import { type Db, fail, type HandlersOf, invalid, newSigningSecret, type WriteContext } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { offeredRelease } from "../releases/index.ts";
import * as hooks from "./hooks.ts";
import { actions } from "./rules.ts";
import * as store from "./store.ts";

type Body = Parameters<HandlersOf<typeof controlOperations.rollouts>["create"]>[0]["body"];

export function rolloutHandlers({ http, secrets }: Core): HandlersOf<typeof controlOperations.rollouts> {
  return {
    list: ({ db, query }) => store.listRollouts(db, query),

    get: async ({ db, params }) => (await store.getRollout(db, params.id)) ?? missing(params.id),

    create: async ({ db, body, principal, audit }) => {
      const { release_version: version, stop_on_failure: stopOnFailure = true } = body;
      const release = await offeredRelease(db, version);
      if (!release) return fail("NOT_FOUND", `There is no published release ${version}.`);
      if (release.yanked_reason !== null)
        fail("CONFLICT", `The release ${version} was yanked: ${release.yanked_reason}`);
      const deploymentIds = await chosenDeployments(db, body);
      const id = await store.insertRollout(db, { version, stopOnFailure, createdBy: principal.label }, deploymentIds);
      const made = (await store.getRollout(db, id)) ?? missing(id);
      audit({
        target: target(made),
        after: { release_version: version, stop_on_failure: stopOnFailure, deploymentIds },
      });
      return made;
    },

    pause: (context) =>
      change(context, context.params.id, "pause", async (rollout) => {
        const isWatching = rollout.targets.some(({ state }) => state === "upgrading");
        const reason = `Paused by ${context.actor}.`;
        await store.saveState(context.db, rollout.id, {
          state: "paused",
          reason,
          ...unended,
          checkInMs: isWatching ? 0 : null,
        });
      }),

    resume: (context) =>
      change(context, context.params.id, "resume", async (rollout) => {
        await store.saveState(context.db, rollout.id, { state: "running", reason: null, ...unended, checkInMs: 0 });
      }),

    cancel: (context) =>
      change(context, context.params.id, "cancel", async (rollout) => {
        await store.skipPending(context.db, rollout.id, "The rollout was canceled.");
        const isOver = !rollout.targets.some(({ state }) => state === "upgrading");
        await store.saveState(context.db, rollout.id, {
          ...{ state: "canceled", reason: null, isOver },
          checkInMs: isOver ? null : 0,
        });
      }),

    retry: (context) =>
      change(context, context.params.id, "retry", async (rollout) => {
        const { deployment_id: deploymentId } = context.params;
        const found = rollout.targets.find((each) => each.deployment_id === deploymentId);
        if (!found) return fail("NOT_FOUND", `The deployment ${deploymentId} is not part of this rollout.`);
        if (found.state !== "failed" && found.state !== "skipped")
          fail("CONFLICT", `${deploymentId} is '${found.state}'; only a failed or skipped target can be tried again.`);
        const [free] = await store.candidatesById(context.db, [deploymentId]);
        if (free?.isBusy) fail("CONFLICT", `Another rollout upgrades ${deploymentId}; wait until it has ended.`);
        await store.requeueTarget(context.db, { rolloutId: rollout.id, deploymentId });
        await store.saveState(context.db, rollout.id, { state: "running", reason: null, ...unended, checkInMs: 0 });
      }),

    hook: async ({ db, params }) => (await hooks.getHook(db, params.id)) ?? noHook(params.id),

    setHook: async ({ db, params, body, audit }) => {
      const problem = http.problemOf(body.url);
      if (problem !== undefined) invalid("url", problem);
      const secret = newSigningSecret();
      const before = await hooks.getHook(db, params.id);
      const hook = await hooks.putHook(db, params.id, { url: body.url, secret: secrets.seal(secret) });
      if (!hook) return fail("NOT_FOUND", `There is no deployment ${params.id}.`);
      audit({ target: hookTarget(params.id), before: before ?? null, after: hook });
      return { ...hook, secret };
    },

    removeHook: async ({ db, params, audit }) => {
      const hook = (await hooks.deleteHook(db, params.id)) ?? noHook(params.id);
      audit({ target: hookTarget(params.id), before: hook });
      return undefined;
    },
  };
}

const unended = { isOver: false };

/** The deployments to upgrade, in order. */
async function chosenDeployments(db: Db, { deployment_ids: ids, channel }: Body): Promise<readonly string[]> {
  if ((ids === undefined) === (channel === undefined))
    invalid("deployment_ids", "Name either deployment_ids or a channel.");
  const found = ids
    ? await store.candidatesById(db, ids)
    : await store.candidatesOfChannel(db, channel ?? "stable", maxTargets + 1);
  const unknown = ids?.find((id) => !found.some((each) => each.id === id));
  if (unknown !== undefined) fail("NOT_FOUND", `There is no deployment ${unknown}.`);
  if (found.length === 0) fail("CONFLICT", `The channel ${channel} has no hosted deployment.`);
  if (found.length > maxTargets)
    fail(
      "CONFLICT",
      `The channel has more than ${maxTargets} deployments; name at most ${maxTargets} in deployment_ids.`,
    );
  const foreign = found.find(({ isHosted }) => !isHosted);
  if (foreign) invalid("deployment_ids", `${foreign.id} is operated by the customer, who upgrades it.`);
  const busy = found.find(({ isBusy }) => isBusy);
  if (busy) fail("CONFLICT", `Another rollout upgrades ${busy.id}; wait until it has ended.`);
  return ids ?? found.map(({ id }) => id);
}

/** A person's change of a rollout, if its state allows it. */
async function change(
  { db, audit, assertUnchanged }: WriteContext,
  id: string,
  action: keyof typeof actions,
  apply: (rollout: RolloutWithTargets) => Promise<void>,
): Promise<RolloutWithTargets> {
  const rollout = (await store.lockRollout(db, id)) ?? missing(id);
  assertUnchanged(rollout);
  if (!actions[action].includes(rollout.state))
    fail("INVALID_TRANSITION", `A rollout that is '${rollout.state}' does not allow '${action}'.`);
  await apply(rollout);
  const changed = (await store.getRollout(db, id)) ?? missing(id);
  audit({ target: target(changed), before: { state: rollout.state }, after: { state: changed.state } });
  return changed;
}

function target({ id, release_version }: Pick<RolloutWithTargets, "id" | "release_version">) {
  return { type: "rollout", id, name: release_version };
}

function hookTarget(id: string) {
  return { type: "deployment", id, name: id };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no rollout ${id}.`);
}

function noHook(id: string): never {
  return fail("NOT_FOUND", `The deployment ${id} has no upgrade hook.`);
}
