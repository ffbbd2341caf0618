import { type Static, Type } from "typebox";
import { Email, IdParams, line, nullable, oneOf, paging, recordFields, Slug, Timestamp, text } from "../schema.ts";
import { controlEvent } from "./event.ts";
import { controlOperation } from "./operation.ts";
import { paymentProviders } from "./subscriptions.ts";

export const invoiceStatuses = ["draft", "open", "paid", "void"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const lineKinds = ["plan", "addon", "proration", "credit"] as const;

const InvoiceLine = Type.Object({
  kind: oneOf(lineKinds),
  description: Type.String(),
  amount_cents: Type.Integer({ description: "Negative for a credit" }),
  period_start: nullable(Timestamp),
  period_end: nullable(Timestamp),
});
export type InvoiceLine = Static<typeof InvoiceLine>;

const details = {
  company: nullable(text(200, "The name on invoices")),
  billing_email: nullable(Type.String({ ...Email, description: "Receives invoices" })),
  address: nullable(text(1000, "Postal address, with line breaks")),
  vat_id: nullable(text(50)),
  po_number: nullable(text(100, "The customer's purchase order, printed on invoices")),
};

const BilledTo = Type.Object(details);
export type BilledTo = Static<typeof BilledTo>;

export const Invoice = Type.Object({
  ...recordFields,
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  number: nullable(Type.String({ description: "INV-2026-000001; a draft has none" })),
  provider: oneOf(paymentProviders),
  status: oneOf(invoiceStatuses),
  is_overdue: Type.Boolean(),
  currency: Type.String({ description: "ISO 4217" }),
  total_cents: Type.Integer(),
  lines: Type.Array(InvoiceLine),
  billed_to: BilledTo,
  issued_at: nullable(Timestamp),
  due_at: nullable(Timestamp),
  paid_at: nullable(Timestamp),
  reference: nullable(Type.String({ description: "Of the payment, or why the invoice is void" })),
  hosted_url: nullable(Type.String({ description: "Where Stripe shows the invoice" })),
});
export type Invoice = Static<typeof Invoice>;

export const PaymentMethod = Type.Object({
  tenant_id: Type.String(),
  provider: oneOf(paymentProviders),
  ...details,
  card: nullable(
    Type.Object({
      brand: Type.String(),
      last4: Type.String(),
      expires: Type.String({ description: "Such as 2027-04" }),
    }),
  ),
  card_available: Type.Boolean({ description: "Whether customers can pay by card here" }),
  updated_at: nullable(Timestamp),
});
export type PaymentMethod = Static<typeof PaymentMethod>;

const reading = { access: "invoices:read", effect: "read" } as const;
const writing = { access: "invoices:write", effect: "write", params: IdParams, reply: Invoice } as const;
const ofTenant = Type.Optional(
  Type.String({ ...Slug, description: "The customer; only for the staff, who must name it" }),
);
const filters = {
  status: Type.Optional(oneOf(invoiceStatuses)),
  overdue: Type.Optional(Type.Boolean({ description: "Only open invoices after their due date" })),
  tenant_id: Type.Optional(Slug),
};

export const invoices = {
  list: controlOperation({
    ...reading,
    method: "GET",
    path: "/api/invoices",
    summary: "List invoices, newest first",
    description: "Customers see only their own.",
    envelope: "page",
    query: Type.Object({ ...filters, ...paging }),
    reply: Invoice,
  }),
  export: controlOperation({
    method: "GET",
    path: "/api/invoices/export",
    summary: "Download invoices as CSV",
    description: "All invoices of all customers that match, oldest first.",
    access: "invoices:export",
    effect: "read",
    envelope: "none",
    download: true,
    query: Type.Object(filters),
    reply: Type.String(),
  }),
  get: controlOperation({
    ...reading,
    method: "GET",
    path: "/api/invoices/:id",
    summary: "Get an invoice",
    params: IdParams,
    reply: Invoice,
  }),
  document: controlOperation({
    ...reading,
    method: "GET",
    path: "/api/invoices/:id/document",
    summary: "Download an invoice as a page to print",
    envelope: "none",
    download: true,
    params: IdParams,
    reply: Type.String(),
  }),
  pay: controlOperation({
    ...writing,
    method: "POST",
    path: "/api/invoices/:id/pay",
    summary: "Record the payment of an invoice",
    description: "When no other invoice is overdue, the subscription is active again.",
    body: Type.Object({ reference: line(200, "Of the bank transfer") }),
  }),
  void: controlOperation({
    ...writing,
    method: "POST",
    path: "/api/invoices/:id/void",
    summary: "Void an invoice",
    description: "Its number stays in use. When no other invoice is overdue, the subscription is active again.",
    body: Type.Object({ reason: line(200) }),
  }),
};

export const billing = {
  paymentMethod: controlOperation({
    method: "GET",
    path: "/api/billing/payment-method",
    summary: "Get how a customer pays",
    access: "invoices:read",
    effect: "read",
    query: Type.Object({ tenant_id: ofTenant }),
    reply: PaymentMethod,
  }),
  setPaymentMethod: controlOperation({
    method: "POST",
    path: "/api/billing/payment-method",
    summary: "Change how a customer pays",
    description:
      "With `manual`, stores the details for invoices. With `stripe`, answers the `url` of a page of Stripe on which the customer enters a card.",
    access: "billing:write",
    effect: "write",
    prepares: true,
    body: Type.Partial(
      Type.Object({
        tenant_id: Type.String({ ...Slug, description: "The customer; only for the staff, who must name it" }),
        provider: oneOf(paymentProviders, { description: "By default the current one" }),
        ...details,
      }),
    ),
    reply: Type.Object({ url: nullable(Type.String()), payment_method: PaymentMethod }),
  }),
  webhook: controlOperation({
    method: "POST",
    path: "/api/billing/webhook",
    summary: "Receive an event of Stripe",
    description:
      "Needs the header Stripe-Signature. Each event is applied once, and an older one never undoes a newer one.",
    access: "public",
    effect: "write",
    raw: { maxBytes: 512 * 1024 },
    reply: Type.Object({ outcome: oneOf(["applied", "repeated", "ignored"]) }),
  }),
};

export const invoiceEvents = {
  issued: controlEvent({
    type: "invoice.issued",
    access: "invoices:read",
    data: Type.Object({ tenant_id: Type.String(), number: Type.String() }),
  }),
  changed: controlEvent({
    type: "invoice.changed",
    access: "invoices:read",
    data: Type.Object({ tenant_id: Type.String(), status: oneOf(invoiceStatuses) }),
  }),
};
