import type { ConfigItem, operations } from "@opsplane/contract";
import { type Db, difference, fail, type HandlersOf, invalid, type Principal } from "@opsplane/runtime";
import { countFacets } from "./facets-store.ts";
import { addHistory, listHistory } from "./history-store.ts";
import type { WantedOwner } from "./item-filter.ts";
import * as store from "./items-store.ts";
import { relationsOfItem } from "./relations-store.ts";
import { assertStorable, changesBetween, goneWith } from "./rules.ts";

type Operation = "items" | "facets" | "get" | "create" | "update" | "remove" | "history";

export const itemHandlers: Pick<HandlersOf<typeof operations.cmdb>, Operation> = {
  items: ({ db, query, principal }) => {
    const { owner, sort = "name", limit = 50, offset = 0, ...rest } = query;
    return store.listItems(db, { ...rest, ...wantedOwner(owner, principal), sort, limit, offset });
  },

  facets: ({ db, query: { owner, ...rest }, principal }) =>
    countFacets(db, { ...rest, ...wantedOwner(owner, principal) }),

  get: async ({ db, params }) => (await store.getItem(db, params.id)) ?? missing(params.id),

  create: async ({ db, body, principal, audit, announce }) => {
    const facts = { ...unlessTold, ...body };
    assertStorable(facts.attributes);
    if (facts.owner) await assertOwner(db, facts.owner);
    const item = await store.insertItem(db, facts, principal.label);
    if (!item) return fail("ERROR", "The item could not be stored.");
    await addHistory(db, principal.label, [{ item, action: "created", changes: changesBetween(undefined, item) }]);
    audit({ target: target(item), after: recorded(item) });
    announce({ type: "ci.created", subjectId: item.id, data: summary(item) });
    return item;
  },

  update: async ({ db, params, body, principal, audit, announce, assertUnchanged }) => {
    const item = (await store.lockItem(db, params.id)) ?? missing(params.id);
    assertUnchanged(item);
    if (body.attributes) assertStorable(body.attributes);
    if (body.owner && body.owner.id !== item.owner?.id) await assertOwner(db, body.owner);
    const updated = (await store.updateItem(db, item.id, { ...item, ...body })) ?? missing(params.id);
    const changes = changesBetween(item, updated);
    if (Object.keys(changes).length > 0)
      await addHistory(db, principal.label, [{ item: updated, action: "updated", changes }]);
    audit({ target: target(updated), ...difference(recorded(item), recorded(updated)) });
    announce({ type: "ci.updated", subjectId: updated.id, data: summary(updated) });
    return updated;
  },

  remove: async ({ db, params, principal, audit, announce }) => {
    const item = (await store.lockItem(db, params.id)) ?? missing(params.id);
    const ties = await relationsOfItem(db, item.id);
    await store.deleteItem(db, item.id);
    await addHistory(
      db,
      principal.label,
      ties.map((tie) => ({ item: tie.other, action: "unrelated", changes: goneWith(item, tie) })),
    );
    audit({ target: target(item), before: recorded(item) });
    announce({ type: "ci.removed", subjectId: item.id, data: summary(item) });
    return undefined;
  },

  /** Also of an item that is gone: what became of it is still known. */
  history: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
    const page = await listHistory(db, params.id, { limit, offset });
    if (page.total === 0 && !(await store.getItem(db, params.id))) missing(params.id);
    return page;
  },
};

const unlessTold: Omit<store.ItemFacts, "name" | "class"> = {
  environment: "",
  description: "",
  attributes: {},
  owner: null,
  criticality: "medium",
  tags: [],
  source: "manual",
};

async function assertOwner(db: Db, { type, id }: NonNullable<store.ItemFacts["owner"]>): Promise<void> {
  if (type === "group") {
    if (!(await store.findGroup(db, id))) fail("NOT_FOUND", `There is no group ${id}.`);
    return;
  }
  const person = (await store.findUser(db, id)) ?? fail("NOT_FOUND", `There is no user ${id}.`);
  if (person.disabled) invalid("owner", `names ${person.email}, who is disabled`);
}

function wantedOwner(written: string | undefined, { userId }: Principal): { owner?: WantedOwner } {
  if (written === undefined) return {};
  if (written === "none") return { owner: { who: "none" } };
  if (written !== "me") return { owner: { who: "one", id: written } };
  return { owner: { who: "person", userId: userId ?? invalid("owner", "'me' is a person, and this key is none") } };
}

/** What is counted around an item is no part of its record. */
function recorded({ open_incidents: _incidents, running_changes: _changes, ...record }: ConfigItem) {
  return record;
}

function summary({ name, class: itsClass, environment, criticality, version }: ConfigItem) {
  return { name, class: itsClass, environment, criticality, version };
}

function target(item: ConfigItem) {
  return { type: "ci", id: item.id, name: item.name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no configuration item ${id}.`);
}
