import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { Id, line, nullable, oneOf, paging, QueryTime, Timestamp, text } from "./schema.ts";

/** Every control, with what it demands. Those with `attested` are stated by a person, because the product cannot measure them. */
export const controls = {
  changes_approved: {
    name: "Changes are approved before they are implemented",
    about: "Every normal change that began in the period had an approval from before its start.",
    attested: false,
  },
  emergency_reviewed: {
    name: "Emergency changes are reviewed afterwards",
    about: "Every emergency change that ended in the period has an accepted or rejected review.",
    attested: false,
  },
  separation_of_duties: {
    name: "Nobody approves their own change or request",
    about: "No approval in the period was given by the person who asked for it.",
    attested: false,
  },
  inactive_access: {
    name: "Accounts that are not used are disabled",
    about: "No enabled account was unused for 90 days.",
    attested: false,
  },
  few_admins: {
    name: "Full access is limited to a few people",
    about: "At most a fifth of the active people, or three of them, have the role admin.",
    attested: false,
  },
  keys_expire: {
    name: "API keys expire",
    about: "Every API key that is not revoked has an expiry.",
    attested: false,
  },
  passwords: {
    name: "Passwords are strong and sign-in attempts are limited",
    about: "Passwords have at least 12 characters and are stored with argon2id. Sign-in attempts are limited.",
    attested: false,
  },
  second_factor: {
    name: "Sign-in needs a second factor or single sign-on",
    about: "Nobody can sign in with a password alone.",
    attested: false,
  },
  access_review: {
    name: "Access is reviewed",
    about: "A person has confirmed in the last 90 days that everyone has the access that their work needs.",
    attested: true,
  },
  audit_log: {
    name: "Changes are recorded",
    about: "Every change is in the audit log, which nobody can change.",
    attested: false,
  },
  retention: {
    name: "Telemetry is kept for a defined time",
    about: "A retention is set for each kind of telemetry.",
    attested: false,
  },
  backup: {
    name: "Backups are made and restored in tests",
    about: "A person has confirmed in the last 90 days that a backup was restored.",
    attested: true,
  },
  license: {
    name: "The license is valid",
    about: "The license or subscription allows the use.",
    attested: false,
  },
} as const satisfies Record<string, { name: string; about: string; attested: boolean }>;

export type ControlId = keyof typeof controls;
// Object.keys returns string[], but the keys of a constant object are exactly those of its type.
export const controlIds = Object.keys(controls) as readonly ControlId[];

export const controlStates = ["passed", "failed", "not_applicable"] as const;

export const Control = Type.Object({
  id: oneOf(controlIds),
  name: Type.String(),
  about: Type.String(),
  state: oneOf(controlStates),
  finding: Type.String({ description: "What was found, in one sentence" }),
  checked: Type.Integer({ description: "The number of records that were checked" }),
  violations: Type.Integer(),
  evidence: Type.Array(
    Type.Object({
      kind: Type.String(),
      reference: Type.String(),
      detail: Type.String(),
      at: nullable(Timestamp),
      violates: Type.Boolean(),
    }),
    { description: "At most 100; violations first" },
  ),
});
export type Control = Static<typeof Control>;

const attestable = controlIds.filter((id) => controls[id].attested);

export const Attestation = Type.Object({
  id: Id,
  control: oneOf(controlIds),
  statement: Type.String(),
  valid_until: Timestamp,
  created_by: Type.String(),
  created_at: Timestamp,
});
export type Attestation = Static<typeof Attestation>;

const reading = { access: "reports:read", module: "reports", effect: "read" } as const;

export const compliance = {
  controls: operation({
    ...reading,
    method: "GET",
    path: "/api/compliance/controls",
    summary: "Check the controls",
    envelope: "page",
    query: Type.Object({
      from: Type.Optional(Type.String({ ...QueryTime, description: "now-90d unless given" })),
      to: Type.Optional(QueryTime),
    }),
    reply: Control,
  }),
  attestations: operation({
    ...reading,
    method: "GET",
    path: "/api/compliance/attestations",
    summary: "List what people have attested",
    envelope: "page",
    query: Type.Object({ control: Type.Optional(oneOf(controlIds)), ...paging }),
    reply: Attestation,
  }),
  attest: operation({
    method: "POST",
    path: "/api/compliance/attestations",
    summary: "Attest a control",
    description:
      "States that a control holds which the product cannot measure. It is valid for 90 days and cannot be changed.",
    access: "reports:attest",
    module: "reports",
    effect: "write",
    status: 201,
    body: Type.Object({
      control: line(40, `One of: ${attestable.join(", ")}`),
      statement: text(2000, "What was checked, how and with which result"),
    }),
    reply: Attestation,
  }),
};

export const complianceEvents = {
  attested: event({ type: "compliance.attested", access: "reports:read", module: "reports", data: Type.Object({}) }),
};
