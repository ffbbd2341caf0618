import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { Email, gone, Id, line, nullable, oneOf, paging, recordFields, Timestamp } from "./schema.ts";

/** active: gets mail. unsubscribed: has used the link in a mail. bouncing: the mail server refused the address for good. */
export const recipientStates = ["active", "unsubscribed", "bouncing"] as const;

const Recipient = Type.Object({
  email: Type.String(),
  state: oneOf(recipientStates),
  last_sent_at: nullable(Timestamp),
  last_error: nullable(Type.String()),
});

/** A distribution list of a report. */
export const ReportSubscription = Type.Object({
  ...recordFields,
  report_id: Id,
  name: Type.String(),
  enabled: Type.Boolean(),
  recipients: Type.Array(Recipient),
  created_by: Type.String(),
});
export type ReportSubscription = Static<typeof ReportSubscription>;

const OfReport = Type.Object({ id: Id });
const OfSubscription = Type.Object({ id: Id, subscription_id: Id });
const shared = { access: "reports:write", module: "reports", effect: "write" } as const;

const fields = {
  name: line(200, "Such as Management"),
  recipients: Type.Array(Email, { minItems: 1, maxItems: 200, uniqueItems: true }),
  enabled: Type.Optional(Type.Boolean({ default: true })),
};

export const reportSubscriptions = {
  list: operation({
    method: "GET",
    path: "/api/reports/:id/subscriptions",
    summary: "List the distribution lists of a report",
    access: "reports:read",
    module: "reports",
    effect: "read",
    envelope: "page",
    params: OfReport,
    query: Type.Object(paging),
    reply: ReportSubscription,
  }),
  create: operation({
    ...shared,
    method: "POST",
    path: "/api/reports/:id/subscriptions",
    summary: "Send a report to a list of people",
    description:
      "Each scheduled run is sent to each address, as HTML in the mail and as an attachment in the report's format.",
    status: 201,
    params: OfReport,
    body: Type.Object(fields),
    reply: ReportSubscription,
  }),
  update: operation({
    ...shared,
    method: "PATCH",
    path: "/api/reports/:id/subscriptions/:subscription_id",
    summary: "Change a distribution list",
    description: "An address that unsubscribed or bounces stays so until it is removed and added again.",
    params: OfSubscription,
    body: Type.Partial(Type.Object(fields)),
    reply: ReportSubscription,
  }),
  remove: operation({
    ...shared,
    ...gone,
    method: "DELETE",
    path: "/api/reports/:id/subscriptions/:subscription_id",
    summary: "Delete a distribution list",
    params: OfSubscription,
  }),
  unsubscribe: operation({
    method: "POST",
    path: "/api/reports/unsubscribe",
    summary: "Stop the mails of a report to one address",
    description: "The token is part of the link in each mail. Needs no sign-in.",
    access: "public",
    module: "reports",
    effect: "write",
    body: Type.Object({ token: line(1000) }),
    reply: Type.Object({ report_name: Type.String(), email: Type.String() }),
  }),
};
