import {
  type EscalationPolicy,
  type EscalationTarget,
  escalationPolicyEvents,
  type operations,
  type Severity,
} from "@opsplane/contract";
import { type Db, difference, fail, type HandlersOf, invalid, newId, type WriteContext } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { problemOf, problemOfPerson } from "../channels/problems.ts";
import type { StoredPolicy, StoredStep } from "./store.ts";
import * as store from "./store.ts";

export function escalationHandlers({ mailer }: Pick<Core, "mailer">): HandlersOf<typeof operations.escalationPolicies> {
  const canMail = mailer !== undefined;
  const show = async (db: Db, id: string): Promise<EscalationPolicy> => {
    const policy = (await store.getPolicy(db, id)) ?? missing(id);
    const [only] = await withNames(db, [policy], canMail);
    return only ?? missing(id);
  };
  return {
    list: async ({ db, query }) => {
      const page = await store.listPolicies(db, query);
      return { ...page, items: await withNames(db, page.items, canMail) };
    },

    get: async ({ db, params }) => show(db, params.id),

    create: async (context) => {
      const { db, body, principal, audit } = context;
      const { name, description = "", is_default = false, repeat = 0 } = body;
      const steps = await checkedSteps(db, body.steps);
      const id = newId();
      if (is_default) await store.unsetDefault(db, id);
      const fields = { id, name, description, is_default, repeat, steps };
      if (!(await store.insertPolicy(db, fields, principal.label))) taken(name);
      await store.replaceTargets(db, id, targetsOf(steps));
      const made = await show(db, id);
      audit({ target: target(made), after: made });
      announcePolicy(context, made);
      return made;
    },

    update: async (context) => {
      const { db, params, body, audit, assertUnchanged } = context;
      const stored = (await store.lockPolicy(db, params.id)) ?? missing(params.id);
      assertUnchanged(stored);
      const before = await show(db, stored.id);
      const steps = body.steps ? await checkedSteps(db, body.steps) : stored.steps;
      const { name, description, is_default, repeat } = { ...stored, ...body };
      if (is_default && !stored.is_default) await store.unsetDefault(db, stored.id);
      const fields = { id: stored.id, name, description, is_default, repeat, steps };
      if (!(await store.updatePolicy(db, fields))) taken(name);
      if (body.steps) await store.replaceTargets(db, stored.id, targetsOf(steps));
      const after = await show(db, stored.id);
      audit({ target: target(after), ...difference(before, after) });
      announcePolicy(context, after);
      return after;
    },

    remove: async (context) => {
      const { db, params, audit } = context;
      const stored = (await store.lockPolicy(db, params.id)) ?? missing(params.id);
      if (stored.open_pages > 0)
        fail("CONFLICT", `The escalation policy '${stored.name}' has open pages; acknowledge or stop them first.`);
      const user = await store.alertPolicyWith(db, stored.id);
      if (user) fail("CONFLICT", `The alert policy '${user.name}' uses the escalation policy '${stored.name}'.`);
      const before = await show(db, stored.id);
      await store.deletePolicy(db, stored.id);
      audit({ target: target(before), before });
      announcePolicy(context, before);
      return undefined;
    },
  };
}

interface StepInput {
  order?: number;
  delay_seconds?: number;
  severities?: Severity[] | null;
  targets: EscalationTarget[];
}

/** Steps in their order, numbered from 1. Refuses targets that do not exist. */
async function checkedSteps(db: Db, written: readonly StepInput[]): Promise<StoredStep[]> {
  const given = written.flatMap(({ order }) => order ?? []);
  if (new Set(given).size < given.length) invalid("steps", "have the same order twice");
  const steps = written
    .map((step, index) => ({ ...step, order: step.order ?? index + 1 }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ delay_seconds = 0, severities = null, targets }, index) => ({
      order: index + 1,
      delay_seconds,
      severities,
      targets: targets.map(({ type, id }) => ({ type, id: id.toLowerCase() })),
    }));
  await assertTargets(db, targetsOf(steps));
  return steps;
}

export async function assertTargets(db: Db, targets: readonly EscalationTarget[]): Promise<store.NamedTarget[]> {
  const known = await store.namesOf(db, targets);
  for (const { type, id } of targets) {
    const found = known.find((each) => each.type === type && each.id === id.toLowerCase());
    if (!found) fail("NOT_FOUND", `There is no ${type} ${id}.`);
    if (found.personal) invalid("targets", `name the channel '${found.name}', which belongs to one person`);
  }
  return known;
}

async function withNames(db: Db, policies: readonly StoredPolicy[], canMail: boolean): Promise<EscalationPolicy[]> {
  const known = await store.namesOf(
    db,
    policies.flatMap(({ steps }) => targetsOf(steps)),
  );
  const found = new Map(known.map((target) => [`${target.type} ${target.id}`, target]));
  return policies.map((policy) => ({
    ...policy,
    steps: policy.steps.map((step) => ({
      ...step,
      targets: step.targets.map(({ type, id }) => {
        const target = found.get(`${type} ${id}`);
        return { type, id, name: target?.name ?? "", problem: problemOfTarget(target, canMail) };
      }),
    })),
  }));
}

function problemOfTarget(target: store.NamedTarget | undefined, canMail: boolean): string | null {
  if (target === undefined) return "It no longer exists.";
  const [first] = target.channels;
  if (target.type === "channel") return first ? problemOf(first, canMail) : null;
  if (target.type !== "user") return null;
  return target.disabled ? "This person is disabled." : problemOfPerson(target.channels, canMail);
}

function targetsOf(steps: readonly StoredStep[]): EscalationTarget[] {
  return steps.flatMap(({ targets }) => targets);
}

function announcePolicy({ announce }: WriteContext, { id, name }: EscalationPolicy): void {
  announce(escalationPolicyEvents.updated, id, { name });
}

function target({ id, name }: EscalationPolicy) {
  return { type: "escalation_policy", id, name };
}

function taken(name: string): never {
  return fail("CONFLICT", `An escalation policy '${name}' exists already.`);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no escalation policy ${id}.`);
}
