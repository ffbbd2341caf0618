import { type operations, recurringChangeEvents } from "@opsplane/contract";
import {
  difference,
  fail,
  type HandlersOf,
  lockCron,
  newId,
  planCron,
  removeCron,
  slotsAfter,
  type WriteContext,
} from "@opsplane/runtime";
import { assertAssignable } from "../../records/assignee.ts";
import { assertDefinition, assertLinks } from "../changes/writes.ts";
import { assertSchedule } from "./rules.ts";
import * as store from "./store.ts";

const maxRecurring = 500;
const previewed = 5;
const daySeconds = 86_400;

export const recurringHandlers: HandlersOf<typeof operations.recurringChanges> = {
  list: ({ db, query }) => store.listRecurring(db, query),

  preview: async ({ query, now }) => {
    assertSchedule(query, now);
    return { times: slotsAfter(query, now, previewed).map((slot) => slot.toISOString()) };
  },

  get: async ({ db, params }) => (await store.getRecurring(db, params.id)) ?? missing(params.id),

  create: async (context) => {
    const { db, body, principal, actor, audit } = context;
    if ((await store.countRecurring(db)) >= maxRecurring)
      fail("CONFLICT", `A tenant can have ${maxRecurring} recurring changes. Delete one that is no longer used.`);
    const wanted: store.RecurringFields = {
      id: newId(),
      description: "",
      type: "normal",
      risk_level: "medium",
      implementation_plan: "",
      rollback_plan: "",
      test_plan: "",
      assigned_to: null,
      ci_ids: [],
      workflow_definition_id: null,
      timezone: "UTC",
      lead_days: 7,
      submit: false,
      enabled: true,
      ...body,
      author_ids: authors([], principal.userId),
    };
    await assertFields(context, wanted, body);
    await store.insertRecurring(db, wanted, actor);
    const made = await planned(context, wanted);
    audit({ target: target(made), after: made });
    return made;
  },

  update: async (context) => {
    const { db, params, body, principal, audit, assertUnchanged } = context;
    await lockCron(db, store.cronKind, params.id);
    const before = (await store.lockRecurring(db, params.id)) ?? missing(params.id);
    assertUnchanged(before);
    const next = { ...before, ...body, author_ids: authors(before.author_ids, principal.userId) };
    await assertFields(context, next, body);
    await store.updateRecurring(db, next);
    const after = await planned(context, next);
    audit({ target: target(after), ...difference(before, after) });
    return after;
  },

  remove: async ({ db, params, audit, announce }) => {
    await lockCron(db, store.cronKind, params.id);
    const before = (await store.lockRecurring(db, params.id)) ?? missing(params.id);
    await store.deleteRecurring(db, before.id);
    await removeCron(db, store.cronKind, before.id);
    audit({ target: target(before), before });
    announce(recurringChangeEvents.updated, before.id, { title: before.title });
    return undefined;
  },
};

/** Only what was sent is checked against other records: an assignee who left since does not block other edits. */
async function assertFields(
  { db, now }: WriteContext,
  wanted: store.RecurringFields,
  sent: Partial<store.RecurringFields>,
): Promise<void> {
  assertSchedule(wanted, now);
  if (sent.assigned_to) await assertAssignable(db, sent.assigned_to);
  await assertDefinition(db, sent.workflow_definition_id);
  await assertLinks(db, { ci_ids: sent.ci_ids ?? [] });
}

/** Everyone who wrote the plan is an author of its changes, whom four eyes keeps from approving them. */
function authors(known: readonly string[], userId: string | null): string[] {
  return userId === null || known.includes(userId) ? [...known] : [...known, userId];
}

async function planned({ db, now, announce }: WriteContext, wanted: store.RecurringFields) {
  const { id, cron, timezone, enabled, lead_days } = wanted;
  await planCron(db, store.cronKind, id, { cron, timezone, enabled, leadSeconds: lead_days * daySeconds }, now);
  const stored = (await store.getRecurring(db, id)) ?? missing(id);
  announce(recurringChangeEvents.updated, id, { title: stored.title });
  return stored;
}

function target({ id, title }: { id: string; title: string }) {
  return { type: "recurring_change", id, name: title };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no recurring change ${id}.`);
}
