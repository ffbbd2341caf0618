import type { EscalationTarget, EscalationTargetType } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import { namesOf } from "../escalation/store.ts";
import { currentShifts, type ScheduleNow } from "../schedules/read.ts";
import { allSchedules } from "../schedules/store.ts";
import * as store from "./store.ts";

export interface PagedTarget extends store.Recipient {
  /** Why: the schedule, team or policy. */
  via: string;
}

export interface Resolved {
  recipients: PagedTarget[];
  /** Sentences about targets that reach no one. */
  problems: string[];
}

/** Who is reached by targets now. Each person is paged once, for the first reason. */
export async function resolveTargets(db: Db, targets: readonly EscalationTarget[], now: Date): Promise<Resolved> {
  const known = await readTargets(db, targets, now);
  const reasons = new Map<string, string>();
  const problems: string[] = [];
  for (const target of targets) {
    const { userIds, via, problem } = reachedBy(target, known);
    for (const id of userIds) if (!reasons.has(id)) reasons.set(id, via);
    if (problem !== undefined) problems.push(problem);
  }
  const people = await store.personalChannels(db, [...reasons.keys()]);
  const active = new Set(people.map(({ user_id }) => user_id));
  if ([...reasons.keys()].some((id) => !active.has(id))) problems.push("A person who is disabled was left out.");
  const recipients = [
    ...people.map((each) => ({ ...each, via: reasons.get(each.user_id ?? "") ?? "" })),
    ...known.channels.map((each) => ({ ...each, via: "" })),
  ];
  return { recipients, problems };
}

interface KnownTargets {
  names: ReadonlyMap<string, string>;
  schedules: readonly ScheduleNow[];
  members: Awaited<ReturnType<typeof store.teamMembers>>;
  channels: readonly store.Recipient[];
}

async function readTargets(db: Db, targets: readonly EscalationTarget[], now: Date): Promise<KnownTargets> {
  const idsOf = (type: EscalationTargetType) => targets.filter((each) => each.type === type).map(({ id }) => id);
  return {
    names: new Map((await namesOf(db, targets)).map(({ id, name }) => [id, name])),
    schedules: await currentShifts(db, await allSchedules(db, idsOf("schedule")), now.getTime()),
    members: await store.teamMembers(db, idsOf("team")),
    channels: await store.sharedChannels(db, idsOf("channel")),
  };
}

interface Reached {
  userIds: string[];
  via: string;
  /** A sentence when it reaches no one. */
  problem?: string;
}

function reachedBy({ type, id }: EscalationTarget, { names, schedules, members, channels }: KnownTargets): Reached {
  const name = names.get(id);
  if (name === undefined) return { userIds: [], via: "", problem: `A ${type} that the step names no longer exists.` };
  switch (type) {
    case "user":
      return { userIds: [id], via: "" };
    case "team": {
      const userIds = members.filter(({ group_id }) => group_id === id).map(({ user_id }) => user_id);
      return reached(userIds, `team ${name}`, `The team ${name} has no active member.`);
    }
    case "schedule": {
      const userId = schedules.find(({ schedule }) => schedule.id === id)?.current.shift.userId;
      return reached(userId ? [userId] : [], `schedule ${name}`, `No one is on call in the schedule ${name}.`);
    }
    case "channel":
      return channels.some(({ channel_id }) => channel_id === id)
        ? { userIds: [], via: "" }
        : { userIds: [], via: "", problem: `The channel ${name} is disabled.` };
  }
}

function reached(userIds: string[], via: string, problem: string): Reached {
  return userIds.length > 0 ? { userIds, via } : { userIds, via, problem };
}
