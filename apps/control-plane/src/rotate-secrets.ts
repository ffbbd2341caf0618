import { type Log, resealSecrets, type SealedColumn, sql } from "@opsplane/runtime";
import type { Config } from "./config.ts";

/** Every column that holds sealed values. */
export const sealedColumns: readonly SealedColumn[] = [
  { name: "signing keys of sessions", table: sql`signing_keys`, column: sql`sealed` },
  { name: "invitations", table: sql`users`, column: sql`invitation_secret` },
  { name: "remembered answers", table: sql`idempotency_keys`, column: sql`answer` },
  { name: "service secrets of deployments", table: sql`deployment_credentials`, column: sql`service_secret` },
  { name: "temporary passwords of tenants", table: sql`tenants`, column: sql`admin_secret` },
  { name: "tokens of signups", table: sql`signups`, column: sql`token` },
  { name: "license keys", table: sql`license_keys`, column: sql`private_pem` },
  { name: "licenses", table: sql`licenses`, column: sql`jwt` },
  { name: "secrets of upgrade hooks", table: sql`upgrade_hooks`, column: sql`secret` },
];

export function rotateSecrets(config: Config, postgresUrl: string, log: Log): Promise<Record<string, number>> {
  return resealSecrets({ settings: config, postgresUrl, columns: sealedColumns, log });
}
