import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { deploymentModes } from "./plans.ts";
import { line, nullable, oneOf, Timestamp } from "./schema.ts";

export const licenseStatuses = ["active", "grace", "read-only", "locked", "invalid"] as const;

/** A longer text is no license of ours. */
const maxLicenseLength = 16_384;

const License = Type.Object({
  status: oneOf(licenseStatuses),
  valid: Type.Boolean({ description: "The signature and the claims are right, and the license has not expired" }),
  problem: nullable(Type.String({ description: "Why an invalid license is refused" })),
  plan_id: nullable(Type.String()),
  plan_name: nullable(Type.String()),
  deployment_mode: nullable(Type.String({ description: "on_prem or byoc" })),
  days_remaining: nullable(Type.Integer({ description: "Days until the license expires, rounded up; 0 after that" })),
  expires_at: nullable(Timestamp),
  issued_at: nullable(Timestamp),
  /** When the current status ends by itself. */
  status_ends_at: nullable(Timestamp),
  active_addons: Type.Array(Type.String()),
  last_phone_home: nullable(Timestamp),
  phone_home_problem: nullable(Type.String({ description: "Why the last phone-home failed" })),
  key_hint: nullable(Type.String({ description: "The first characters of the license" })),
  source: nullable(oneOf(["environment", "upload", "phone_home"])),
});

const Subscription = Type.Object({
  status: oneOf(["active", "past_due", "suspended"]),
  plan_id: Type.String(),
  plan_name: Type.String(),
  billing_period: oneOf(["monthly", "annual"]),
  status_ends_at: nullable(Timestamp),
  active_addons: Type.Array(Type.String()),
  confirmed_at: Timestamp,
});

export const LicenseStatus = Type.Object({
  licensed_deployment: Type.Boolean({
    description: "False while the service runs without a license, with everything on",
  }),
  offline_mode: Type.Boolean({ description: "Nothing is sent to the Control Plane" }),
  tp_version: Type.String(),
  cp_license_public_key_configured: Type.Boolean(),
  deployment_mode: nullable(oneOf(deploymentModes)),
  license: nullable(License),
  subscription: nullable(Subscription),
  blocked: Type.Array(Type.String(), { description: "What is blocked now" }),
});
export type LicenseStatus = Static<typeof LicenseStatus>;

const quota = (unit: string) =>
  Type.Object({
    used: Type.Number({ description: unit }),
    limit: nullable(Type.Number({ description: "Null is unlimited" })),
    resets_at: nullable(Timestamp),
  });

export const LicenseUsage = Type.Object({
  users: quota("Active users"),
  data_gb: quota("Telemetry received this month, in GB"),
  ai_credits: quota("AI credits used this month"),
  retention_days: Type.Object({ limit: nullable(Type.Number()) }),
});
export type LicenseUsage = Static<typeof LicenseUsage>;

export const license = {
  status: operation({
    method: "GET",
    path: "/api/admin/license",
    summary: "Get the status of the license",
    access: "admin:license",
    effect: "read",
    reachable: "status",
    envelope: "both",
    reply: LicenseStatus,
  }),
  upload: operation({
    method: "POST",
    path: "/api/admin/license",
    summary: "Install a license",
    description:
      "Takes effect at once on all instances. A license that is not valid for this tenant is refused with 422, and the old one stays in force.",
    access: "admin:license",
    effect: "write",
    reachable: "always",
    // Without a license the first admin could not change the temporary password either.
    beforePasswordChange: true,
    revokes: "tokens",
    envelope: "both",
    body: Type.Object({ license: line(maxLicenseLength, "The license, a signed JWT") }),
    reply: LicenseStatus,
  }),
  usage: operation({
    method: "GET",
    path: "/api/admin/license/usage",
    summary: "Get the usage of this month and the limits of the plan",
    access: "admin:license",
    effect: "read",
    reply: LicenseUsage,
  }),
};
