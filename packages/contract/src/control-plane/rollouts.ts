import { type Static, Type } from "typebox";
import { gone, Id, IdParams, nullable, oneOf, paging, recordFields, Slug, Timestamp } from "../schema.ts";
import { releaseChannels } from "./deployments.ts";
import { controlOperation } from "./operation.ts";
import { SemanticVersion } from "./releases.ts";

export const rolloutStates = ["running", "paused", "succeeded", "failed", "canceled"] as const;
export type RolloutState = (typeof rolloutStates)[number];

export const targetStates = ["pending", "upgrading", "succeeded", "failed", "skipped"] as const;
export type TargetState = (typeof targetStates)[number];

export const maxTargets = 200;

const Target = Type.Object({
  deployment_id: Type.String(),
  deployment_name: Type.String(),
  position: Type.Integer({ description: "Targets are upgraded one by one, in this order" }),
  state: oneOf(targetStates),
  has_hook: Type.Boolean({ description: "False: an operator starts the upgrade, and the rollout waits for it" }),
  attempts: Type.Integer(),
  from_version: nullable(Type.String({ description: "What it ran before" })),
  reported_version: nullable(Type.String({ description: "What its health endpoint reported last" })),
  reason: nullable(Type.String({ description: "Why it failed, was skipped or has to wait" })),
  started_at: nullable(Timestamp),
  requested_at: nullable(Type.String({ ...Timestamp, description: "When the upgrade hook accepted the request" })),
  deadline_at: nullable(Timestamp),
  ended_at: nullable(Timestamp),
});
export type RolloutTarget = Static<typeof Target>;

export const Rollout = Type.Object({
  ...recordFields,
  release_version: Type.String(),
  strategy: oneOf(["one_by_one"]),
  stop_on_failure: Type.Boolean(),
  state: oneOf(rolloutStates),
  reason: nullable(Type.String({ description: "Why it is paused" })),
  created_by: Type.String(),
  ended_at: nullable(Timestamp),
  counts: Type.Object({
    pending: Type.Integer(),
    upgrading: Type.Integer(),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer(),
  }),
});
export type Rollout = Static<typeof Rollout>;

const RolloutWithTargets = Type.Object({ ...Rollout.properties, targets: Type.Array(Target) });
export type RolloutWithTargets = Static<typeof RolloutWithTargets>;

const UpgradeHook = Type.Object({
  deployment_id: Type.String(),
  url: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type UpgradeHook = Static<typeof UpgradeHook>;

const reading = { access: "rollouts:read", effect: "read" } as const;
const writing = { access: "rollouts:write", effect: "write" } as const;
const DeploymentParams = Type.Object({ id: Slug });

export const rollouts = {
  list: controlOperation({
    ...reading,
    method: "GET",
    path: "/api/rollouts",
    summary: "List rollouts, newest first",
    envelope: "page",
    query: Type.Object({ state: Type.Optional(oneOf(rolloutStates)), ...paging }),
    reply: Rollout,
  }),
  create: controlOperation({
    ...writing,
    method: "POST",
    path: "/api/rollouts",
    summary: "Upgrade hosted deployments to a release",
    description:
      "Name either `deployment_ids`, in the order to upgrade, or a `channel` for all its hosted deployments.",
    status: 202,
    body: Type.Object({
      release_version: SemanticVersion,
      deployment_ids: Type.Optional(Type.Array(Slug, { minItems: 1, maxItems: maxTargets, uniqueItems: true })),
      channel: Type.Optional(oneOf(releaseChannels)),
      strategy: Type.Optional(oneOf(["one_by_one"], { default: "one_by_one" })),
      stop_on_failure: Type.Optional(
        Type.Boolean({ default: true, description: "A failed target pauses the rollout" }),
      ),
    }),
    reply: RolloutWithTargets,
  }),
  get: controlOperation({
    ...reading,
    method: "GET",
    path: "/api/rollouts/:id",
    summary: "Get a rollout with its targets",
    params: IdParams,
    reply: RolloutWithTargets,
  }),
  pause: controlOperation({
    ...writing,
    method: "POST",
    path: "/api/rollouts/:id/pause",
    summary: "Start no further target",
    description: "A target that is upgrading is still watched to its end.",
    params: IdParams,
    reply: RolloutWithTargets,
  }),
  resume: controlOperation({
    ...writing,
    method: "POST",
    path: "/api/rollouts/:id/resume",
    summary: "Continue a paused rollout",
    params: IdParams,
    reply: RolloutWithTargets,
  }),
  cancel: controlOperation({
    ...writing,
    method: "POST",
    path: "/api/rollouts/:id/cancel",
    summary: "Cancel a rollout",
    description: "Pending targets are skipped. A target that is upgrading is still watched to its end.",
    params: IdParams,
    reply: RolloutWithTargets,
  }),
  retry: controlOperation({
    ...writing,
    method: "POST",
    path: "/api/rollouts/:id/targets/:deployment_id/retry",
    summary: "Try a failed or skipped target again",
    description: "The rollout continues with it.",
    params: Type.Object({ id: Id, deployment_id: Slug }),
    reply: RolloutWithTargets,
  }),
  hook: controlOperation({
    ...reading,
    method: "GET",
    path: "/api/deployments/:id/upgrade-hook",
    summary: "Get the upgrade hook of a deployment",
    params: DeploymentParams,
    reply: UpgradeHook,
  }),
  setHook: controlOperation({
    ...writing,
    method: "PUT",
    path: "/api/deployments/:id/upgrade-hook",
    summary: "Set the address that starts upgrades of a deployment",
    description:
      "Rollouts send it `{ version, checksums, rollout_id, deployment_id }`, signed by the rules of Standard Webhooks. The answer contains a new secret, which is shown nowhere else.",
    params: DeploymentParams,
    body: Type.Object({
      url: Type.String({ minLength: 1, maxLength: 2000, description: "An http or https address" }),
    }),
    reply: Type.Object({ ...UpgradeHook.properties, secret: Type.String({ description: "Shown once" }) }),
  }),
  removeHook: controlOperation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/deployments/:id/upgrade-hook",
    summary: "Remove the upgrade hook of a deployment",
    description: "An operator starts its upgrades from then on.",
    params: DeploymentParams,
  }),
};
