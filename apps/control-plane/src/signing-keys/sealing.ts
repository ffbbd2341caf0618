import type { SigningKey } from "@opsplane/licensing";
import { newId, type SecretBox } from "@opsplane/runtime";
import type { NewKey } from "./store.ts";

export function sealedKey(secrets: SecretBox, { kid, privatePem, publicPem }: SigningKey): NewKey {
  return { id: newId(), kid, privatePem: secrets.seal(privatePem), publicPem };
}
