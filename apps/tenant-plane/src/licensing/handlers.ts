import { countActive } from "@opsplane/accounts";
import type { operations } from "@opsplane/contract";
import { type Base, type HandlersOf, invalid } from "@opsplane/runtime";
import { readCredits } from "../ai/index.ts";
import type { Config } from "../config.ts";
import { limitsOf } from "../entitlements.ts";
import { monthEnd, monthStart } from "../records/metering.ts";
import { telemetryBytes } from "../telemetry/index.ts";
import type { EntitlementSource } from "./entitlements.ts";
import { installLicense } from "./install.ts";
import { isHosted } from "./rules.ts";
import { readStatus } from "./status.ts";

export interface LicenseServices extends Pick<Base, "secrets" | "clock"> {
  config: Config;
  entitlements: EntitlementSource;
}

export function licenseHandlers(services: LicenseServices): HandlersOf<typeof operations.license> {
  const { config, entitlements } = services;
  return {
    status: ({ db, principal }) => readStatus(db, services, principal.tenantId),

    upload: async ({ db, principal, body, actor, audit }) => {
      const { tenantId } = principal;
      if (isHosted(config.deploymentMode))
        invalid("license", "cannot be installed here, because this deployment follows a subscription");
      const before = await readStatus(db, services, tenantId);
      const source = { jwt: body.license.trim(), tenantId, source: "upload", installedBy: actor } as const;
      const installed = await installLicense(db, services, entitlements, source);
      if (!installed.ok) invalid("license", `is refused. ${installed.problem}`);
      const after = await readStatus(db, services, tenantId);
      audit({
        target: { type: "license", id: after.license?.key_hint ?? "", name: after.license?.plan_name ?? "license" },
        before: summary(before.license),
        after: summary(after.license),
      });
      return after;
    },

    usage: async ({ db, principal, now }) => {
      const limits = limitsOf(principal);
      const resets_at = monthEnd(now).toISOString();
      const [users, bytes, credits] = await Promise.all([
        countActive(db),
        telemetryBytes(db, principal.tenantId, monthStart(now)),
        readCredits(db, now),
      ]);
      return {
        users: { used: users, limit: limits.users, resets_at: null },
        data_gb: { used: bytes / 1e9, limit: limits.data_gb_per_month, resets_at },
        ai_credits: { used: credits.used, limit: limits.ai_credits_per_month, resets_at },
        retention_days: { limit: limits.retention_days },
      };
    },
  };
}

/** What the audit log keeps of a license. */
function summary(license: { status: string; plan_id: string | null; expires_at: string | null } | null) {
  return license && { status: license.status, plan_id: license.plan_id, expires_at: license.expires_at };
}
