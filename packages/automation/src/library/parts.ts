import type { LibraryRunbook, Parameter, RunbookStepInput } from "@opsplane/contract";
import { contentOf, type RunbookInput } from "../runbook-content.ts";

// The parts that ready-made runbooks have in common.

export function libraryRunbook(key: string, input: RunbookInput): LibraryRunbook {
  return { key, content: contentOf(input) };
}

/** A command that only reads. It runs again when the server stops in between. */
export function diagnosis(title: string, command: string, more: Partial<RunbookStepInput> = {}): RunbookStepInput {
  return { type: "command", title, command, timeout_seconds: 60, safe_to_repeat: true, ...more };
}

/** A command that changes something. */
export function change(title: string, command: string, more: Partial<RunbookStepInput> = {}): RunbookStepInput {
  return { type: "command", title, command, timeout_seconds: 300, ...more };
}

export function approval(title: string, instructions: string, more: Partial<RunbookStepInput> = {}): RunbookStepInput {
  return { type: "approval", title, instructions, approver_type: "any", timeout_seconds: 3600, ...more };
}

/** The step after a failure: a message for the incident and its webhooks. */
export function failureNotice(subject: string, advice: string): RunbookStepInput {
  return {
    type: "notification",
    title: "Report the failure",
    subject,
    message: `**{{ execution.reference }}** failed at the step \`{{ execution.failed_step }}\`: {{ execution.error }}\n\n${advice}`,
  };
}

/** Runs a command as root, with sudo when the account is another one. */
export function asRoot(command: string): string {
  return `if [ "$(id -u)" -eq 0 ]; then ${command}; else sudo -n ${command}; fi`;
}

/** A systemd unit. It cannot begin with a dash, so no command reads it as an option. */
export function unitParameter(name: string, description: string, more: Partial<Parameter> = {}): Parameter {
  return {
    name,
    type: "string",
    description,
    required: true,
    pattern: "[A-Za-z0-9_@][A-Za-z0-9_.@:-]{0,199}",
    ...more,
  };
}

/** The name of a Kubernetes object. */
export function objectParameter(name: string, description: string, more: Partial<Parameter> = {}): Parameter {
  return { name, type: "string", description, required: true, pattern: "[a-z0-9][a-z0-9.-]{0,252}", ...more };
}

export const postgresParameters: Parameter[] = [
  {
    name: "db_host",
    type: "string",
    description: "Host of PostgreSQL, or the folder of its socket",
    default: "localhost",
    pattern: "[A-Za-z0-9/_][A-Za-z0-9._/-]{0,252}",
  },
  { name: "db_port", type: "integer", default: 5432, min: 1, max: 65_535 },
  {
    name: "db_user",
    type: "string",
    description: "A role with pg_monitor and pg_signal_backend",
    default: "postgres",
    pattern: "[a-z_][a-z0-9_]{0,62}",
  },
  { name: "db_name", type: "string", default: "postgres", pattern: "[A-Za-z_][A-Za-z0-9_]{0,62}" },
  {
    name: "db_password",
    type: "secret",
    description: "Empty when the host trusts the account, for example through .pgpass",
  },
];

/**
 * Runs SQL with psql. The password is a variable of psql's environment, never an argument. Values are psql variables, which the SQL
 * reads as :'name'.
 */
export function psql(sql: string, variables: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(variables).map(([name, value]) => ` -v ${name}=${value}`);
  return `PGPASSWORD={{ parameters.db_password }} psql -X -w -v ON_ERROR_STOP=1${given.join("")} -h {{ parameters.db_host }} -p {{ parameters.db_port }} -U {{ parameters.db_user }} -d {{ parameters.db_name }} <<'SQL'
${sql.trim()}
SQL
`;
}
