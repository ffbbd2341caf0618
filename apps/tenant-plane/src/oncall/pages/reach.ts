import { pageEvents } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { addIncidentEntry } from "../../incidents/index.ts";
import { notify } from "../channels/jobs.ts";
import { notificationOf, summaryOf } from "./messages.ts";
import * as reach from "./reach-store.ts";
import { endOfPage, nextStep, pagedText, unansweredOf } from "./rules.ts";
import * as store from "./store.ts";

// Whether a page reached anyone, and what follows when it did not: other ways of the person, the next step, the admins.

export type ReachCore = Pick<Core, "enqueue" | "mailer">;

const maxReasons = 20;

/** Notes whether a page reached anyone; true when that is news. The incident is locked. `problems` say why a step reached no one. */
export async function settleReach(
  core: ReachCore,
  write: WriteScope,
  tenantId: string,
  pageId: string,
  incident: store.PagedIncident,
  problems: readonly string[] = [],
): Promise<boolean> {
  const page = await reach.lockPage(write.db, pageId);
  if (page?.status !== "active" && page?.status !== "exhausted") return false;
  const { delivered, open, failures } = await reach.outcomesOf(write.db, pageId);
  const reached = delivered > 0 ? "reached" : open > 0 ? page.reach : "unreached";
  const reasons = [...new Set([...page.reasons, ...problems, ...failures])].slice(0, maxReasons);
  const unanswered = unansweredOf({ status: page.status, reach: reached }, incident.status);
  const after = { ...page, reach: reached, reasons, unanswered } as const;
  const isNews = JSON.stringify(after) !== JSON.stringify(page);
  if (isNews) {
    await reach.saveReach(write.db, pageId, after);
    write.announce(pageEvents.updated, pageId, { incident_id: incident.id, status: page.status });
  }
  if (reached === "unreached" && page.unreached_at === null) await noteUnreached(write, after, incident);
  if (unanswered === "unreached" && open === 0 && page.status === "active") await hurry(write, after, incident);
  if (page.status === "exhausted" && mayPageAdmins(after)) await pageAdmins(core, write, tenantId, after, incident);
  return isNews;
}

async function noteUnreached(write: WriteScope, page: reach.PageState, incident: store.PagedIncident): Promise<void> {
  const { reference, title, severity } = incident;
  const { name, reasons } = page;
  const event = { incident_id: incident.id, reference, title, severity, name, reasons };
  write.announce(pageEvents.unreached, page.id, event);
  await entry(write, incident.id, ["Nobody was reached.", ...reasons.map(sentence)].join(" "));
}

const sentence = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** The next step follows at once, because no one has or gets a message that could be acknowledged. A repetition keeps its wait. */
async function hurry({ db }: WriteScope, page: reach.PageState, { severity }: store.PagedIncident): Promise<void> {
  const next = nextStep(page, severity);
  if (next.step && next.cycle === page.cycle) await reach.hurryPage(db, page.id);
}

/** Once for a page. A page by hand that reached its target stays with the person who paged. */
function mayPageAdmins({ admins_paged_at, unanswered, escalation_policy_id }: reach.PageState): boolean {
  if (admins_paged_at !== null || unanswered === null) return false;
  return unanswered === "unreached" || escalation_policy_id !== null;
}

async function pageAdmins(
  core: ReachCore,
  write: WriteScope,
  tenantId: string,
  page: reach.PageState,
  incident: store.PagedIncident,
): Promise<void> {
  const why = page.unanswered === "unreached" ? "nobody was reached" : "no one acknowledged";
  const via = `admin, because ${why}`;
  const recipients = (await store.waysOfAdmins(write.db)).map((each) => ({ ...each, via }));
  await reach.noteAdminsPaged(write.db, page.id);
  const toAdmins = { ...page, step: 0 };
  await notify(
    core,
    write.db,
    tenantId,
    recipients.map((each) => notificationOf(toAdmins, incident, each)),
  );
  const whom = summaryOf(recipients).map((each) => ({ ...each, via: "" }));
  await entry(
    write,
    incident.id,
    whom.length > 0
      ? `The admins are paged, because ${why}: ${pagedText(whom)}.`
      : "There is no active admin who could be paged.",
  );
}

/** Follows messages of a page that ended. Other ways of people are tried before the page counts as unreached. */
export async function followMessages(
  core: ReachCore,
  write: WriteScope,
  tenantId: string,
  { pageId, incidentId }: { pageId: string; incidentId: string },
): Promise<undefined | false> {
  const incident = await store.shareIncident(write.db, incidentId);
  const page = await reach.lockPage(write.db, pageId);
  const ended = await reach.takeEnded(write.db, pageId);
  if (!incident || !page || ended.length === 0) return false;
  const waits = page.status === "exhausted" && endOfPage[incident.status] === undefined;
  if (page.status !== "active" && !waits) return false;
  let isNews = false;
  for (const person of failedPeople(ended))
    if (await tryOtherWays(core, write, tenantId, page, incident, person)) isNews = true;
  if (await settleReach(core, write, tenantId, pageId, incident)) isNews = true;
  if (!isNews) return false;
  write.audit({ target: { type: "page", id: pageId, name: incident.reference } });
  return undefined;
}

function failedPeople(ended: readonly reach.EndedMessage[]): reach.PersonInStep[] {
  const people = ended.flatMap(({ step, cycle, user_id, status }) =>
    user_id === null || status === "delivered" ? [] : [{ step, cycle, user_id }],
  );
  return [...new Map(people.map((each) => [JSON.stringify(each), each])).values()];
}

/** Uses every other way of a person whose messages of a step all failed for good; true if there is one. What is only slow is left alone. */
async function tryOtherWays(
  core: ReachCore,
  write: WriteScope,
  tenantId: string,
  page: reach.PageState,
  incident: store.PagedIncident,
  person: reach.PersonInStep,
): Promise<boolean> {
  const tried = await reach.triedWays(write.db, page.id, person);
  if (
    tried.some(({ status, attempts }) => status === "delivered" || status === "sending" || isRetried(status, attempts))
  )
    return false;
  if (tried.some(({ status }) => status === "pending")) {
    await reach.hurryMessages(write.db, page.id, person);
    return true;
  }
  const known = new Set(tried.map(({ channel_id }) => channel_id));
  const ways = (await store.waysOfPerson(write.db, person.user_id))
    .filter(({ channel_id, channel_type }) => !known.has(channel_id) && (channel_type !== "email" || core.mailer))
    .map((each) => ({ ...each, via: "every other way failed" }));
  if (ways.length === 0) return false;
  const inStep = { ...page, step: person.step, cycle: person.cycle };
  await notify(
    core,
    write.db,
    tenantId,
    ways.map((each) => notificationOf(inStep, incident, each)),
  );
  await entry(write, incident.id, `Every way so far failed, so other ways are tried: ${pagedText(summaryOf(ways))}.`);
  return true;
}

function isRetried(status: reach.TriedWay["status"], attempts: number): boolean {
  return status === "pending" && attempts > 0;
}

async function entry(write: WriteScope, incidentId: string, body: string): Promise<void> {
  await addIncidentEntry(write, incidentId, { kind: "page", body: body.slice(0, 5000), changes: {} });
}
