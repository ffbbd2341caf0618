import { type AutomationWriter, type Db, fail, type SecretBox } from "@opsplane/runtime";
import { secretTarget } from "./handlers.ts";
import { readSealed, takeSealed } from "./store.ts";

/** The record that uses a secret, as the audit log names it. */
export interface SecretUser {
  type: string;
  id: string;
  name: string;
}

/** Opens a secret for one use by a job. The use is audited before the caller has the value. */
export async function useSecret(
  { asAutomation, secrets }: { asAutomation: AutomationWriter; secrets: SecretBox },
  tenantId: string,
  secretId: string,
  usedBy: SecretUser,
): Promise<string> {
  let value = "";
  await asAutomation(tenantId, "secrets.use", async ({ db, audit }) => {
    const secret =
      (await takeSealed(db, secretId, `${usedBy.type} ${usedBy.name}`)) ??
      fail("NOT_FOUND", `There is no secret ${secretId}.`);
    value = secrets.open(secret.sealed);
    audit({ target: secretTarget(secret), after: { used_by: usedBy, value_version: secret.value_version } });
    return undefined;
  });
  return value;
}

/** The ids of those with fewer characters. Only the lengths leave this function, so it is not a use. */
export async function shortSecrets(
  db: Db,
  box: SecretBox,
  ids: readonly string[],
  shortest: number,
): Promise<ReadonlySet<string>> {
  const sealed = await readSealed(db, ids);
  return new Set(sealed.filter((secret) => box.open(secret.sealed).length < shortest).map(({ id }) => id));
}
