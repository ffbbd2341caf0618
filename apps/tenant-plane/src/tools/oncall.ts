import { Type } from "typebox";
import { inputs, limit, maybeName } from "./inputs.ts";
import { pages } from "./links.ts";
import { type Asker, tool } from "./tool.ts";

const shared = { access: "oncall:read", module: "incidents" } as const;
type Person = { name: string; email: string } | null;
const named = (person: Person) => (person === null ? null : { name: person.name, email: person.email });

async function schedules({ reads }: Asker, schedule: string | undefined) {
  const { items } = await reads.oncallSchedules.list({ query: { limit: 200, ...(schedule ? { q: schedule } : {}) } });
  const exact = items.filter(({ name, id }) => name.toLowerCase() === schedule?.toLowerCase() || id === schedule);
  return exact.length > 0 ? exact : items;
}

export const oncallTools = {
  whoIsOnCall: tool({
    ...shared,
    name: "who_is_on_call",
    description: "Who is on call now or at a time, for all schedules or one, until when, and who is next.",
    input: inputs({
      schedule: maybeName("Name of a schedule"),
      at: Type.Optional(Type.String({ maxLength: 40, description: "ISO 8601; now by default" })),
    }),
    read: async (asker, { schedule, at }) => {
      const wanted = schedule === undefined ? undefined : (await schedules(asker, schedule)).map(({ id }) => id);
      if (wanted?.length === 0) return { schedules: [] };
      const found = await asker.reads.oncall.now({
        query: { ...(wanted ? { schedule_id: wanted.slice(0, 50) } : {}), ...(at === undefined ? {} : { at }) },
      });
      asker.cite("on-call", "On-call", pages.oncall());
      return {
        schedules: found.slice(0, 20).map(({ schedule: { id, name }, user, until, is_override, next }) => ({
          ...{ schedule: name, on_call: named(user), until, is_override },
          next: next === null ? null : { from: next.from, to: next.to, person: named(next.user) },
          citation: asker.cite("schedule", name, pages.schedule(id)),
        })),
      };
    },
  }),
  myOnCall: tool({
    ...shared,
    name: "my_on_call",
    description: "Whether the asker is on call now, their next shifts and their open pages.",
    input: inputs({}),
    read: async ({ reads, cite }) => {
      const { on_call, shifts, pages: open } = await reads.oncall.mine();
      return {
        on_call,
        shifts: shifts.slice(0, 10).map(({ schedule, from, to }) => ({
          ...{ schedule: schedule.name, from, to },
          citation: cite("schedule", schedule.name, pages.schedule(schedule.id)),
        })),
        pages: open.slice(0, 10).map(({ name, status, incident }) => ({
          ...{ name, status, incident: incident?.reference ?? null },
          ...(incident ? { citation: cite("incident", incident.reference, pages.incident(incident.reference)) } : {}),
        })),
      };
    },
  }),
  listPages: tool({
    ...shared,
    name: "list_pages",
    description: "Pages of on-call people that are active, with the incident that each is about.",
    input: inputs({ limit: limit(20) }),
    read: async ({ reads, cite }, { limit: most = 10 }) => {
      const { items, total } = await reads.oncall.pages({ query: { status: ["active"], limit: most } });
      cite("on-call", "On-call", pages.oncall());
      return {
        count: total,
        pages: items.map(({ name, status, step, incident, created_at }) => ({
          ...{ name, status, step, created_at, incident: incident?.reference ?? null },
          ...(incident ? { citation: cite("incident", incident.reference, pages.incident(incident.reference)) } : {}),
        })),
      };
    },
  }),
};
