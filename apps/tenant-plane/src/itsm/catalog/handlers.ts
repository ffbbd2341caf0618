import { type CatalogItem, catalogEvents, formProblems, isId, type operations } from "@opsplane/contract";
import {
  type Db,
  difference,
  fail,
  type HandlersOf,
  invalid,
  newId,
  type Principal,
  type WriteScope,
} from "@opsplane/runtime";
import { keepDefinition } from "../approvals/store/definitions.ts";
import { namedDefinition } from "../approvals/writes.ts";
import * as store from "./store.ts";

export const catalogHandlers: HandlersOf<typeof operations.catalog> = {
  list: ({ db, query: { limit = 50, offset = 0, ...filter } }) => store.listItems(db, { ...filter, limit, offset }),

  categories: ({ db }) => store.listCategories(db),

  get: async ({ db, params }) => (await store.getItem(db, params.id)) ?? missing(params.id),

  create: async (context) => {
    const { db, body, audit } = context;
    const wanted: store.ItemRow = {
      id: newId(),
      name: body.name,
      description: body.description ?? "",
      category: body.category ?? "",
      icon: body.icon ?? "",
      form: body.form ?? {},
      workflow_definition_id: body.workflow_definition_id || null,
      fulfillment_type: body.fulfillment_type ?? "manual",
      fulfillment_config: body.fulfillment_config ?? {},
      target_hours: body.target_hours ?? null,
      enabled: body.enabled ?? true,
    };
    assertSound(wanted);
    await assertDefinition(db, wanted.workflow_definition_id);
    await store.insertItem(db, wanted);
    const item = (await store.getItem(db, wanted.id)) ?? missing(wanted.id);
    audit({ target: target(item), after: item });
    announceItem(context, item);
    return item;
  },

  update: async (context) => {
    const { db, params, body, principal, audit, assertUnchanged } = context;
    const item = (await store.lockItem(db, params.id)) ?? missing(params.id);
    assertUnchanged(item);
    const next = { ...item, ...body, workflow_definition_id: wantedDefinition(item, body) };
    assertSound(next);
    if (next.workflow_definition_id !== item.workflow_definition_id) {
      await assertDefinition(db, next.workflow_definition_id);
      await assertMayReplaceChain(db, item, principal);
    }
    await store.updateItem(db, next);
    const updated = (await store.getItem(db, item.id)) ?? missing(params.id);
    audit({ target: target(updated), ...difference(item, updated) });
    announceItem(context, updated);
    return updated;
  },

  remove: async (context) => {
    const { db, params, audit } = context;
    const item = (await store.lockItem(db, params.id)) ?? missing(params.id);
    if (await store.wasRequested(db, item.id))
      fail("CONFLICT", `'${item.name}' has been requested and cannot be deleted; disable it instead.`);
    await store.deleteItem(db, item.id);
    audit({ target: target(item), before: item });
    announceItem(context, item);
    return undefined;
  },
};

function wantedDefinition(
  { workflow_definition_id }: CatalogItem,
  body: { workflow_definition_id?: string | null },
): string | null {
  return body.workflow_definition_id === undefined ? workflow_definition_id : body.workflow_definition_id || null;
}

/** An unknown definition would mean no approval, so a typo would switch the approval off. */
async function assertDefinition(db: Db, id: string | null): Promise<void> {
  if (id !== null && !(isId(id) && (await keepDefinition(db, id))))
    fail("NOT_FOUND", `There is no approval definition ${id}.`);
}

/** Only people who can edit approval definitions can remove an item's approval. */
async function assertMayReplaceChain(db: Db, item: CatalogItem, { permissions }: Principal): Promise<void> {
  if (permissions.has("workflows:write") || !(await namedDefinition(db, item.workflow_definition_id))) return;
  fail("FORBIDDEN", `Only someone with the permission 'workflows:write' can change the approval of '${item.name}'.`);
}

const maxFormBytes = 64 * 1024;

/** Checks that the form can be displayed, and that a runbook item has a runbook. */
function assertSound({ form, fulfillment_type, fulfillment_config }: store.ItemRow): void {
  const problems = formProblems(form);
  const [first] = problems;
  if (first) fail("VALIDATION_ERROR", `${first.path} ${first.message}.`, { details: problems });
  for (const [path, value] of Object.entries({ form, fulfillment_config }))
    if (JSON.stringify(value).length > maxFormBytes) invalid(path, "must not be larger than 64 kB");
  const { runbook_id } = fulfillment_config;
  if (fulfillment_type === "runbook" && (typeof runbook_id !== "string" || runbook_id === ""))
    invalid("fulfillment_config.runbook_id", "is required when a runbook fulfills the request");
}

function announceItem({ announce }: WriteScope, { id, name }: CatalogItem): void {
  announce(catalogEvents.updated, id, { name });
}

function target({ id, name }: CatalogItem) {
  return { type: "catalog_item", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no catalog item ${id}.`);
}
