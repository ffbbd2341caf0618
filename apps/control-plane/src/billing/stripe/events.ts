import { isDeeperThan, maxDepth } from "@opsplane/runtime";
import { type Static, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import type { Card, Period, ProviderEvent } from "../port.ts";

const StripeId = Type.String({ minLength: 1, maxLength: 255 });
const Seconds = Type.Integer({ minimum: 0, maximum: 99_999_999_999 });
const MaybeSeconds = Type.Optional(Type.Union([Seconds, Type.Null()]));
const MaybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** An id, or the object itself where it was expanded. */
const Reference = Type.Union([StripeId, Type.Object({ id: StripeId })]);
const MaybeReference = Type.Optional(Type.Union([Reference, Type.Null()]));

const Envelope = Type.Object({
  id: StripeId,
  type: Type.String({ maxLength: 200 }),
  created: Seconds,
  data: Type.Object({ object: Type.Unknown(), previous_attributes: Type.Optional(Type.Unknown()) }),
});

// Only the fields that are used. They are the same in all recent versions of Stripe's API, or optional here.
const StripeInvoice = Type.Object({
  id: StripeId,
  customer: Reference,
  number: MaybeText,
  currency: Type.String({ minLength: 3, maxLength: 3 }),
  total: Type.Integer({ minimum: 0 }),
  created: Seconds,
  due_date: MaybeSeconds,
  hosted_invoice_url: MaybeText,
  lines: Type.Optional(
    Type.Object({
      data: Type.Array(
        Type.Object({
          description: MaybeText,
          amount: Type.Integer(),
          period: Type.Optional(Type.Object({ start: Seconds, end: Seconds })),
        }),
      ),
    }),
  ),
});

const bounds = { current_period_start: MaybeSeconds, current_period_end: MaybeSeconds };
const StripeSubscription = Type.Object({
  id: StripeId,
  customer: Reference,
  status: Type.String(),
  cancel_at_period_end: Type.Optional(Type.Boolean()),
  ...bounds,
  items: Type.Object({ data: Type.Array(Type.Object({ price: Type.Object({ id: StripeId }), ...bounds })) }),
});

const StripeMethod = Type.Object({
  customer: MaybeReference,
  card: Type.Optional(
    Type.Union([
      Type.Object({
        brand: Type.String({ maxLength: 50 }),
        last4: Type.String({ maxLength: 4 }),
        exp_month: Type.Integer(),
        exp_year: Type.Integer(),
      }),
      Type.Null(),
    ]),
  ),
});

const StripeCustomer = Type.Object({ id: StripeId });
const MethodChange = Type.Union([
  Type.Object({ invoice_settings: Type.Object({ default_payment_method: Type.Unknown() }) }),
  Type.Object({ default_source: Type.Unknown() }),
]);

const StripeCheckout = Type.Object({
  customer: MaybeReference,
  client_reference_id: MaybeText,
  subscription: MaybeReference,
});

type Common = { id: string; type: string; at: Date };
type Reader = (object: unknown, common: Common, previous: unknown) => ProviderEvent | undefined;

/** What each type of event means here. Other types mean nothing. */
const readers: Readonly<Record<string, Reader>> = {
  "invoice.paid": (object, common) => readInvoice(object, common, true),
  "invoice.payment_failed": (object, common) => readInvoice(object, common, false),
  "customer.subscription.updated": (object, common) => readSubscription(object, common, false),
  "customer.subscription.deleted": (object, common) => readSubscription(object, common, true),
  "payment_method.attached": readMethod,
  "customer.updated": readCustomer,
  "checkout.session.completed": readCheckout,
};

/** The meaning of a verified event; undefined for one that does not matter here. */
export function readEvent(text: string): ProviderEvent | undefined {
  const value: unknown = JSON.parse(text);
  if (isDeeperThan(value, maxDepth)) return undefined;
  const event = checked(Envelope, value);
  const reader = event && Object.hasOwn(readers, event.type) ? readers[event.type] : undefined;
  if (!event || !reader) return undefined;
  const common = { id: event.id, type: event.type, at: time(event.created) };
  return reader(event.data.object, common, event.data.previous_attributes);
}

function readInvoice(object: unknown, common: Common, isPaid: boolean): ProviderEvent | undefined {
  const invoice = checked(StripeInvoice, object);
  if (!invoice) return undefined;
  const lines = (invoice.lines?.data ?? []).slice(0, 100).map(({ description, amount, period }) => ({
    description: description ?? "",
    amountCents: amount,
    period: period && { start: time(period.start), end: time(period.end) },
  }));
  return {
    ...common,
    kind: "invoice",
    customerId: idOf(invoice.customer),
    isPaid,
    invoice: {
      id: invoice.id,
      number: invoice.number ?? null,
      currency: invoice.currency.toUpperCase(),
      totalCents: invoice.total,
      issuedAt: time(invoice.created),
      dueAt: invoice.due_date == null ? null : time(invoice.due_date),
      hostedUrl: invoice.hosted_invoice_url ?? null,
      lines,
    },
  };
}

function readSubscription(object: unknown, common: Common, isDeleted: boolean): ProviderEvent | undefined {
  const subscription = checked(StripeSubscription, object);
  if (!subscription) return undefined;
  const { id: subscriptionId, customer, status, items, cancel_at_period_end = false } = subscription;
  return {
    ...common,
    kind: "subscription",
    customerId: idOf(customer),
    subscriptionId,
    end: isDeleted || status === "canceled" ? "now" : cancel_at_period_end ? "period_end" : null,
    priceIds: items.data.map(({ price }) => price.id),
    // Newer versions of the API have the period on each item.
    period: periodOf(subscription) ?? (items.data[0] && periodOf(items.data[0])),
  };
}

function periodOf(from: {
  current_period_start?: number | null;
  current_period_end?: number | null;
}): Period | undefined {
  const { current_period_start: start, current_period_end: end } = from;
  return start == null || end == null || end <= start ? undefined : { start: time(start), end: time(end) };
}

function readMethod(object: unknown, common: Common): ProviderEvent | undefined {
  const method = checked(StripeMethod, object);
  if (!method?.customer) return undefined;
  const card: Card | undefined = method.card
    ? {
        ...{ brand: method.card.brand, last4: method.card.last4 },
        expires: `${method.card.exp_year}-${String(method.card.exp_month).padStart(2, "0")}`,
      }
    : undefined;
  return { ...common, kind: "method", customerId: idOf(method.customer), card };
}

/** A customer has many fields; only another payment method matters. */
function readCustomer(object: unknown, common: Common, previous: unknown): ProviderEvent | undefined {
  const customer = checked(StripeCustomer, object);
  if (!customer || !Value.Check(MethodChange, previous)) return undefined;
  return { ...common, kind: "method", customerId: customer.id, card: undefined };
}

function readCheckout(object: unknown, common: Common): ProviderEvent | undefined {
  const session = checked(StripeCheckout, object);
  if (!session?.customer || !session.client_reference_id) return undefined;
  const { customer, client_reference_id: tenantId, subscription } = session;
  return {
    ...common,
    kind: "checkout",
    customerId: idOf(customer),
    tenantId,
    subscriptionId: subscription ? idOf(subscription) : null,
  };
}

function checked<T extends TSchema>(schema: T, value: unknown): Static<T> | undefined {
  return Value.Check(schema, value) ? value : undefined;
}

function idOf(reference: Static<typeof Reference>): string {
  return typeof reference === "string" ? reference : reference.id;
}

function time(seconds: number): Date {
  return new Date(seconds * 1000);
}
