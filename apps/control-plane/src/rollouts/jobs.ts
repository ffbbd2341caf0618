import { type RolloutTarget, type RolloutWithTargets, staffTenant } from "@opsplane/contract/control-plane";
import type { Schedule, WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { judge, type Report, settle, type Verdict } from "./rules.ts";
import * as store from "./store.ts";
import { askHealth, sendUpgrade } from "./upgrade.ts";

const pollMs = 5_000;
const maxRollouts = 20;

/** Advances rollouts. All state is in rows, so a worker that is killed loses nothing. */
export function rolloutSchedule(core: Core): Schedule {
  return {
    name: "rollouts.advance",
    everyMs: 2_000,
    runsOn: "one-worker",
    run: async () => {
      const due = await store.takeDue(core.database.system, maxRollouts);
      // One that fails is due again after a minute, and holds up no other.
      const results = await Promise.allSettled(due.map((id) => advance(core, id)));
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
  };
}

async function advance(core: Core, id: string): Promise<void> {
  const rollout = await store.getRollout(core.database.tenant(staffTenant), id);
  if (!rollout) return;
  const current = targetIn(rollout, "upgrading") ?? (await begin(core, id));
  if (current) return watch(core, rollout, current);
  await core.database.inTenant(staffTenant, async (tx) => {
    const locked = await store.lockRollout(tx, id);
    // A person may have resumed it, or tried a target again.
    const hasWork = locked?.state === "running" && targetIn(locked, "pending") !== undefined;
    await store.lookAgain(tx, id, hasWork ? 0 : null);
  });
}

function targetIn(rollout: RolloutWithTargets, state: RolloutTarget["state"]): RolloutTarget | undefined {
  return rollout.targets.find((target) => target.state === state);
}

/** Starts the next target, if the rollout is still running. */
async function begin(core: Core, id: string): Promise<RolloutTarget | undefined> {
  let begun: RolloutTarget | undefined;
  await core.asAutomation(staffTenant, "rollouts.begin", async ({ db, audit }) => {
    const rollout = await store.lockRollout(db, id);
    const next = rollout && rollout.state === "running" ? targetIn(rollout, "pending") : undefined;
    if (!rollout || !next) return false;
    await store.beginTarget(db, { rolloutId: id, deploymentId: next.deployment_id }, core.config.rolloutSeconds);
    const now = await store.getRollout(db, id);
    begun = now && targetIn(now, "upgrading");
    audit({ target: targetOf(rollout), after: { deployment_id: next.deployment_id, state: "upgrading" } });
    return undefined;
  });
  return begun;
}

/** Asks the deployment for its version and decides. Nothing is locked while the network is used. */
async function watch(core: Core, rollout: RolloutWithTargets, target: RolloutTarget): Promise<void> {
  const { release_version: version } = rollout;
  const destination = await store.readDestination(core.database.tenant(staffTenant), target.deployment_id, version);
  if (!destination) return;
  const report = await askHealth(core, destination.url);
  const wanted = { version, minVersion: destination.minVersion };
  const verdict = judge(target, wanted, report, core.clock.now());
  if (verdict.move !== "send") return record(core, rollout.id, target, report, verdict, false);
  const { deployment_id: deploymentId, attempts: attempt } = target;
  const sent = await sendUpgrade(core, destination, { rolloutId: rollout.id, deploymentId, attempt, version });
  if (sent.result === "accepted") return record(core, rollout.id, target, report, { move: "wait", reason: null }, true);
  const move = sent.result === "refused" ? "failed" : "wait";
  return record(core, rollout.id, target, report, { move, reason: sent.reason }, false);
}

async function record(
  core: Core,
  rolloutId: string,
  { deployment_id: deploymentId, attempts }: RolloutTarget,
  report: Report,
  verdict: Verdict,
  isRequested: boolean,
): Promise<void> {
  await core.asAutomation(staffTenant, "rollouts.end", async (write) => {
    const rollout = await store.lockRollout(write.db, rolloutId);
    const target = rollout?.targets.find((each) => each.deployment_id === deploymentId);
    if (!rollout || target?.state !== "upgrading" || target.attempts !== attempts) return false;
    const version = "problem" in report ? null : report.version;
    const state = verdict.move === "wait" || verdict.move === "send" ? "upgrading" : verdict.move;
    const { reason } = verdict;
    await store.saveTarget(write.db, { rolloutId, deploymentId }, { state, reason, version, isRequested });
    if (state !== "upgrading") return end(write, rollout, { deployment_id: deploymentId, state, reason });
    await store.lookAgain(write.db, rolloutId, pollMs);
    return false;
  });
}

/** Stores what a target's end means for the rollout. */
async function end(
  { db, audit }: WriteScope,
  rollout: RolloutWithTargets,
  ended: Pick<RolloutTarget, "deployment_id" | "state" | "reason">,
): Promise<undefined> {
  const targets = rollout.targets.map((each) =>
    each.deployment_id === ended.deployment_id ? { ...each, ...ended } : each,
  );
  const next = settle(rollout, targets, ended);
  await store.saveState(db, rollout.id, { ...next, checkInMs: next.state === "running" ? 0 : null });
  audit({ target: targetOf(rollout), after: { ...ended, rollout: next.state } });
}

function targetOf({ id, release_version }: RolloutWithTargets) {
  return { type: "rollout", id, name: release_version };
}
