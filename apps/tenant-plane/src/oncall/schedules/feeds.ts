import type { Db, GeneratedDownload } from "@opsplane/runtime";
import { peopleOf } from "../people.ts";
import { type CalendarEvent, calendarOf } from "./calendar.ts";
import { rotasOf } from "./read.ts";
import { joined, timelineOf } from "./shifts.ts";
import type { StoredSchedule } from "./store.ts";

const day = 86_400_000;

export interface PersonalShift {
  schedule: StoredSchedule;
  userId: string;
  from: number;
  to: number;
}

/** The shifts of schedules in a window, by person: shifts of one person that follow each other are one. */
export async function shiftsOf(
  db: Db,
  schedules: readonly StoredSchedule[],
  from: number,
  to: number,
): Promise<PersonalShift[]> {
  const rotas = await rotasOf(db, schedules, { from, to });
  return rotas.flatMap(({ schedule, rota }) =>
    joined(timelineOf(rota, from, to).final, (a, b) => a.userId === b.userId).flatMap((shift) =>
      shift.userId === null ? [] : [{ schedule, userId: shift.userId, from: shift.from, to: shift.to }],
    ),
  );
}

/** A calendar of schedules, or of one person's shifts in them: from 30 days ago to 180 days ahead. */
export async function calendarFile(
  db: Db,
  name: string,
  schedules: readonly StoredSchedule[],
  now: Date,
  userId?: string,
): Promise<GeneratedDownload> {
  const at = now.getTime();
  const shifts = (await shiftsOf(db, schedules, at - 30 * day, at + 180 * day)).filter(
    (shift) => userId === undefined || shift.userId === userId,
  );
  const people = await peopleOf(
    db,
    shifts.map((shift) => shift.userId),
  );
  const events = shifts.map((shift): CalendarEvent => {
    const person = people.get(shift.userId);
    return {
      uid: `${shift.schedule.id}-${shift.userId}-${shift.from}@opsplane`,
      from: shift.from,
      to: shift.to,
      summary: `${person?.name ?? "Someone"} on call: ${shift.schedule.name}`,
      description: person?.email ?? "",
    };
  });
  const text = calendarOf(name, events, now);
  return { name: `${name}.ics`, mediaType: "text/calendar; charset=utf-8", chunks: asChunks(text) };
}

async function* asChunks(text: string): AsyncIterable<Buffer> {
  yield Buffer.from(text);
}
