import { type Static, Type } from "typebox";
import { type DeploymentMode, deploymentModes } from "../plans.ts";
import { line, nullable, oneOf, paging, Slug, search, Timestamp, text } from "../schema.ts";
import { controlOperation } from "./operation.ts";

export { type DeploymentMode, deploymentModes } from "../plans.ts";

/** The company operates these. Customers operate the others. */
export const hostedModes: readonly DeploymentMode[] = ["shared_saas", "dedicated"];

export const releaseChannels = ["stable", "beta", "lts"] as const;

/** unknown: not asked yet. unreachable: no usable answer. */
export const deploymentHealths = ["unknown", "ok", "degraded", "down", "unreachable"] as const;

export const DeploymentId = Type.String({ pattern: "^[a-z][a-z0-9-]{1,62}$", description: "A slug" });

export const Deployment = Type.Object({
  id: DeploymentId,
  name: Type.String(),
  mode: oneOf(deploymentModes),
  region: Type.String(),
  url: nullable(Type.String()),
  channel: oneOf(releaseChannels),
  is_default: Type.Boolean({ description: "Takes the signups of its region" }),
  has_service_secret: Type.Boolean(),
  token_hint: nullable(Type.String({ description: "The first characters of the deployment token" })),
  tp_version: nullable(Type.String()),
  health: oneOf(deploymentHealths),
  health_message: nullable(Type.String()),
  checked_at: nullable(Timestamp),
  last_seen_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Deployment = Static<typeof Deployment>;

const Url = Type.String({ minLength: 1, maxLength: 500, pattern: "^https?://", description: "http or https" });
const Region = Type.String({ pattern: "^[a-z][a-z0-9-]{0,39}$", description: "Such as eu or us-east" });
const ServiceSecret = Type.String({
  minLength: 16,
  maxLength: 500,
  pattern: "^[\\x21-\\x7e]+$",
  description: "SERVICE_SECRET of the deployment; stored sealed and never returned",
});

const fields = {
  name: line(200),
  region: Region,
  url: nullable(Url),
  channel: oneOf(releaseChannels),
  is_default: Type.Boolean(),
  service_secret: ServiceSecret,
};

const Params = Type.Object({ id: DeploymentId });

export const deployments = {
  list: controlOperation({
    method: "GET",
    path: "/api/deployments",
    summary: "List deployments",
    access: "deployments:read",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      q: search,
      mode: Type.Optional(oneOf(deploymentModes)),
      region: Type.Optional(text(40)),
      health: Type.Optional(oneOf(deploymentHealths)),
      ...paging,
    }),
    reply: Deployment,
  }),
  create: controlOperation({
    method: "POST",
    path: "/api/deployments",
    summary: "Register a deployment",
    description: "A hosted deployment (shared_saas, dedicated) needs url and service_secret.",
    access: "deployments:write",
    effect: "write",
    status: 201,
    body: Type.Object({
      id: Slug,
      name: fields.name,
      mode: oneOf(deploymentModes),
      region: fields.region,
      url: Type.Optional(fields.url),
      channel: Type.Optional(oneOf(releaseChannels, { default: "stable" })),
      is_default: Type.Optional(Type.Boolean({ default: false })),
      service_secret: Type.Optional(ServiceSecret),
    }),
    reply: Deployment,
  }),
  get: controlOperation({
    method: "GET",
    path: "/api/deployments/:id",
    summary: "Get a deployment",
    access: "deployments:read",
    effect: "read",
    params: Params,
    reply: Deployment,
  }),
  update: controlOperation({
    method: "PATCH",
    path: "/api/deployments/:id",
    summary: "Change a deployment",
    access: "deployments:write",
    effect: "write",
    params: Params,
    body: Type.Partial(Type.Object(fields)),
    reply: Deployment,
  }),
  rotateToken: controlOperation({
    method: "POST",
    path: "/api/deployments/:id/rotate-token",
    summary: "Replace the deployment token",
    description: "The token is in the answer and nowhere else. The previous token stops working at once.",
    access: "deployments:write",
    effect: "write",
    params: Params,
    reply: Type.Object({ ...Deployment.properties, token: Type.String({ description: "Shown once" }) }),
  }),
};
