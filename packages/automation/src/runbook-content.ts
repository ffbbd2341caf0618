import type { RunbookContent, RunbookStep, RunbookStepInput } from "@opsplane/contract";

/** A runbook as it is given: everything except its name may be absent. */
export type RunbookInput = Pick<RunbookContent, "name"> & {
  [Field in Exclude<keyof RunbookContent, "name" | "steps" | "on_failure">]?: RunbookContent[Field] | undefined;
} & { steps?: readonly RunbookStepInput[] | undefined; on_failure?: readonly RunbookStepInput[] | undefined };

/** Completes an input: absent fields become empty, and steps without ids get them from their titles. */
export function contentOf(input: RunbookInput): RunbookContent {
  const given = [...(input.steps ?? []), ...(input.on_failure ?? [])];
  const taken = new Set(given.flatMap(({ id }) => id ?? []));
  const complete = (step: RunbookStepInput): RunbookStep => {
    const id = step.id ?? stepIds(step.title, taken);
    taken.add(id);
    return { ...step, id };
  };
  return {
    name: input.name,
    description: input.description ?? "",
    notes: input.notes ?? "",
    tags: input.tags ?? [],
    ci_classes: input.ci_classes ?? [],
    services: input.services ?? [],
    parameters: input.parameters ?? [],
    lock_key: input.lock_key ?? "",
    steps: (input.steps ?? []).map(complete),
    on_failure: (input.on_failure ?? []).map(complete),
    verification: input.verification ?? null,
  };
}

const maxId = 40;

/** An id made from a title: "Restart the service" becomes restart_the_service, or restart_the_service_2 when that is taken. */
export function stepIds(title: string, taken: ReadonlySet<string>): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "");
  const base = words.slice(0, maxId).replace(/_+$/, "") || "step";
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? "" : `_${count}`;
    const id = `${base.slice(0, maxId - suffix.length)}${suffix}`;
    if (!taken.has(id) && id !== "verification") return id;
  }
}
