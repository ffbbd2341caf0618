import { contentOf as completed } from "@opsplane/automation";
import { libraryRunbooks } from "@opsplane/automation/library";
import { type operations, type RunbookContent, runbookEvents } from "@opsplane/contract";
import { difference, fail, type HandlersOf, type SecretBox, type WriteContext } from "@opsplane/runtime";
import { assertMayUseSecrets, assertSound, contentOf, edited, secretsOf } from "../content.ts";
import { keepFlags } from "../flags.ts";
import { assertReferences } from "../references.ts";
import * as store from "../store/runbooks.ts";
import { noStats, statsOf, stepStatsOf } from "../store/stats.ts";
import { announced, insertDraft, shown, target } from "../writes.ts";

export function runbookHandlers(box: SecretBox): HandlersOf<typeof operations.runbooks> {
  return {
    list: async ({ db, query: { limit = 50, offset = 0, ...filter } }) => {
      const page = await store.listRunbooks(db, { ...filter, limit, offset });
      const stats = await statsOf(
        db,
        page.items.map(({ id }) => id),
      );
      return { ...page, items: page.items.map((item) => ({ ...item, stats: stats.get(item.id) ?? noStats })) };
    },

    library: async () => [...libraryRunbooks],

    get: async ({ db, params }) => shown(db, (await store.getRunbook(db, params.id)) ?? missing(params.id)),

    create: async (context) => {
      const { status = "draft", library_key, ...input } = context.body;
      const content = completed(input);
      const id = await insertDraft(context, context.principal, content, library_key ?? null);
      if (status === "published") await publish(context, box, id, content, "");
      const made = await announced(context, id);
      context.audit({ target: target(made), after: made });
      return made;
    },

    update: async (context) => {
      const { db, params, body, principal, actor, audit, assertUnchanged } = context;
      const before = (await store.lockRunbook(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const content = edited(contentOf(before), body);
      assertSound(content);
      assertMayUseSecrets(principal, contentOf(before), content);
      await assertReferences(db, content);
      await store.updateRunbook(db, before.id, content, actor);
      await store.keepSecrets(db, before.id, secretsOf(content));
      const after = await announced(context, before.id);
      audit({ target: target(after), ...difference(contentOf(before), content) });
      return after;
    },

    remove: async ({ db, params, audit, announce }) => {
      const before = (await store.lockRunbook(db, params.id)) ?? missing(params.id);
      const use = await store.usedBy(db, before.id);
      if (use !== undefined)
        fail("CONFLICT", `'${before.name}' ${uses[use]} and cannot be deleted; archive it instead.`);
      await store.deleteRunbook(db, before.id);
      audit({ target: target(before), before });
      announce(runbookEvents.updated, before.id, { name: before.name, status: before.status });
      return undefined;
    },

    publish: async (context) => {
      const { db, params, body, principal, audit, assertUnchanged } = context;
      const before = (await store.lockRunbook(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const content = contentOf(before);
      assertSound(content);
      assertMayUseSecrets(principal, content);
      await assertReferences(db, content);
      await publish(context, box, before.id, content, body.comment ?? "");
      const after = await announced(context, before.id);
      const { status, published_version } = before;
      audit({
        target: target(after),
        before: { status, published_version },
        after: { status: after.status, published_version: after.published_version, comment: body.comment ?? "" },
      });
      return after;
    },

    archive: async (context) => {
      const { db, params, actor, audit, assertUnchanged } = context;
      const before = (await store.lockRunbook(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      if (before.status === "archived") fail("INVALID_TRANSITION", `'${before.name}' is archived already.`);
      await store.setStatus(db, before.id, "archived", actor);
      const after = await announced(context, before.id);
      audit({ target: target(after), before: { status: before.status }, after: { status: after.status } });
      return after;
    },

    versions: async ({ db, params, query }) => {
      const { id } = (await store.getRunbook(db, params.id)) ?? missing(params.id);
      return store.listVersions(db, id, query);
    },

    steps: async ({ db, params }) => {
      const { id } = (await store.getRunbook(db, params.id)) ?? missing(params.id);
      return stepStatsOf(db, id);
    },
  };
}

const uses = {
  executed: "has been executed",
  catalog: "fulfills a catalog item",
  workflow: "is a step of a workflow",
};

async function publish(
  { db, actor }: WriteContext,
  box: SecretBox,
  id: string,
  content: RunbookContent,
  comment: string,
): Promise<void> {
  const runbook = (await store.lockRunbook(db, id)) ?? missing(id);
  await store.publishRunbook(db, runbook, content, { by: actor, comment });
  await keepFlags(db, box, id, content);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no runbook ${id}.`);
}
