import { cmdbEvents, type operations, type Relation, relationWords } from "@opsplane/contract";
import { fail, type HandlersOf, invalid, type WriteContext } from "@opsplane/runtime";
import { relatedChanges, unrelatedChanges } from "../rules.ts";
import { addHistory } from "../store/history.ts";
import * as store from "../store/relations.ts";

type Operation = "relations" | "relate" | "getRelation" | "unrelate";

export const relationHandlers: Pick<HandlersOf<typeof operations.cmdb>, Operation> = {
  relations: ({ db, query: { limit = 50, offset = 0, ...filter } }) =>
    store.listRelations(db, { ...filter, limit, offset }),

  getRelation: async ({ db, params }) => (await store.getRelation(db, params.id)) ?? missing(params.id),

  relate: async (context) => {
    const { db, body, principal, audit } = context;
    const { type, description = "", origin = "manual" } = body;
    const [sourceId, targetId] = [body.source_id.toLowerCase(), body.target_id.toLowerCase()];
    if (sourceId === targetId) invalid("target_id", "must differ from source_id");
    const { source, target } = await holdEnds(db, sourceId, targetId);
    const wanted = { sourceId, targetId, type, description, origin, createdBy: principal.label };
    const relation = await store.insertRelation(db, wanted);
    if (!relation) fail("CONFLICT", `'${source.name}' ${relationWords[type].forward} '${target.name}' already.`);
    const { ofSource, ofTarget } = relatedChanges(relation);
    await addHistory(db, principal.label, [
      { item: source, action: "related", changes: ofSource },
      { item: target, action: "related", changes: ofTarget },
    ]);
    audit({ target: auditTarget(relation), after: relation });
    announceRelation(context, relation);
    return relation;
  },

  unrelate: async (context) => {
    const { db, params, principal, audit } = context;
    const relation = (await store.lockRelation(db, params.id)) ?? missing(params.id);
    const { source, target } = await holdEnds(db, relation.source_id, relation.target_id);
    await store.deleteRelation(db, relation.id);
    const { ofSource, ofTarget } = unrelatedChanges(relation);
    await addHistory(db, principal.label, [
      { item: source, action: "unrelated", changes: ofSource },
      { item: target, action: "unrelated", changes: ofTarget },
    ]);
    audit({ target: auditTarget(relation), before: relation });
    announceRelation(context, relation);
    return undefined;
  },
};

async function holdEnds(db: WriteContext["db"], sourceId: string, targetId: string) {
  const ends = await store.holdEnds(db, [sourceId, targetId]);
  const end = (id: string) =>
    ends.find((each) => each.id === id) ?? fail("NOT_FOUND", `There is no configuration item ${id}.`);
  return { source: end(sourceId), target: end(targetId) };
}

function announceRelation({ announce }: WriteContext, { id, type, source, target }: Relation): void {
  const data = {
    relation_id: id,
    type,
    name: source.name,
    class: source.class,
    target_id: target.id,
    target: target.name,
  };
  announce(cmdbEvents.related, source.id, data);
}

function auditTarget({ id, type, source, target }: Relation) {
  return { type: "ci_relation", id, name: `${source.name} ${relationWords[type].forward} ${target.name}` };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no relation ${id}.`);
}
