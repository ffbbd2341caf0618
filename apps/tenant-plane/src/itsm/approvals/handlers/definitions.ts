import { type ApprovalDefinition, approvalEvents, type operations } from "@opsplane/contract";
import { type Db, difference, fail, type HandlersOf, newId, type WriteContext } from "@opsplane/runtime";
import { readSteps } from "../rules.ts";
import { resolveSteps } from "../store/approvers.ts";
import * as store from "../store/definitions.ts";

export const definitionHandlers: HandlersOf<typeof operations.definitions> = {
  list: ({ db, query: { q, limit = 50, offset = 0 } }) => store.listDefinitions(db, { q, limit, offset }),

  get: async ({ db, params }) => (await store.getDefinition(db, params.id)) ?? missing(params.id),

  versions: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
    const { id } = (await store.getDefinition(db, params.id)) ?? missing(params.id);
    return store.listVersions(db, id, { limit, offset });
  },

  create: async (context) => {
    const { db, body, audit } = context;
    const wanted = {
      id: newId(),
      name: body.name,
      description: body.description ?? "",
      steps: await resolveSteps(db, readSteps(body.steps)),
      allow_self_approval: body.allow_self_approval ?? false,
      default_for: body.default_for ?? [],
    };
    await assertNoOtherDefault(db, wanted);
    if (!(await store.insertDefinition(db, wanted))) nameTaken(body.name);
    const definition = await kept(context, wanted.id);
    audit({ target: target(definition), after: definition });
    return definition;
  },

  update: async (context) => {
    const { db, params, body, audit, assertUnchanged } = context;
    const definition = (await store.lockDefinition(db, params.id)) ?? missing(params.id);
    assertUnchanged(definition);
    const { steps, ...fields } = body;
    const next = {
      ...definition,
      ...fields,
      ...(steps ? { steps: await resolveSteps(db, readSteps(steps)) } : {}),
    };
    await assertNoOtherDefault(db, next);
    await store.updateDefinition(db, next);
    const updated = await kept(context, definition.id);
    audit({ target: target(updated), ...difference(definition, updated) });
    return updated;
  },

  remove: async ({ db, params, audit, announce }) => {
    const definition = (await store.lockDefinition(db, params.id)) ?? missing(params.id);
    await assertUnused(db, definition);
    await store.deleteDefinition(db, definition.id);
    audit({ target: target(definition), before: definition });
    announce(approvalEvents.definitionUpdated, definition.id, { name: definition.name });
    return undefined;
  },
};

async function kept({ db, principal, announce }: WriteContext, id: string): Promise<ApprovalDefinition> {
  await store.keepVersion(db, id, principal.label);
  const definition = (await store.getDefinition(db, id)) ?? missing(id);
  announce(approvalEvents.definitionUpdated, id, { name: definition.name, version: definition.version });
  return definition;
}

async function assertNoOtherDefault(db: Db, { id, default_for }: { id: string; default_for: readonly string[] }) {
  const other = default_for.length > 0 ? await store.otherDefault(db, id, default_for) : undefined;
  if (!other) return;
  const type = default_for.find((each) => other.default_for.includes(each));
  fail("CONFLICT", `'${other.name}' is already the default for ${type} changes; remove that default first.`);
}

const maxNamed = 5;

/** A definition in use cannot be deleted, so nothing loses its approval. */
async function assertUnused(db: Db, { id, name, default_for }: ApprovalDefinition): Promise<void> {
  if (default_for.length > 0)
    fail(
      "CONFLICT",
      `'${name}' is the default for ${default_for.join(" and ")} changes; choose another default first.`,
    );
  const users = await store.usersOfDefinition(db, id, maxNamed);
  if (users.length === 0) return;
  const names = users.map((user) => user.name).join(", ");
  const more = users.length === maxNamed ? " and possibly others" : "";
  fail("CONFLICT", `'${name}' is in use by ${names}${more}; give each another chain first.`);
}

function target({ id, name }: ApprovalDefinition) {
  return { type: "approval_definition", id, name };
}

function nameTaken(name: string): never {
  return fail("CONFLICT", `An approval definition '${name}' already exists.`);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no approval definition ${id}.`);
}
