import type { RolloutState, RolloutTarget, TargetState } from "@opsplane/contract/control-plane";
import semver from "semver";

/** What the health endpoint of a deployment answered. */
export type Report = { version: string; status: string } | { problem: string };

export interface Wanted {
  version: string;
  minVersion: string | null;
}

export type Verdict =
  | { move: Extract<TargetState, "succeeded" | "failed" | "skipped">; reason: string | null }
  | { move: "send" | "wait"; reason: string | null };

type Watched = Pick<RolloutTarget, "from_version" | "requested_at" | "deadline_at" | "has_hook">;

/** What becomes of a target that is upgrading, by what it reports. */
export function judge(target: Watched, wanted: Wanted, report: Report, now: Date): Verdict {
  const isFirstLook = target.from_version === null;
  if (!("problem" in report)) {
    const known = isFirstLook ? beforeUpgrade(report.version, wanted) : undefined;
    if (known) return known;
    if (report.version === wanted.version && report.status !== "down") return { move: "succeeded", reason: null };
  }
  const found = describe(report);
  if (target.deadline_at !== null && now.getTime() >= Date.parse(target.deadline_at))
    return { move: "failed", reason: `The deployment did not report ${wanted.version} in time. ${found}` };
  // An upgrade starts only from a version that is known, because the release may not support it.
  const mayStart = target.has_hook && target.requested_at === null && !("problem" in report);
  if (mayStart) return { move: "send", reason: null };
  return { move: "wait", reason: target.has_hook ? found : `An operator must start the upgrade. ${found}` };
}

/** What can be said before anything was done. */
function beforeUpgrade(version: string, wanted: Wanted): Verdict | undefined {
  if (version === wanted.version) return { move: "skipped", reason: `The deployment already runs ${version}.` };
  if (semver.valid(version) === null) return { move: "failed", reason: "The deployment reports no semantic version." };
  if (semver.gt(version, wanted.version))
    return { move: "skipped", reason: `The deployment runs ${version}, which is newer than ${wanted.version}.` };
  if (wanted.minVersion !== null && semver.lt(version, wanted.minVersion))
    return {
      move: "failed",
      reason: `${wanted.version} can be installed over ${wanted.minVersion} and later, and the deployment runs ${version}.`,
    };
  return undefined;
}

function describe(report: Report): string {
  if ("problem" in report) return report.problem;
  return `It reports ${report.version} with the status ${report.status}.`;
}

/** What becomes of a rollout after one of its targets ended or was changed by a person. */
export function settle(
  { state, stop_on_failure }: { state: RolloutState; stop_on_failure: boolean },
  targets: readonly Pick<RolloutTarget, "deployment_id" | "state" | "reason">[],
  ended?: { deployment_id: string; state: TargetState; reason: string | null },
): { state: RolloutState; reason: string | null; isOver: boolean } {
  const isOver = !targets.some((target) => target.state === "pending" || target.state === "upgrading");
  if (state === "canceled") return { state, reason: null, isOver };
  if (isOver)
    return { state: targets.some((each) => each.state === "failed") ? "failed" : "succeeded", reason: null, isOver };
  if (ended?.state === "failed" && stop_on_failure)
    return { state: "paused", reason: `${ended.deployment_id} failed: ${ended.reason ?? ""}`.trim(), isOver };
  return { state, reason: null, isOver };
}

/** What people may do in each state. */
export const actions: Readonly<Record<"pause" | "resume" | "cancel" | "retry", readonly RolloutState[]>> = {
  pause: ["running"],
  resume: ["paused"],
  cancel: ["running", "paused"],
  retry: ["running", "paused", "succeeded", "failed"],
};
