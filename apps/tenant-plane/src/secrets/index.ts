import type { Core, FeatureOf } from "../core.ts";
import { secretHandlers } from "./handlers.ts";

export { type SecretUser, shortSecrets, useSecret } from "./use.ts";

/** Values that integrations use and people never read back. */
export function openSecretStore({ secrets }: Pick<Core, "secrets">): FeatureOf<"secrets"> {
  return { handlers: { secrets: secretHandlers(secrets) } };
}
