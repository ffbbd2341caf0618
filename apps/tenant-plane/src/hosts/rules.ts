import type { Host, HostKey } from "@opsplane/contract";

export const maxHosts = 5_000;
export const maxKeys = 10;
/** Bastions on the way to a host. */
export const maxHops = 3;

/** The fields that a person writes. */
export type HostFields = Pick<
  Host,
  | "name"
  | "description"
  | "connection"
  | "address"
  | "port"
  | "username"
  | "authentication"
  | "secret_id"
  | "passphrase_secret_id"
  | "bastion_id"
  | "agent"
  | "ci_id"
  | "enabled"
>;

export const newHost: Omit<HostFields, "name"> = {
  description: "",
  connection: "ssh",
  address: "",
  port: 22,
  username: "",
  authentication: "key",
  secret_id: null,
  passphrase_secret_id: null,
  bastion_id: null,
  agent: "",
  ci_id: null,
  enabled: true,
};

export interface FieldProblem {
  path: string;
  message: string;
}

type Rule = (host: HostFields) => FieldProblem | undefined;

const isName = /^[A-Za-z0-9_.:-]+$/;
const isUser = /^[^\s\p{Cc}]+$/u;

const sshRules: readonly Rule[] = [
  ({ address }) =>
    isName.test(address)
      ? undefined
      : { path: "address", message: "must be a name or an IP address, such as web-1.example.com or 10.0.0.7." },
  ({ username }) =>
    isUser.test(username) ? undefined : { path: "username", message: "must be the user to log in as, without spaces." },
  ({ secret_id, authentication }) =>
    secret_id !== null
      ? undefined
      : {
          path: "secret_id",
          message: `must name the secret with the ${authentication === "key" ? "private key" : "password"}.`,
        },
  ({ authentication, passphrase_secret_id }) =>
    authentication === "key" || passphrase_secret_id === null
      ? undefined
      : { path: "passphrase_secret_id", message: "must be null, because only a private key has a passphrase." },
];

const agentRules: readonly Rule[] = [
  ({ agent }) =>
    agent.trim() !== ""
      ? undefined
      : { path: "agent", message: "must be the name under which the agent claims its jobs." },
  ({ bastion_id }) =>
    bastion_id === null
      ? undefined
      : { path: "bastion_id", message: "must be null, because an agent needs no bastion." },
];

/** The first field that does not fit the way in which the host is reached. */
export function problemOf(host: HostFields): FieldProblem | undefined {
  const rules = host.connection === "ssh" ? sshRules : agentRules;
  for (const rule of rules) {
    const problem = rule(host);
    if (problem) return problem;
  }
  return undefined;
}

/** Keys belong to a machine, and another address or port is another machine. */
export function keepsKeys(before: HostFields, after: HostFields): boolean {
  return before.address === after.address && before.port === after.port;
}

const destination = [
  "connection",
  "address",
  "port",
  "username",
  "authentication",
  "secret_id",
  "passphrase_secret_id",
  "bastion_id",
] as const;

/** A person who chooses where a secret is sent could read it there. */
export function sendsSecretsElsewhere(before: HostFields | undefined, after: HostFields): boolean {
  if (after.secret_id === null && after.passphrase_secret_id === null) return false;
  return before === undefined || destination.some((field) => before[field] !== after[field]);
}

/** The bastions of the chosen bastion, nearest first, and itself. */
export interface BastionPath {
  hosts: readonly { id: string; name: string; connection: Host["connection"] }[];
  /** How many levels of hosts are reached through the host that is saved. */
  levelsBehind: number;
}

/** Why a host cannot be reached through a bastion. */
export function bastionProblem(hostId: string, { hosts: path, levelsBehind }: BastionPath): string | undefined {
  const [bastion] = path;
  if (bastion?.id === hostId) return "must be another host.";
  if (path.some(({ id }) => id === hostId)) return `must not be reached through this host, as ${bastion?.name} is.`;
  const agent = path.find(({ connection }) => connection !== "ssh");
  if (agent) return `must be a host that is reached by ssh, which ${agent.name} is not.`;
  if (path.length + levelsBehind > maxHops) return `must need at most ${maxHops} hops in all.`;
  return undefined;
}

/** A fingerprint as it is stored and compared: without padding. */
export function plainFingerprint(fingerprint: string): string {
  return fingerprint.replace(/=$/, "");
}

/** The keys with one more. Undefined when the host has it already. */
export function withKey(keys: readonly HostKey[], key: HostKey): HostKey[] | undefined {
  return keys.some(({ fingerprint }) => fingerprint === key.fingerprint) ? undefined : [...keys, key];
}
