import { linkActions, type operations, parseTime } from "@opsplane/contract";
import {
  type Db,
  fail,
  type HandlersOf,
  hashToken,
  invalid,
  newId,
  newToken,
  type Principal,
  type WriteContext,
} from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { acknowledgeIncidents, resolveIncident } from "../../incidents/index.ts";
import { namedIncident } from "../../records/references.ts";
import { problemOfPerson } from "../channels/problems.ts";
import { channelsOf } from "../channels/store.ts";
import { getPolicy } from "../escalation/store.ts";
import { peopleOf } from "../people.ts";
import { calendarFile, shiftsOf } from "../schedules/feeds.ts";
import { scheduleNotFound } from "../schedules/handlers.ts";
import { currentShifts } from "../schedules/read.ts";
import { instantOf, isoOf, shown } from "../schedules/rules.ts";
import * as schedules from "../schedules/store.ts";
import { actionsFor, findActor, type LinkActor } from "./link-actor.ts";
import { linkOf } from "./links.ts";
import { endOfPage } from "./rules.ts";
import * as store from "./store.ts";
import { endOpenPage, pageIncident } from "./writes.ts";

const day = 86_400_000;
const feedPrefix = "ocf_";

export function oncallHandlers(core: Core): HandlersOf<typeof operations.oncall> {
  const { refusals, publicUrl, asAutomation, database } = core;

  /** The person of a link; guesses are counted by address. */
  const actorOf = async (token: string, now: Date, ip: string): Promise<LinkActor> => {
    refusals.assertAllowed(ip);
    const link = await linkOf(core, token, now);
    const actor = link && (await findActor(database.tenant(link.tenantId), link));
    if (actor) return actor;
    refusals.count(ip);
    return fail("NOT_FOUND", "This link is not valid or has expired. Log in to work on the incident.");
  };

  return {
    now: async ({ db, query, now }) => {
      const at = query.at === undefined ? now : (parseTime(query.at, now) ?? now);
      const wanted = query.schedule_id?.map((id) => id.toLowerCase());
      const found = await schedules.allSchedules(db, wanted);
      const unknown = wanted?.find((id) => !found.some((schedule) => schedule.id === id));
      if (unknown !== undefined) scheduleNotFound(unknown);
      const currents = await currentShifts(db, found, Date.parse(instantOf(at.toISOString(), "at")));
      const people = await peopleOf(
        db,
        currents.flatMap(({ current: { shift, next } }) => [shift.userId, next?.userId ?? null]),
      );
      return currents.map(({ schedule: { id, name, timezone }, current: { shift, until, next } }) => ({
        schedule: { id, name, timezone },
        user: people.get(shift.userId ?? "") ?? null,
        until: until === null ? null : isoOf(until),
        is_override: shift.overrideId !== null,
        next: next && shown(next, people),
      }));
    },

    mine: async ({ db, principal: { userId }, now }) => {
      if (userId === null) return { on_call: false, shifts: [], pages: [], problem: null };
      const at = now.getTime();
      const all = await shiftsOf(db, await schedules.allSchedules(db), at, at + 30 * day);
      const mine = all.filter((shift) => shift.userId === userId).toSorted((a, b) => a.from - b.from);
      return {
        on_call: mine.some(({ from }) => from <= at),
        shifts: mine.map(({ schedule: { id, name }, from, to }) => ({
          schedule: { id, name },
          from: isoOf(from),
          to: isoOf(to),
        })),
        pages: await store.openPagesOf(db, userId),
        problem: problemOfPerson(await channelsOf(db, userId), core.mailer !== undefined),
      };
    },

    feed: async ({ db, body, principal, audit }) => {
      const scheduleId = body.schedule_id ?? null;
      const schedule = scheduleId === null ? undefined : await schedules.getSchedule(db, scheduleId);
      if (scheduleId !== null && !schedule) scheduleNotFound(scheduleId);
      assertSubject(principal, scheduleId);
      const token = newToken(feedPrefix);
      const feed = { id: newId(), hash: hashToken(token), name: body.name ?? null, userId: principal.userId };
      await schedules.saveFeed(db, { ...feed, scheduleId, by: principal.label });
      audit({ target: { type: "calendar_feed", id: feed.id, name: schedule?.name ?? principal.label } });
      return { url: `${publicUrl()}/api/oncall/feeds/${token}.ics` };
    },

    removeFeed: async ({ db, query, principal, audit }) => {
      const { schedule_id: scheduleId = null } = query;
      if ((await schedules.deleteFeed(db, principal.userId, scheduleId)) === 0)
        fail("NOT_FOUND", "You have no such calendar feed.");
      audit({ target: { type: "calendar_feed", id: scheduleId ?? principal.id, name: principal.label } });
      return undefined;
    },

    calendar: async ({ params, request, now, assertEntitled }) => {
      refusals.assertAllowed(request.ip);
      const feed = await schedules.feedOf(database.system, hashToken(params.token));
      if (!feed) {
        refusals.count(request.ip);
        return fail("NOT_FOUND", "There is no calendar feed at this address.");
      }
      await assertEntitled(feed.tenant_id);
      const db = database.tenant(feed.tenant_id);
      const { schedule_id, user_id, name } = feed;
      const found = await schedules.allSchedules(db, schedule_id === null ? undefined : [schedule_id]);
      if (schedule_id !== null) return calendarFile(db, name ?? found[0]?.name ?? "On-call", found, now);
      return calendarFile(db, name ?? "My on-call shifts", found, now, user_id ?? "");
    },

    pages: async ({ db, query }) => {
      const { status, unanswered, limit = 50, offset = 0 } = query;
      const incident = await namedIncident(db, query.incident_id ?? null);
      return store.listPages(db, { incidentId: incident?.id, status, unanswered, limit, offset });
    },

    page: async (context) => {
      const { db, body, principal, audit } = context;
      const { escalation_policy_id = null, target, message } = body;
      if (target && escalation_policy_id !== null) invalid("target", "cannot be given with escalation_policy_id");
      if (escalation_policy_id !== null && !(await getPolicy(db, escalation_policy_id)))
        fail("NOT_FOUND", `There is no escalation policy ${escalation_policy_id}.`);
      const named = await namedIncident(db, body.incident_id);
      const incident = await store.shareIncident(db, named?.id ?? "");
      if (!incident) return fail("NOT_FOUND", `There is no incident ${body.incident_id}.`);
      if (endOfPage[incident.status] === "resolved")
        fail("CONFLICT", `${incident.reference} is ${incident.status}. Reopen it before you page someone.`);
      const id = newId();
      const who = { escalationPolicyId: escalation_policy_id, target, message };
      const input = { tenantId: principal.tenantId, id, incidentId: incident.id, ...who };
      if (!(await pageIncident(core, context, input)))
        invalid("escalation_policy_id", "is required, because no escalation policy is the default");
      const made = await shownPage(db, id);
      audit({ target: { type: "page", id, name: incident.reference }, after: { name: made.name } });
      return made;
    },

    acknowledge: async (context) => {
      const { db, params, audit } = context;
      const { incident_id, incident } = await shownPage(db, params.id);
      await acknowledgeIncidents(context, [incident_id]);
      await endOpenPage(context, incident_id, "acknowledged");
      audit({ target: { type: "page", id: params.id, name: incident?.reference ?? "" } });
      return shownPage(db, params.id);
    },

    stop: async (context) => {
      const { db, params, audit } = context;
      const { incident_id, incident, status } = await lockedPage(context, params.id);
      if (status !== "active") fail("CONFLICT", `This page is over: it was ${status}.`);
      await endOpenPage(context, incident_id, "stopped");
      audit({ target: { type: "page", id: params.id, name: incident?.reference ?? "" } });
      return shownPage(db, params.id);
    },

    readLink: async ({ body, request, now, assertEntitled }) => {
      const actor = await actorOf(body.token, now, request.ip);
      await assertEntitled(actor.tenantId);
      return stateOf(actor);
    },

    followLink: async ({ body, request, now, origin, assertEntitled }) => {
      const actor = await actorOf(body.token, now, request.ip);
      await assertEntitled(actor.tenantId);
      const { tenantId, userId, email, incidentId } = actor;
      const by = { ...origin, actorType: "user", actorId: userId, actor: email } as const;
      const act = body.action === "resolve" ? resolveIncident : acknowledgeIncident;
      await asAutomation(
        tenantId,
        "oncall.followLink",
        async (write) => {
          await act(write, incidentId);
          return undefined;
        },
        by,
      );
      return stateOf(await actorOf(body.token, now, request.ip));
    },
  };
}

async function acknowledgeIncident(write: Parameters<typeof acknowledgeIncidents>[0], id: string): Promise<void> {
  await acknowledgeIncidents(write, [id]);
}

function stateOf({ reference, title, severity, status, name }: LinkActor) {
  return { reference, title, severity, status, person: name, actions: linkActions.filter(actionsFor(status)) };
}

async function shownPage(db: Db, id: string) {
  return (await store.getPage(db, id)) ?? fail("NOT_FOUND", `There is no page ${id}.`);
}

/** Locks the incident first, as every write of a page does. */
async function lockedPage({ db }: WriteContext, id: string) {
  const { incident_id } = await shownPage(db, id);
  await store.shareIncident(db, incident_id);
  return shownPage(db, id);
}

/** A key without a person has no shifts of its own. */
function assertSubject({ userId }: Principal, scheduleId: string | null): void {
  if (scheduleId === null && userId === null)
    invalid("schedule_id", "is required, because this key belongs to no person");
}
