import { type Static, Type } from "typebox";
import { addonIds, limitNames, modules, planIds } from "../plans.ts";
import { Id, IdParams, nullable, oneOf, paging, recordFields, text } from "../schema.ts";
import { controlOperation } from "./operation.ts";

export const billingPeriods = ["monthly", "annual"] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** Plans that customers choose at signup. The plan operations is for self-hosted deployments. */
export const signupPlans = ["startup", "midsize", "enterprise"] as const;

/** Plans and add-ons, which have prices. */
export const priceItems = [...planIds, ...addonIds] as const;

export const Limits = Type.Object({
  users: nullable(Type.Integer()),
  data_gb_per_month: nullable(Type.Integer()),
  retention_days: nullable(Type.Integer()),
  ai_credits_per_month: nullable(Type.Integer()),
});
export const LimitName = oneOf(limitNames);

export const Price = Type.Object({
  ...recordFields,
  id: Id,
  item: oneOf(priceItems, { description: "A plan or an add-on" }),
  billing_period: oneOf(billingPeriods),
  cents: Type.Integer(),
  currency: Type.String({ description: "ISO 4217" }),
  stripe_price_id: nullable(Type.String()),
});
export type Price = Static<typeof Price>;

const ListedPrice = Type.Object({
  billing_period: oneOf(billingPeriods),
  cents: Type.Integer(),
  currency: Type.String(),
});

const Offer = Type.Object({
  plans: Type.Array(
    Type.Object({
      id: oneOf(planIds),
      name: Type.String(),
      signup: Type.Boolean({ description: "Offered at signup" }),
      modules: Type.Array(oneOf(modules)),
      limits: Limits,
      prices: Type.Array(ListedPrice),
    }),
  ),
  addons: Type.Array(
    Type.Object({
      id: oneOf(addonIds),
      name: Type.String(),
      description: Type.String(),
      modules: Type.Array(oneOf(modules)),
      prices: Type.Array(ListedPrice),
    }),
  ),
});
export type Offer = Static<typeof Offer>;

export const plansOfControl = {
  list: controlOperation({
    method: "GET",
    path: "/api/plans",
    summary: "List plans and add-ons with modules, limits and prices",
    access: "public",
    effect: "read",
    reply: Offer,
  }),
};

export const prices = {
  list: controlOperation({
    method: "GET",
    path: "/api/prices",
    summary: "List prices",
    access: "prices:read",
    effect: "read",
    envelope: "page",
    query: Type.Object(paging),
    reply: Price,
  }),
  update: controlOperation({
    method: "PATCH",
    path: "/api/prices/:id",
    summary: "Change a price",
    description: "Invoices that exist keep their amounts.",
    access: "prices:write",
    effect: "write",
    params: IdParams,
    body: Type.Partial(
      Type.Object({
        cents: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
        currency: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217, such as USD" }),
        stripe_price_id: nullable(text(200)),
      }),
    ),
    reply: Price,
  }),
};
