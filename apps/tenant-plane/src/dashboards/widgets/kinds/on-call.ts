import type { WidgetData, WidgetOptions } from "@opsplane/contract";
import type { View } from "../view.ts";

const maxSchedules = 100;

/** Who is on call now. A schedule that was deleted is left out. */
export async function readOnCall(
  { schedule_ids = [] }: WidgetOptions<"on_call">,
  { reads }: View,
): Promise<WidgetData<"on_call">> {
  const all = await reads.oncall.now();
  const wanted = all.filter(({ schedule }) => schedule_ids.length === 0 || schedule_ids.includes(schedule.id));
  return {
    // Names without addresses, because a public link may show them.
    schedules: wanted.slice(0, maxSchedules).map(({ schedule: { id, name }, user, until, next }) => ({
      ...{ id, name, until },
      person: user?.name ?? null,
      next: next?.user?.name ?? null,
    })),
  };
}
