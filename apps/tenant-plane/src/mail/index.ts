import type { Database, Log, Metrics, Reaction, SecretBox, Workflows } from "@opsplane/runtime";
import type { Config } from "../config.ts";
import { onSettled, onTurn, outcomeWorkflow, sendOutcome, sendTurn, turnWorkflow } from "./approvals.ts";
import { blockedWorkflow, onBlocked, sendBlocked } from "./blocked.ts";
import { invite, sendInvitation, workflow } from "./invitations.ts";
import { openMailer } from "./mailer.ts";

export interface Mail {
  workflows: Workflows;
  reactions: readonly Reaction[];
  close(): void;
}

export interface MailServices {
  config: Config;
  database: Database;
  secrets: SecretBox;
  metrics: Metrics;
  log: Log;
  publicUrl(): string;
}

/** E-mail, where a mail server is configured. */
export function openMail({ config, database, secrets, metrics, log, publicUrl }: MailServices): Mail | undefined {
  if (config.smtpUrl === undefined) return undefined;
  const count = metrics.outcomes("opsplane_mail_attempts_total", "E-mails handed to the mail server, by outcome");
  const mailer = openMailer(config.smtpUrl, config.smtpFrom, log, count);
  const services = { database, secrets, mailer, publicUrl, retryMs: config.mailRetryMs };
  return {
    workflows: {
      [workflow]: sendInvitation(services),
      [turnWorkflow]: sendTurn(services),
      [outcomeWorkflow]: sendOutcome(services),
      [blockedWorkflow]: sendBlocked(services),
    },
    reactions: [invite, onTurn, onSettled, onBlocked],
    close: () => mailer.close(),
  };
}
