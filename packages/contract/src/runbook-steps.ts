import { type Static, Type } from "typebox";
import { approverTypes } from "./approvals.ts";
import { SignalCheck } from "./runs.ts";
import { Id, line, nullable, oneOf, text } from "./schema.ts";

export const runbookStepTypes = ["command", "http", "notification", "approval", "manual", "query", "wait"] as const;
export type RunbookStepType = (typeof runbookStepTypes)[number];

export const httpMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;

/** A person, group or role that gets a notification, or an email address. */
export const Recipient = Type.Object({
  type: oneOf(["user", "group", "role", "email"]),
  value: line(254, "User: id or email. Group: id or name. Role: name. Email: an address"),
});
export type Recipient = Static<typeof Recipient>;

/** A value that a step takes from an HTTP response. */
const Extraction = Type.Object({
  name: Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$" }),
  from: oneOf(["body", "header"]),
  path: line(300, "Body: the way through the JSON, such as items.0.id. Header: its name"),
});

const stepFields = {
  type: oneOf(runbookStepTypes),
  title: line(200),
  condition: Type.Optional(text(2000, "A CEL expression. When it is false, the step is skipped")),
  continue_on_failure: Type.Optional(Type.Boolean({ default: false })),
  timeout_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_592_000,
      description: "Commands and requests: at most 86400. Approvals and manual steps: how long they wait",
    }),
  ),
  retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, default: 0 })),
  retry_delay_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600, default: 5 })),
  safe_to_repeat: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "When the server stops while the step runs, its result is unknown. A safe step runs again; any other one fails",
    }),
  ),
  // command
  command: Type.Optional(text(20_000, "A shell command. {{ parameters.name }} becomes one quoted word")),
  host_id: Type.Optional(nullable(Id)),
  // http
  method: Type.Optional(oneOf(httpMethods)),
  url: Type.Optional(text(4000)),
  headers: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: "object",
      maxProperties: 50,
      propertyNames: { type: "string", pattern: "^[A-Za-z0-9-]{1,100}$" },
      additionalProperties: { type: "string", maxLength: 4000 },
    }),
  ),
  body: Type.Optional(text(100_000)),
  expect_status: Type.Optional(
    Type.Unsafe<number | number[]>({
      anyOf: [
        { type: "integer", minimum: 100, maximum: 599 },
        { type: "array", items: { type: "integer", minimum: 100, maximum: 599 }, minItems: 1, maxItems: 50 },
      ],
      description: "The statuses that count as success; every 2xx when absent",
    }),
  ),
  extract: Type.Optional(Type.Array(Extraction, { maxItems: 50 })),
  // notification
  subject: Type.Optional(text(300)),
  message: Type.Optional(text(10_000, "Markdown")),
  recipients: Type.Optional(Type.Array(Recipient, { maxItems: 50 })),
  channel_id: Type.Optional(Type.String({ format: "uuid", description: "A shared notification channel" })),
  // approval
  approver_type: Type.Optional(oneOf(approverTypes)),
  approver_value: Type.Optional(nullable(text(254))),
  allow_self_approval: Type.Optional(Type.Boolean({ default: false })),
  // approval and manual
  instructions: Type.Optional(text(20_000, "Markdown")),
  // query
  query: Type.Optional(SignalCheck),
  // wait
  seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_592_000 })),
};

export const RunbookStep = Type.Object({
  id: Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$", description: "Names the step in conditions and templates" }),
  ...stepFields,
});
export type RunbookStep = Static<typeof RunbookStep>;

/** In a request body the id may be absent; then it is made from the title. */
export const RunbookStepInput = Type.Object({ ...stepFields, id: Type.Optional(RunbookStep.properties.id) });
export type RunbookStepInput = Static<typeof RunbookStepInput>;
