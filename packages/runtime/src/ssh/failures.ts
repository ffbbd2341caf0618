import { RefusedDestination } from "../outbound/guard.ts";
import { SshFailure, type SshHost, shownHost } from "./ssh-host.ts";

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection. Check the port, and that an SSH server runs there.",
  ECONNRESET: "closed the connection.",
  EHOSTUNREACH: "could not be reached.",
  ENETUNREACH: "could not be reached.",
  ETIMEDOUT: "did not answer.",
};

/** Why no connection came about, in our words. */
export function asSshFailure(host: SshHost, error: unknown): SshFailure {
  if (error instanceof SshFailure) return error;
  if (error instanceof RefusedDestination) return new SshFailure("refused", error.message);
  const { code, level, message } = partsOf(error);
  if (level === "client-authentication") return refusedLogin(host);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return unreachable(`The name '${host.address}' of ${host.name} could not be resolved.`);
  if (/no matching/i.test(message))
    return unreachable(`${shownHost(host)} offers no algorithm that is strong enough: ${message}.`);
  return unreachable(`${shownHost(host)} ${byCode[code] ?? `could not be reached: ${message}.`}`);
}

function refusedLogin({ name, username, credential }: SshHost): SshFailure {
  const kind = "password" in credential ? "password" : "key";
  return new SshFailure(
    "authentication",
    `${name} refused the login of '${username}'. Check the username and the ${kind}, and that the host accepts this ${kind}.`,
  );
}

// Reasons of RFC 4254, section 5.1.
const prohibited = 1;

export function forwardFailure(bastion: SshHost, destination: string, error: unknown): SshFailure {
  if (reasonOf(error) === prohibited)
    return unreachable(
      `${bastion.name} does not forward connections to ${destination}. Allow it there with AllowTcpForwarding.`,
    );
  return unreachable(`${bastion.name} could not reach ${destination}.`);
}

function unreachable(message: string): SshFailure {
  return new SshFailure("unreachable", message);
}

function reasonOf(error: unknown): unknown {
  return error instanceof Error && "reason" in error ? error.reason : undefined;
}

function partsOf(error: unknown): { code: string; level: string; message: string } {
  if (!(error instanceof Error)) return { code: "", level: "", message: "unknown error" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const level = "level" in error && typeof error.level === "string" ? error.level : "";
  return { code, level, message: printable(error.message) };
}

/** A part of it may come from the host. */
function printable(message: string): string {
  return message
    .slice(0, 200)
    .replace(/[^\x20-\x7e]/g, "?")
    .replace(/\.$/, "");
}
