import type { ErrorDetail, Parameter } from "@opsplane/contract";
import type { ExecuteInput } from "../mutations.ts";

export type ParameterInputs = Record<string, unknown>;

/** What a person chooses before an execution. */
export interface RunInputs {
  values: ParameterInputs;
  /** Undefined: the hosts of the incident's affected items. */
  targets: string[] | undefined;
  /** An id or a reference. */
  incident: string | undefined;
}

/** What an execution shows for a secret value, which is entered again. */
export const masked = "••••••";

/** The initial values: those of an earlier execution, else the defaults. */
export function firstValues(parameters: readonly Parameter[], earlier: ParameterInputs = {}): ParameterInputs {
  return Object.fromEntries(
    parameters.flatMap(({ name, type, default: first }): [string, unknown][] => {
      const value = type === "secret" || earlier[name] === masked ? undefined : (earlier[name] ?? first);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/** The request of an execution. An empty field is left out, unless it clears a default. */
export function executeBody(parameters: readonly Parameter[], inputs: RunInputs, dryRun: boolean): ExecuteInput {
  const given = parameters.flatMap(({ name, default: first }): [string, unknown][] => {
    const value = inputs.values[name];
    const absent = value === undefined || value === null || (value === "" && (first === undefined || first === null));
    return absent ? [] : [[name, value]];
  });
  return {
    dry_run: dryRun,
    parameters: Object.fromEntries(given),
    ...(inputs.targets ? { targets: inputs.targets } : {}),
    ...(inputs.incident ? { incident_id: inputs.incident } : {}),
  };
}

/** The first problem of each parameter, from the server's details. Their path is `parameters.name`. */
export function problemsByParameter(details: readonly ErrorDetail[]): Record<string, string> {
  const byName: Record<string, string> = {};
  for (const { path, message } of details) {
    const name = /^\/?(?:body[./])?parameters[./]([^./]+)/.exec(path)?.[1];
    if (name) byName[name] ??= message;
  }
  return byName;
}

interface Fitting {
  name: string;
  ci_classes: readonly string[];
  services: readonly string[];
}

/** Whether a runbook is for one of these items, by their class or as their service. */
export function fits(runbook: Fitting, items: readonly { name: string; class: string }[]): boolean {
  return items.some(
    (item) => runbook.ci_classes.includes(item.class) || runbook.services.some((service) => service === item.name),
  );
}
