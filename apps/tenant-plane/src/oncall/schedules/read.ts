import type { OnCallSchedule, ScheduleTimeline } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import { grouped } from "../grouped.ts";
import { type People, peopleOf } from "../people.ts";
import { type Current, currentOf, isoOf, shown, type Window } from "./rules.ts";
import { type Rota, type RotaTimeline, timelineOf } from "./shifts.ts";
import { overridesIn, type StoredSchedule } from "./store.ts";

// Schedules together with who is on call. Several schedules take as many queries as one.

const day = 86_400_000;

/** Each schedule with its overrides of a window. */
export async function rotasOf(
  db: Db,
  schedules: readonly StoredSchedule[],
  window: Window,
): Promise<{ schedule: StoredSchedule; rota: Rota }[]> {
  if (schedules.length === 0) return [];
  const overrides = await overridesIn(
    db,
    schedules.map(({ id }) => id),
    window,
  );
  const bySchedule = grouped(overrides, ({ schedule_id }) => schedule_id);
  return schedules.map((schedule) => ({
    schedule,
    rota: { timezone: schedule.timezone, layers: schedule.layers, overrides: bySchedule.get(schedule.id) ?? [] },
  }));
}

export interface ScheduleNow {
  schedule: StoredSchedule;
  current: Current;
}

/** Who is on call at an instant. */
export async function currentShifts(db: Db, schedules: readonly StoredSchedule[], at: number): Promise<ScheduleNow[]> {
  const rotas = await rotasOf(db, schedules, { from: at - 40 * day, to: at + 40 * day });
  return rotas.map(({ schedule, rota }) => ({ schedule, current: currentOf(rota, at) }));
}

export async function showSchedules(
  db: Db,
  schedules: readonly StoredSchedule[],
  now: Date,
): Promise<OnCallSchedule[]> {
  const currents = await currentShifts(db, schedules, now.getTime());
  const people = await peopleOf(db, [
    ...schedules.flatMap(membersOf),
    ...currents.flatMap(({ current }) => [current.shift.userId, current.next?.userId ?? null]),
  ]);
  return currents.map(({ schedule, current: { shift, next, gap } }) => ({
    ...schedule,
    users: membersOf(schedule).flatMap((id) => people.get(id) ?? []),
    on_call: shift.userId === null ? null : shown(shift, people),
    next: next && shown(next, people),
    next_gap: gap && { from: isoOf(gap.from), to: gap.to === null ? null : isoOf(gap.to) },
  }));
}

function membersOf({ layers }: StoredSchedule): string[] {
  return [...new Set(layers.flatMap(({ user_ids }) => user_ids))];
}

/** The timeline of a rota, with names. */
export async function showTimeline(db: Db, rota: Rota, { from, to }: Window): Promise<ScheduleTimeline> {
  const timeline = timelineOf(rota, from, to);
  const people = await peopleOf(db, userIdsOf(timeline));
  return {
    from: isoOf(from),
    to: isoOf(to),
    ...named(timeline, people),
    gap_seconds: timeline.final.reduce(
      (sum, shift) => sum + (shift.userId === null ? Math.round((shift.to - shift.from) / 1000) : 0),
      0,
    ),
  };
}

function userIdsOf({ layers, overrides, final }: RotaTimeline): (string | null)[] {
  return [...layers.flat(), ...overrides, ...final].map(({ userId }) => userId);
}

function named({ layers, overrides, final }: RotaTimeline, people: People) {
  return {
    layers: layers.map((shifts) => shifts.map((shift) => shown(shift, people))),
    overrides: overrides.map((shift) => shown(shift, people)),
    final: final.map((shift) => shown(shift, people)),
  };
}
