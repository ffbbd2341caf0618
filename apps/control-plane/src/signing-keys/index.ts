import { newSigningKey, type SigningKey } from "@opsplane/licensing";
import type { Db } from "@opsplane/runtime";
import type { Core, FeatureOf } from "../core.ts";
import { keyHandlers } from "./handlers.ts";
import { sealedKey } from "./sealing.ts";
import * as store from "./store.ts";

export { keyByKid, usableKeys } from "./store.ts";

/** The keys that sign licenses and statements. No operation returns a private key. */
export function openSigningKeys(core: Core): FeatureOf<"licenseKeys"> {
  return { handlers: { licenseKeys: keyHandlers(core) } };
}

/** The first start makes the first key. */
export async function ensureSigningKey(
  { database, secrets }: Pick<Core, "database" | "secrets">,
  make: () => Promise<SigningKey> = newSigningKey,
): Promise<void> {
  if (await store.usableKey(database.system, "newest")) return;
  const made = await make();
  await database.inSystem(async (tx) => {
    await store.lockKeys(tx);
    if (await store.usableKey(tx, "newest")) return;
    await store.insertActive(tx, sealedKey(secrets, made));
  });
}

type Opener = Pick<Core, "secrets">;

/** For new licenses. */
export async function licenseKey(core: Opener, db: Db): Promise<SigningKey> {
  return opened(core, await store.usableKey(db, "newest"));
}

/** For a renewal: the key of the previous license while it may sign, because the deployment knows its public key. */
export async function renewalKey(core: Opener, db: Db, kid: string): Promise<SigningKey> {
  const previous = await store.keyByKid(db, kid);
  return previous && previous.state !== "retired" ? opened(core, previous) : licenseKey(core, db);
}

/** For statements: the oldest key that may sign, because deployments get a new public key before the old one is retired. */
export async function statementKey(core: Opener, db: Db): Promise<SigningKey> {
  return opened(core, await store.usableKey(db, "oldest"));
}

function opened({ secrets }: Opener, key: store.SealedKey | undefined): SigningKey {
  if (!key) throw new Error("There is no signing key; the start makes one.");
  return { kid: key.kid, publicPem: key.public_pem, privatePem: secrets.open(key.private_pem) };
}
