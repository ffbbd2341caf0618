import { createHash } from "node:crypto";
import { SshFailure, type SshHost, shownHost } from "./ssh-host.ts";

export interface ShownKey {
  type: string;
  fingerprint: string;
}

/** Reads a key as hosts send it: the length and name of its type, then the key itself. */
export function readHostKey(blob: Buffer): ShownKey {
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0);
  const type = blob.subarray(4, 4 + Math.min(length, 100)).toString("latin1");
  return { type, fingerprint: `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}` };
}

/** Before a connection: a host without a key is refused, because nothing could identify it. */
export function assertHasKey(host: SshHost): void {
  if (host.hostKeys.length > 0) return;
  throw new SshFailure(
    "host_key",
    `${host.name} has no trusted key. Add its key first: read the key, compare it with the one on the host, and trust it.`,
  );
}

/** Why a key is refused; undefined for a trusted one. */
export function refusedKey(host: SshHost, { type, fingerprint }: ShownKey): SshFailure | undefined {
  if (host.hostKeys.includes(fingerprint)) return undefined;
  const trusted = host.hostKeys.join(", ");
  return new SshFailure(
    "host_key",
    `${shownHost(host)} shows the key ${fingerprint} (${type}), but the trusted key is ${trusted}. ` +
      "Another machine may answer at this address. If the host has a new key, compare it with the one on the host and trust it.",
  );
}
