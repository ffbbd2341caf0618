import { type EscalationTarget, type PageStatus, pageEvents } from "@opsplane/contract";
import { fail, sql, type WriteScope } from "@opsplane/runtime";
import { addIncidentEntry } from "../../incidents/index.ts";
import { cancelOpen } from "../channels/deliveries.ts";
import { notify } from "../channels/jobs.ts";
import { assertTargets } from "../escalation/handlers.ts";
import { policyOrDefault, type StoredPolicy } from "../escalation/store.ts";
import { notificationOf, summaryOf } from "./messages.ts";
import { type ReachCore, settleReach } from "./reach.ts";
import { nextStep, outcomeText } from "./rules.ts";
import * as store from "./store.ts";
import { resolveTargets } from "./targets.ts";

type PagingCore = ReachCore;

export interface PageInput {
  tenantId: string;
  /** Made by the caller, so that a job that runs twice pages once. */
  id: string;
  incidentId: string;
  /** Null: the default policy. */
  escalationPolicyId: string | null;
  /** Pages one target instead. */
  target?: EscalationTarget | undefined;
  message?: string | undefined;
}

/** Pages for an incident and uses the first step if it is due. Replaces the incident's open page. False: there is no policy. */
export async function pageIncident(core: PagingCore, write: WriteScope, input: PageInput): Promise<boolean> {
  const { db, actor } = write;
  const incident = await store.shareIncident(db, input.incidentId);
  if (!incident) return fail("NOT_FOUND", `There is no incident ${input.incidentId}.`);
  if (await store.exists(db, input.id)) return true;
  const plan = input.target ? await planFor(write, input.target) : await policyOrDefault(db, input.escalationPolicyId);
  if (!plan) return false;
  const replaced = await endOpenPage(write, incident.id, "stopped");
  await store.endUnanswered(db, incident.id);
  const { name, steps, repeat } = plan;
  const page = {
    ...{ id: input.id, incident_id: incident.id, name, steps, repeat, message: input.message ?? "" },
    escalation_policy_id: plan.id,
  };
  await store.insertPage(db, page, actor);
  if (replaced) await entry(write, incident.id, `The page by ${replaced.name} was replaced by ${name}.`);
  write.announce(pageEvents.updated, page.id, { incident_id: incident.id, status: "active" });
  const first = nextStep({ ...page, step: 0, cycle: 0 }, incident.severity);
  if (!first.step) {
    await entry(write, incident.id, `No one was paged, because no step of ${name} is for ${incident.severity}.`);
    await endOpenPage(write, incident.id, "exhausted");
  } else if (first.waitSeconds === 0)
    await advance(core, write, input.tenantId, { ...page, step: 0, cycle: 0 }, incident);
  else await store.savePosition(db, page.id, { step: 0, cycle: 0, waitSeconds: first.waitSeconds });
  return true;
}

const noPolicy = "No escalation policy is chosen and none is the default.";

/** An alert's incident pages by its policy or the default one. Without any, nobody is reached, so the admins are paged. */
export async function pageAutomatically(core: PagingCore, write: WriteScope, input: PageInput): Promise<void> {
  if (await pageIncident(core, write, input)) return;
  const { db, actor } = write;
  const incident = await store.shareIncident(db, input.incidentId);
  if (!incident) return;
  await store.endUnanswered(db, incident.id);
  const page = { id: input.id, incident_id: incident.id, escalation_policy_id: null, name: "No escalation policy" };
  await store.insertPage(db, { ...page, message: "", steps: [], repeat: 0 }, actor);
  await endOpenPage(write, incident.id, "exhausted");
  await settleReach(core, write, input.tenantId, page.id, incident, [noPolicy]);
}

type Plan = Pick<StoredPolicy, "name" | "steps" | "repeat"> & { id: string | null };

async function planFor({ db }: WriteScope, target: EscalationTarget): Promise<Plan> {
  const [known] = await assertTargets(db, [target]);
  const step = { order: 1, delay_seconds: 0, severities: null, targets: [target] };
  return { id: null, name: known?.name ?? "", steps: [step], repeat: 0 };
}

type RunningPage = Omit<store.ActivePage, "is_due">;

/** Uses the next step. A step that reaches no one is followed by the next one at once. The incident and the page are locked. */
export async function advance(
  core: PagingCore,
  write: WriteScope,
  tenantId: string,
  page: RunningPage,
  incident: store.PagedIncident,
): Promise<void> {
  let position = { step: page.step, cycle: page.cycle };
  const unresolved: string[] = [];
  for (;;) {
    const next = nextStep({ ...page, ...position }, incident.severity);
    if (!next.step) {
      await entry(write, incident.id, `No one acknowledged: every step of ${page.name} was used.`);
      await endOpenPage(write, incident.id, "exhausted", { keepMessages: true });
      await settleReach(core, write, tenantId, page.id, incident, unresolved);
      return;
    }
    position = { step: next.step.order, cycle: next.cycle };
    const { recipients, problems } = await resolveTargets(write.db, next.step.targets, write.now);
    unresolved.push(...problems);
    const used = { ...page, ...position };
    await notify(
      core,
      write.db,
      tenantId,
      recipients.map((recipient) => notificationOf(used, incident, recipient)),
    );
    const outcome = { policy: page.name, ...position, paged: summaryOf(recipients), problems };
    await entry(write, incident.id, outcomeText(outcome));
    const after = nextStep(used, incident.severity);
    if (recipients.length === 0 && after.step && after.cycle === position.cycle) continue;
    await store.savePosition(write.db, page.id, { ...position, waitSeconds: after.waitSeconds });
    write.announce(pageEvents.updated, page.id, { incident_id: incident.id, status: "active" });
    await settleReach(core, write, tenantId, page.id, incident, unresolved);
    return;
  }
}

/** Ends the open page of an incident and cancels what was not sent yet. */
export async function endOpenPage(
  { db, actor, announce }: WriteScope,
  incidentId: string,
  status: Exclude<PageStatus, "active">,
  { keepMessages = false } = {},
): Promise<{ id: string; name: string } | undefined> {
  const ended = await store.endPage(db, incidentId, status, actor);
  if (!ended) return undefined;
  if (!keepMessages) await cancelOpen(db, sql`page_id = ${ended.id} and kind = 'page'`, `The page was ${status}.`);
  announce(pageEvents.updated, ended.id, { incident_id: incidentId, status });
  return ended;
}

async function entry(write: WriteScope, incidentId: string, body: string): Promise<void> {
  await addIncidentEntry(write, incidentId, { kind: "page", body, changes: {} });
}
