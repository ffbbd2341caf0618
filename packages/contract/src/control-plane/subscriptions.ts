import { type Static, Type } from "typebox";
import { addonIds, modules, planIds } from "../plans.ts";
import { nullable, oneOf, paging, Slug, Timestamp, text } from "../schema.ts";
import { controlEvent } from "./event.ts";
import { controlOperation } from "./operation.ts";
import { billingPeriods, LimitName, Limits } from "./plans.ts";

export const subscriptionStatuses = ["active", "past_due", "suspended", "canceled"] as const;
export const paymentProviders = ["manual", "stripe"] as const;
export const noticeKinds = ["payment_failed", "reminder", "last_day", "suspended", "reactivated"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const TenantSubscription = Type.Object({
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  plan_id: oneOf(planIds),
  plan_name: Type.String(),
  addons: Type.Array(oneOf(addonIds)),
  billing_period: oneOf(billingPeriods),
  status: oneOf(subscriptionStatuses),
  past_due_since: nullable(Timestamp),
  suspends_at: nullable(Timestamp),
  suspended_at: nullable(Timestamp),
  suspended_by: nullable(oneOf(["payment", "staff"])),
  suspended_reason: nullable(Type.String()),
  cancel_at: nullable(Timestamp),
  canceled_at: nullable(Timestamp),
  current_period_start: Timestamp,
  current_period_end: Timestamp,
  payment_provider: oneOf(paymentProviders),
  serial: Type.Integer({ description: "Grows with every change; of the newest signed statement" }),
  pushed_serial: nullable(Type.Integer({ description: "Of the newest statement that the deployment has accepted" })),
  push_error: nullable(Type.String()),
  modules: Type.Array(oneOf(modules)),
  limits: Limits,
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type TenantSubscription = Static<typeof TenantSubscription>;

const choice = {
  plan_id: oneOf(planIds),
  addons: Type.Array(oneOf(addonIds), { maxItems: addonIds.length, uniqueItems: true }),
  billing_period: oneOf(billingPeriods),
};

const Preview = Type.Object({
  plan_id: oneOf(planIds),
  addons: Type.Array(oneOf(addonIds)),
  billing_period: oneOf(billingPeriods),
  modules_gained: Type.Array(oneOf(modules)),
  modules_lost: Type.Array(oneOf(modules)),
  limits_before: Limits,
  limits_after: Limits,
  cents_before: Type.Integer({ description: "For one period before the change" }),
  cents_after: Type.Integer({ description: "For one period after the change" }),
  currency: Type.String(),
  exceeded: Type.Array(Type.Object({ limit: LimitName, used: Type.Number(), allowed: Type.Number() }), {
    description: "Limits that the known usage exceeds after the change",
  }),
  usage_reported_at: nullable(Timestamp),
});
export type Preview = Static<typeof Preview>;

const Params = Type.Object({ tenant_id: Slug });

export const subscriptions = {
  list: controlOperation({
    method: "GET",
    path: "/api/subscriptions",
    summary: "List subscriptions",
    description: "Customers see only their own.",
    access: "subscriptions:read",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      status: Type.Optional(oneOf(subscriptionStatuses)),
      plan_id: Type.Optional(oneOf(planIds)),
      ...paging,
    }),
    reply: TenantSubscription,
  }),
  get: controlOperation({
    method: "GET",
    path: "/api/subscriptions/:tenant_id",
    summary: "Get the subscription of a customer",
    access: "subscriptions:read",
    effect: "read",
    params: Params,
    reply: TenantSubscription,
  }),
  usage: controlOperation({
    method: "GET",
    path: "/api/subscriptions/:tenant_id/usage",
    summary: "Get the usage that the deployment last reported",
    description: "Null until a hosted deployment has reported. Data volume and AI credits are those of the month.",
    access: "subscriptions:read",
    effect: "read",
    params: Params,
    reply: Type.Object({
      users: nullable(Type.Integer()),
      data_gb: nullable(Type.Number()),
      ai_credits: nullable(Type.Number()),
      reported_at: nullable(Timestamp),
      limits: Limits,
    }),
  }),
  preview: controlOperation({
    method: "POST",
    path: "/api/subscriptions/:tenant_id/preview",
    summary: "Show the effect of another plan, add-ons or billing period",
    description: "Changes nothing.",
    access: "subscriptions:read",
    effect: "read",
    params: Params,
    body: Type.Partial(Type.Object(choice)),
    reply: Preview,
  }),
  update: controlOperation({
    method: "PATCH",
    path: "/api/subscriptions/:tenant_id",
    summary: "Change plan, add-ons or billing period",
    access: "subscriptions:write",
    effect: "write",
    params: Params,
    body: Type.Partial(Type.Object(choice)),
    reply: TenantSubscription,
  }),
  cancel: controlOperation({
    method: "POST",
    path: "/api/subscriptions/:tenant_id/cancel",
    summary: "Cancel a subscription",
    description: "At the end of the paid period, or at once.",
    access: "subscriptions:write",
    effect: "write",
    params: Params,
    body: Type.Object({ when: Type.Optional(oneOf(["period_end", "now"], { default: "period_end" })) }),
    reply: TenantSubscription,
  }),
  suspend: controlOperation({
    method: "POST",
    path: "/api/subscriptions/:tenant_id/suspend",
    summary: "Suspend a subscription",
    description: "A payment does not lift it; only reactivate does.",
    access: "subscriptions:suspend",
    effect: "write",
    params: Params,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" }) }),
    reply: TenantSubscription,
  }),
  reactivate: controlOperation({
    method: "POST",
    path: "/api/subscriptions/:tenant_id/reactivate",
    summary: "Make a subscription active again",
    access: "subscriptions:suspend",
    effect: "write",
    params: Params,
    body: Type.Object({ reason: Type.Optional(text(500)) }),
    reply: TenantSubscription,
  }),
};

export const subscriptionEvents = {
  changed: controlEvent({
    type: "subscription.changed",
    access: "subscriptions:read",
    data: Type.Object({
      tenant_id: Type.String(),
      serial: Type.Integer(),
      status: oneOf(subscriptionStatuses),
    }),
  }),
  /** A notice by email is due. */
  noticed: controlEvent({
    type: "subscription.noticed",
    access: "subscriptions:read",
    data: Type.Object({ tenant_id: Type.String(), notice_id: Type.String(), kind: oneOf(noticeKinds) }),
  }),
};
