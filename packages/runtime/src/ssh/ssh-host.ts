/** A host to run commands on, with everything needed to log in. */
export interface SshHost {
  name: string;
  address: string;
  port: number;
  username: string;
  credential: SshCredential;
  /** SHA256 fingerprints ("SHA256:…" without padding) of the keys that the host may show. */
  hostKeys: readonly string[];
  /** The types of these keys, such as ssh-ed25519. A host with several keys is asked for these types first. */
  hostKeyTypes?: readonly string[];
  /** The host through which this one is reached. */
  bastion?: SshHost;
}

export type SshCredential = { password: string } | { privateKey: string; passphrase?: string };

export interface SshCommand {
  command: string;
  stdin?: string;
  /** For the command itself. Connecting has its own limit. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Called as output arrives. The text is decoded as UTF-8 across chunks. */
  onOutput(stream: "stdout" | "stderr", text: string): void;
}

/** Both are null when the host does not report how the command ended. */
export interface SshResult {
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
}

/**
 * refused: the destination is not allowed, or the host does not run commands. unreachable: no connection. host_key: the host shows
 * another key. authentication: the login failed. timeout and cancelled: the command was stopped. lost: the connection broke while the
 * command ran, so its outcome is unknown.
 */
export type SshFailureKind =
  | "refused"
  | "unreachable"
  | "host_key"
  | "authentication"
  | "timeout"
  | "cancelled"
  | "lost";

/** The message is safe to show to users. */
export class SshFailure extends Error {
  constructor(
    readonly kind: SshFailureKind,
    message: string,
  ) {
    super(message);
    this.name = "SshFailure";
  }
}

/** The host as messages name it. */
export function shownHost({ name, address, port }: SshHost): string {
  return `${name} (${address.includes(":") ? `[${address}]` : address}:${port})`;
}
