import { shortestSecret } from "@opsplane/automation";
import { fail } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { useSecret } from "../secrets/index.ts";
import type { PlanNode } from "./plan.ts";
import type { RunRow } from "./store/runs.ts";

/** The values of a run's secret parameters: some were given with it, others are in the tenant's secret store. */
export interface SecretParameters {
  given: Record<string, string>;
  /** Names of parameters with the ids of stored secrets. */
  stored: Record<string, string>;
}

export function sealSecrets({ secrets }: Pick<Core, "secrets">, { given, stored }: SecretParameters): Buffer | null {
  const isEmpty = Object.keys(given).length === 0 && Object.keys(stored).length === 0;
  return isEmpty ? null : secrets.seal(JSON.stringify({ given, stored }));
}

/** Opens the secrets that a step uses. Each use of a stored one is audited, so others stay closed. */
export async function openRunSecrets(
  core: Pick<Core, "asAutomation" | "secrets">,
  tenantId: string,
  run: RunRow,
  node: PlanNode,
): Promise<Record<string, string>> {
  if (run.secret_parameters === null) return {};
  // Written by `sealSecrets`.
  const { given, stored }: SecretParameters = JSON.parse(core.secrets.open(run.secret_parameters));
  const written = JSON.stringify(node.config);
  const values = { ...given };
  const usedBy = { type: run.kind, id: run.id, name: run.reference };
  for (const [name, secretId] of Object.entries(stored))
    if (written.includes(`parameters.${name}`)) values[name] = await useSecret(core, tenantId, secretId, usedBy);
  const short = Object.keys(stored).find((name) => (values[name]?.length ?? shortestSecret) < shortestSecret);
  if (short !== undefined)
    fail(
      "VALIDATION_ERROR",
      `The stored secret of '${short}' has fewer than ${shortestSecret} characters, so it could not be masked in outputs. Store a longer one.`,
    );
  return values;
}
