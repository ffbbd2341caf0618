import { type Static, Type } from "typebox";
import { Id, IdParams, line, nullable, oneOf, paging, Slug, Timestamp, text } from "../schema.ts";
import { controlOperation } from "./operation.ts";

export const selfHostedModes = ["on_prem", "byoc"] as const;

/** active: the newest of its line. replaced: a younger one exists. */
export const licenseStates = ["active", "grace", "read_only", "locked", "replaced", "revoked"] as const;

export const License = Type.Object({
  id: Id,
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  line_id: Type.String({
    description: "The first license of the line; a renewal belongs to the line of the license that it renews",
  }),
  kid: Type.String({ description: "The key that signed it" }),
  hint: Type.String({ description: "The first characters of the license" }),
  deployment_mode: oneOf(selfHostedModes),
  plan_id: Type.String(),
  addons: Type.Array(Type.String()),
  state: oneOf(licenseStates),
  issued_by: Type.String({ description: "A member of the staff, or phone-home" }),
  issued_at: Timestamp,
  expires_at: Timestamp,
  days_remaining: Type.Integer(),
  revoked_at: nullable(Timestamp),
  revoked_reason: nullable(Type.String()),
  last_phone_home: nullable(Timestamp),
  tp_version: nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type License = Static<typeof License>;

export const keyStates = ["active", "retiring", "retired"] as const;

export const LicenseKey = Type.Object({
  id: Id,
  kid: Type.String(),
  public_pem: Type.String(),
  state: oneOf(keyStates),
  retired_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type LicenseKey = Static<typeof LicenseKey>;

const days = Type.Integer({ minimum: 1, maximum: 3660, default: 365 });

export const maxLicenseLength = 16 * 1024;

export const licenses = {
  list: controlOperation({
    method: "GET",
    path: "/api/licenses",
    summary: "List licenses, newest first",
    description: "Customers see only their own.",
    access: "licenses:read",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      tenant_id: Type.Optional(Slug),
      state: Type.Optional(oneOf(licenseStates)),
      expires_within_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 3660 })),
      ...paging,
    }),
    reply: License,
  }),
  issue: controlOperation({
    method: "POST",
    path: "/api/licenses",
    summary: "Issue a license from the subscription of a customer",
    access: "licenses:issue",
    effect: "write",
    status: 201,
    body: Type.Object({
      tenant_id: Slug,
      deployment_mode: Type.Optional(oneOf(selfHostedModes, { description: "The mode of the customer if absent" })),
      days: Type.Optional(days),
    }),
    reply: License,
  }),
  publicKeys: controlOperation({
    method: "GET",
    path: "/api/licenses/public-keys",
    summary: "Get the public keys that verify licenses and statements",
    description: "PEM blocks for CP_LICENSE_PUBLIC_KEY.",
    access: "public",
    effect: "read",
    reply: Type.Object({
      keys: Type.Array(Type.Object({ kid: Type.String(), state: oneOf(keyStates), public_pem: Type.String() })),
      pem: Type.String({ description: "All of them in one text" }),
    }),
  }),
  get: controlOperation({
    method: "GET",
    path: "/api/licenses/:id",
    summary: "Get a license",
    access: "licenses:read",
    effect: "read",
    params: IdParams,
    reply: License,
  }),
  renew: controlOperation({
    method: "POST",
    path: "/api/licenses/:id/renew",
    summary: "Renew a license with the current plan of the subscription",
    access: "licenses:issue",
    effect: "write",
    status: 201,
    params: IdParams,
    body: Type.Object({ days: Type.Optional(days) }),
    reply: License,
  }),
  revoke: controlOperation({
    method: "POST",
    path: "/api/licenses/:id/revoke",
    summary: "Revoke a license and all others of its line",
    description: "Phone-home no longer renews it. A deployment that does not phone home keeps it until it expires.",
    access: "licenses:issue",
    effect: "write",
    params: IdParams,
    body: Type.Object({ reason: line(500) }),
    reply: License,
  }),
  download: controlOperation({
    method: "GET",
    path: "/api/licenses/:id/download",
    summary: "Download a license as a file",
    access: "licenses:download",
    effect: "read",
    envelope: "none",
    download: true,
    params: IdParams,
    reply: Type.Null(),
  }),
  phoneHome: controlOperation({
    method: "POST",
    path: "/api/licenses/phone-home",
    summary: "Exchange a license for a renewed one",
    description: "For BYOC deployments. The renewed license is valid for 365 days.",
    access: "public",
    effect: "write",
    envelope: "both",
    body: Type.Object({
      license: Type.String({ minLength: 1, maxLength: maxLicenseLength }),
      tp_version: Type.Optional(text(100)),
    }),
    reply: Type.Object({ license: Type.String(), expires_at: Timestamp }),
  }),
};

export const licenseKeys = {
  list: controlOperation({
    method: "GET",
    path: "/api/license-keys",
    summary: "List the keys that sign licenses and statements",
    access: "license-keys:read",
    effect: "read",
    envelope: "page",
    query: Type.Object(paging),
    reply: LicenseKey,
  }),
  rotate: controlOperation({
    method: "POST",
    path: "/api/license-keys/rotate",
    summary: "Make a new signing key",
    description:
      "The previous key is retiring: it only renews licenses that it signed, and signs statements until it is retired.",
    access: "license-keys:write",
    effect: "write",
    status: 201,
    prepares: true,
    reply: LicenseKey,
  }),
  retire: controlOperation({
    method: "POST",
    path: "/api/license-keys/:id/retire",
    summary: "Retire a key that was rotated",
    description: "It signs nothing from now on. Licenses that it signed are renewed with the active key.",
    access: "license-keys:write",
    effect: "write",
    params: IdParams,
    reply: LicenseKey,
  }),
};
