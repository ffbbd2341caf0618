import type { CatalogItem, Form } from "@opsplane/contract";
import type { CatalogFields } from "./queries.ts";

export interface CatalogDraft {
  name: string;
  description: string;
  category: string;
  icon: string;
  form: Form;
  workflow_definition_id: string | null;
  fulfillment_type: CatalogItem["fulfillment_type"];
  runbook_id: string;
  target_hours: number | null;
  enabled: boolean;
}

export function draftOf(item: CatalogItem | undefined): CatalogDraft {
  const runbook = item?.fulfillment_config.runbook_id;
  return {
    name: item?.name ?? "",
    description: item?.description ?? "",
    category: item?.category ?? "",
    icon: item?.icon || "box",
    form: item?.form ?? { type: "object", properties: {}, required: [] },
    workflow_definition_id: item?.workflow_definition_id ?? null,
    fulfillment_type: item?.fulfillment_type ?? "manual",
    runbook_id: typeof runbook === "string" ? runbook : "",
    target_hours: item?.target_hours ?? null,
    enabled: item?.enabled ?? true,
  };
}

export function draftProblems(draft: CatalogDraft): Partial<Record<"name" | "runbook_id", string>> {
  return {
    ...(draft.name.trim() ? {} : { name: "Enter a name." }),
    ...(draft.fulfillment_type === "runbook" && !draft.runbook_id.trim() ? { runbook_id: "Which runbook?" } : {}),
  };
}

export function fieldsOf({ runbook_id, ...draft }: CatalogDraft): CatalogFields {
  return {
    ...draft,
    name: draft.name.trim(),
    category: draft.category.trim(),
    fulfillment_config: draft.fulfillment_type === "runbook" ? { runbook_id: runbook_id.trim() } : {},
  };
}
