import { type Static, Type } from "typebox";
import { addonIds, planIds } from "../plans.ts";
import { Email, line, nullable, oneOf, paging, Slug, search, Timestamp } from "../schema.ts";
import { DeploymentId, deploymentModes } from "./deployments.ts";
import { controlEvent } from "./event.ts";
import { controlOperation } from "./operation.ts";
import { billingPeriods } from "./plans.ts";
import { subscriptionStatuses } from "./subscriptions.ts";

/** none: the customer operates the deployment, so nothing is created there. */
export const provisioningStates = ["none", "pending", "provisioned", "failed"] as const;

export const Customer = Type.Object({
  id: Type.String({ description: "The slug of the tenant" }),
  name: Type.String(),
  contact_name: nullable(Type.String()),
  contact_email: nullable(Type.String()),
  mode: oneOf(deploymentModes),
  deployment_id: nullable(Type.String()),
  deployment_url: nullable(Type.String({ description: "Where the tenant signs in" })),
  provisioning: oneOf(provisioningStates),
  provisioning_error: nullable(Type.String()),
  provisioned_at: nullable(Timestamp),
  plan_id: nullable(Type.String()),
  subscription_status: nullable(oneOf(subscriptionStatuses)),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Customer = Static<typeof Customer>;

export const TenantParams = Type.Object({ id: Slug });

export const tenants = {
  list: controlOperation({
    method: "GET",
    path: "/api/tenants",
    summary: "List customers",
    description: "Customers see only their own account.",
    access: "tenants:read",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      q: search,
      mode: Type.Optional(oneOf(deploymentModes)),
      deployment_id: Type.Optional(DeploymentId),
      provisioning: Type.Optional(oneOf(provisioningStates)),
      subscription_status: Type.Optional(oneOf(subscriptionStatuses)),
      ...paging,
    }),
    reply: Customer,
  }),
  create: controlOperation({
    method: "POST",
    path: "/api/tenants",
    summary: "Create a customer without self-signup",
    description:
      "A hosted customer needs deployment_id. The tenant is created there, and its temporary password is sent to the contact. Customers with on_prem or byoc get licenses instead.",
    access: "tenants:create",
    effect: "write",
    status: 201,
    body: Type.Object({
      id: Slug,
      name: line(200),
      contact_name: line(200),
      contact_email: Email,
      mode: oneOf(deploymentModes),
      deployment_id: Type.Optional(DeploymentId),
      plan_id: oneOf(planIds),
      addons: Type.Optional(Type.Array(oneOf(addonIds), { maxItems: addonIds.length, uniqueItems: true })),
      billing_period: oneOf(billingPeriods),
    }),
    reply: Customer,
  }),
  get: controlOperation({
    method: "GET",
    path: "/api/tenants/:id",
    summary: "Get a customer",
    access: "tenants:read",
    effect: "read",
    params: TenantParams,
    reply: Customer,
  }),
  update: controlOperation({
    method: "PATCH",
    path: "/api/tenants/:id",
    summary: "Change a customer's name and contact",
    access: "tenants:write",
    effect: "write",
    params: TenantParams,
    body: Type.Partial(Type.Object({ name: line(200), contact_name: line(200), contact_email: Email })),
    reply: Customer,
  }),
  retryProvisioning: controlOperation({
    method: "POST",
    path: "/api/tenants/:id/provision",
    summary: "Retry a provisioning that failed",
    access: "tenants:provision",
    effect: "write",
    status: 202,
    params: TenantParams,
    reply: Customer,
  }),
};

export const tenantEvents = {
  created: controlEvent({
    type: "tenant.created",
    access: "tenants:read",
    data: Type.Object({
      tenant_id: Type.String(),
      invite: Type.Boolean({ description: "The contact gets an account in the portal by email" }),
    }),
  }),
  /** The temporary password is stored sealed and waits for its email. */
  provisioned: controlEvent({
    type: "tenant.provisioned",
    access: "tenants:read",
    data: Type.Object({ tenant_id: Type.String(), letter_id: Type.String() }),
  }),
};
