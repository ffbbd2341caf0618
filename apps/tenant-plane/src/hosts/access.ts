import { type Db, fail, type SshCredential, type SshHost } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { type SecretUser, useSecret } from "../secrets/index.ts";
import { type Hop, pathOf } from "./bastions.ts";
import { maxHops } from "./rules.ts";
import { touchHost } from "./store.ts";

/** How to run a command on a host. */
export type HostAccess =
  | { kind: "ssh"; hostId: string; name: string; ssh: SshHost }
  | { kind: "agent"; hostId: string; name: string; agent: string };

type Opener = Pick<Core, "asAutomation" | "secrets" | "database">;

/**
 * Everything needed to run a command on a host. Opening the credentials is audited. Fails with a clear message when the host or one of
 * its bastions is disabled, has no key or has no credential.
 */
export async function openHost(
  core: Opener,
  tenantId: string,
  hostId: string,
  usedBy: SecretUser,
): Promise<HostAccess> {
  const [host, ...bastions] = await pathOf(core.database.tenant(tenantId), hostId);
  if (!host) return fail("NOT_FOUND", `There is no host ${hostId}.`);
  if (!host.enabled) return fail("CONFLICT", `The host ${host.name} is disabled. Enable it to run commands there.`);
  const { name } = host;
  if (host.connection === "agent") return { kind: "agent", hostId, name, agent: host.agent };
  return { kind: "ssh", hostId, name, ssh: await openSsh(core, tenantId, [host, ...bastions], usedBy) };
}

/** Stores when a host was used last, to the minute. */
export function noteHostUsed(db: Db, hostId: string): Promise<void> {
  return touchHost(db, hostId);
}

/** The host and its bastions with their credentials. The host itself may be disabled, so that it can be tested first. */
export async function openSsh(
  core: Opener,
  tenantId: string,
  path: readonly Hop[],
  usedBy: SecretUser,
): Promise<SshHost> {
  const [host] = path;
  if (!host) return fail("NOT_FOUND", "There is no such host.");
  // Checked before a credential is opened, because its use is audited.
  if (host.host_keys.length === 0) return withoutKey(host);
  const bastion = await openBastion(core, tenantId, path, usedBy);
  const credential = await openCredential(core, tenantId, host, usedBy);
  return { ...plainHost(host), credential, ...(bastion && { bastion }) };
}

/** The bastion of the first host. Undefined when it has none. */
export async function openBastion(
  core: Opener,
  tenantId: string,
  [, ...bastions]: readonly Hop[],
  usedBy: SecretUser,
): Promise<SshHost | undefined> {
  if (bastions.length > maxHops) return fail("CONFLICT", `The host is reached through more than ${maxHops} bastions.`);
  for (const hop of bastions) {
    if (!hop.enabled) return fail("CONFLICT", `The bastion ${hop.name} is disabled. Enable it first.`);
    if (hop.host_keys.length === 0) return withoutKey(hop);
  }
  let nearest: SshHost | undefined;
  for (const hop of bastions.toReversed()) {
    const credential = await openCredential(core, tenantId, hop, usedBy);
    nearest = { ...plainHost(hop), credential, ...(nearest && { bastion: nearest }) };
  }
  return nearest;
}

export function plainHost({ name, address, port, username, host_keys }: Hop): Omit<SshHost, "credential" | "bastion"> {
  return {
    ...{ name, address, port, username },
    hostKeys: host_keys.map(({ fingerprint }) => fingerprint),
    hostKeyTypes: host_keys.map(({ type }) => type),
  };
}

async function openCredential(core: Opener, tenantId: string, hop: Hop, usedBy: SecretUser): Promise<SshCredential> {
  if (hop.secret_id === null)
    return fail("CONFLICT", `The host ${hop.name} has no credential. Choose the secret with its key or password.`);
  const value = await useSecret(core, tenantId, hop.secret_id, usedBy);
  if (hop.authentication === "password") return { password: value };
  if (hop.passphrase_secret_id === null) return { privateKey: value };
  return { privateKey: value, passphrase: await useSecret(core, tenantId, hop.passphrase_secret_id, usedBy) };
}

function withoutKey({ name }: Hop): never {
  return fail("CONFLICT", `The host ${name} has no trusted key. Read its key, compare it and trust it first.`);
}
