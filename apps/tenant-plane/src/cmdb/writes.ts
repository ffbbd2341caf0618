import { type ConfigItem, cmdbEvents } from "@opsplane/contract";
import { type Db, difference, fail, invalid, type WriteScope } from "@opsplane/runtime";
import { assertStorable, changesBetween, goneWith, itemDefaults } from "./rules.ts";
import { addHistory } from "./store/history.ts";
import * as store from "./store/items.ts";
import { relationsOfItem } from "./store/relations.ts";

// Writes of configuration items, for handlers and other features. Each function audits and announces in the caller's write.

export type ItemInput = Pick<store.ItemFacts, "name" | "class"> & Partial<store.ItemFacts>;

export async function createItem(write: WriteScope, input: ItemInput): Promise<ConfigItem> {
  const facts = { ...itemDefaults, ...input };
  assertStorable(facts.attributes);
  if (facts.owner) await assertOwner(write.db, facts.owner);
  const item = await store.insertItem(write.db, facts, write.actor);
  if (!item) return fail("CONFLICT", `'${facts.source}' already has an item with the key '${facts.external_id}'.`);
  return recordCreated(write, item);
}

/** Changes an item that is locked in this write. */
export async function changeItem(
  write: WriteScope,
  item: ConfigItem,
  wanted: Partial<store.ItemFacts>,
): Promise<ConfigItem> {
  const { db, actor, audit, announce } = write;
  if (wanted.attributes) assertStorable(wanted.attributes);
  if (wanted.owner && wanted.owner.id !== item.owner?.id) await assertOwner(db, wanted.owner);
  const updated = (await store.updateItem(db, item.id, { ...item, ...wanted })) ?? itemNotFound(item.id);
  const changes = changesBetween(item, updated);
  if (Object.keys(changes).length > 0) await addHistory(db, actor, [{ item: updated, action: "updated", changes }]);
  audit({ target: targetOf(updated), ...difference(recordOf(item), recordOf(updated)) });
  announce(cmdbEvents.updated, updated.id, summaryOf(updated));
  return updated;
}

export interface ExternalItemInput extends ItemInput {
  source: string;
  external_id: string;
}

/**
 * Creates the item with this source and key, or changes the given fields. An unchanged item is not written, so a source can report
 * all its items repeatedly.
 */
export async function upsertItem(write: WriteScope, input: ExternalItemInput): Promise<ConfigItem> {
  const { source, external_id } = input;
  const facts = { ...itemDefaults, ...input };
  assertStorable(facts.attributes);
  const known = await store.lockExternalItem(write.db, source, external_id);
  if (!known) {
    if (facts.owner) await assertOwner(write.db, facts.owner);
    const item = await store.insertItem(write.db, facts, write.actor);
    if (item) return recordCreated(write, item);
  }
  // Another write has created it in the meantime.
  const item = known ?? (await store.lockExternalItem(write.db, source, external_id)) ?? itemNotFound(external_id);
  if (!isSame(item, input)) return changeItem(write, item, input);
  write.audit({ target: targetOf(item) });
  return item;
}

export async function removeItem({ db, actor, audit, announce }: WriteScope, id: string): Promise<void> {
  const item = (await store.lockItem(db, id)) ?? itemNotFound(id);
  const relations = await relationsOfItem(db, item.id);
  await store.deleteItem(db, item.id);
  await addHistory(
    db,
    actor,
    relations.map((relation) => ({ item: relation.other, action: "unrelated", changes: goneWith(item, relation) })),
  );
  audit({ target: targetOf(item), before: recordOf(item) });
  announce(cmdbEvents.removed, item.id, summaryOf(item));
}

export function itemNotFound(id: string): never {
  return fail("NOT_FOUND", `There is no configuration item ${id}.`);
}

async function recordCreated({ db, actor, audit, announce }: WriteScope, item: ConfigItem): Promise<ConfigItem> {
  await addHistory(db, actor, [{ item, action: "created", changes: changesBetween(undefined, item) }]);
  audit({ target: targetOf(item), after: recordOf(item) });
  announce(cmdbEvents.created, item.id, summaryOf(item));
  return item;
}

function isSame(item: ConfigItem, { owner, ...input }: ExternalItemInput): boolean {
  if (owner !== undefined && owner?.id !== item.owner?.id) return false;
  return Object.entries(input).every(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(item[field as keyof ConfigItem]),
  );
}

async function assertOwner(db: Db, { type, id }: NonNullable<store.ItemFacts["owner"]>): Promise<void> {
  if (type === "group") {
    if (!(await store.findGroup(db, id))) fail("NOT_FOUND", `There is no group ${id}.`);
    return;
  }
  const person = (await store.findUser(db, id)) ?? fail("NOT_FOUND", `There is no user ${id}.`);
  if (person.disabled) invalid("owner", `names ${person.email}, who is disabled`);
}

/** The record without the activity counts. */
function recordOf({ open_incidents: _incidents, running_changes: _changes, ...record }: ConfigItem) {
  return record;
}

function summaryOf({ name, class: itsClass, environment, criticality, version }: ConfigItem) {
  return { name, class: itsClass, environment, criticality, version };
}

function targetOf(item: ConfigItem) {
  return { type: "ci", id: item.id, name: item.name };
}
