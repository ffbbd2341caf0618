import { lintRunbook } from "@opsplane/automation";
import { type Runbook, type RunbookContent, runbookEvents } from "@opsplane/contract";
import { type Db, fail, newId, type Principal, type WriteScope } from "@opsplane/runtime";
import { assertMayUseSecrets, assertSound, contentOf, secretsOf } from "./content.ts";
import { assertReferences } from "./references.ts";
import * as store from "./store/runbooks.ts";
import { noStats, statsOf } from "./store/stats.ts";

const maxRunbooks = 2_000;

/** Refuses another runbook when the tenant has as many as it can have. */
export async function assertRoom(db: Db): Promise<void> {
  if ((await store.countRunbooks(db)) >= maxRunbooks)
    fail("CONFLICT", `A tenant can have ${maxRunbooks} runbooks. Delete one that is no longer used.`);
}

/** Stores a sound draft and returns its id. */
export async function insertDraft(
  { db, actor }: WriteScope,
  principal: Principal,
  content: RunbookContent,
  libraryKey: string | null,
): Promise<string> {
  await assertRoom(db);
  assertSound(content);
  assertMayUseSecrets(principal, content);
  await assertReferences(db, content);
  const id = newId();
  await store.insertRunbook(db, id, content, { by: actor, libraryKey });
  await store.keepSecrets(db, id, secretsOf(content));
  return id;
}

/** A draft of another feature, with audit record and event. Its name gets a number when another runbook has it. */
export async function createDraft(
  write: WriteScope,
  principal: Principal,
  content: RunbookContent,
  libraryKey: string | null,
): Promise<Runbook> {
  const name = await store.freeName(write.db, content.name);
  const made = await announced(write, await insertDraft(write, principal, { ...content, name }, libraryKey));
  write.audit({ target: target(made), after: made });
  return made;
}

export async function announced({ db, announce }: WriteScope, id: string): Promise<Runbook> {
  const stored = (await store.getRunbook(db, id)) ?? fail("NOT_FOUND", `There is no runbook ${id}.`);
  announce(runbookEvents.updated, id, { name: stored.name, status: stored.status });
  return shown(db, stored);
}

export async function shown(db: Db, { content_version: _, ...runbook }: store.StoredRunbook): Promise<Runbook> {
  const warnings = lintRunbook(contentOf({ content_version: 0, ...runbook }));
  return { ...runbook, warnings, stats: (await statsOf(db, [runbook.id])).get(runbook.id) ?? noStats };
}

export function target({ id, name }: { id: string; name: string }) {
  return { type: "runbook", id, name };
}
