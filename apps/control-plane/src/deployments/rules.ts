import { type Deployment, type DeploymentMode, hostedModes } from "@opsplane/contract/control-plane";
import { fail, invalid } from "@opsplane/runtime";

/** The company operates the deployment, so tenants are created there and statements are sent there. */
export function isHosted(mode: DeploymentMode): boolean {
  return hostedModes.includes(mode);
}

interface Wanted {
  mode: DeploymentMode;
  url: string | null;
  isDefault: boolean;
  hasSecret: boolean;
}

export function assertComplete({ mode, url, isDefault, hasSecret }: Wanted): void {
  if (isHosted(mode) && url === null) invalid("url", "is required for a hosted deployment");
  if (isHosted(mode) && !hasSecret) invalid("service_secret", "is required for a hosted deployment");
  if (isDefault && mode !== "shared_saas") invalid("is_default", "is only for deployments with the mode shared_saas");
}

/** Refuses a deployment that cannot run a tenant of this mode. */
export function assertTakes(deployment: Pick<Deployment, "id" | "mode">, mode: DeploymentMode): void {
  if (deployment.mode !== mode)
    fail("CONFLICT", `The deployment '${deployment.id}' has the mode ${deployment.mode}, not ${mode}.`);
}

/** A deployment chooses this text, so only a version is kept of it. */
export function readVersion(written: unknown): string | null {
  return typeof written === "string" && /^\d{1,6}\.\d{1,6}\.\d{1,6}([-+][\w.+-]{1,60})?$/.test(written)
    ? written
    : null;
}
