import { type Log, resealSecrets, type SealedColumn, sql } from "@opsplane/runtime";
import type { Config } from "./config.ts";

/** Every column that holds sealed values. */
const sealedColumns: readonly SealedColumn[] = [
  { name: "signing keys", table: sql`signing_keys`, column: sql`sealed` },
  { name: "invitations", table: sql`users`, column: sql`invitation_secret` },
  { name: "tenant secrets", table: sql`secrets`, column: sql`sealed` },
  { name: "remembered answers", table: sql`idempotency_keys`, column: sql`answer` },
  { name: "webhook secrets", table: sql`webhooks`, column: sql`secret` },
  { name: "workflow webhook secrets", table: sql`workflows`, column: sql`webhook_secret` },
  { name: "secret parameters of runs", table: sql`runs`, column: sql`secret_parameters` },
  { name: "inputs of agent jobs", table: sql`agent_jobs`, column: sql`stdin` },
  { name: "output of agent jobs that is held back", table: sql`agent_jobs`, column: sql`held` },
  { name: "channel secrets", table: sql`notification_channels`, column: sql`secret` },
  { name: "keys of links", table: sql`oncall_link_keys`, column: sql`sealed` },
  { name: "key of web push", table: sql`push_keys`, column: sql`sealed` },
  { name: "keys of AI providers", table: sql`ai_settings`, column: sql`api_key` },
  { name: "licenses", table: sql`licenses`, column: sql`sealed` },
  { name: "previous webhook secrets", table: sql`webhooks`, column: sql`previous_secret` },
];

export function rotateSecrets(config: Config, postgresUrl: string, log: Log): Promise<Record<string, number>> {
  return resealSecrets({ settings: config, postgresUrl, columns: sealedColumns, log });
}
