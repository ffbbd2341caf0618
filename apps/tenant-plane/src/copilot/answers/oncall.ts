import { oncallTools } from "../../tools/index.ts";
import { counted, md, timeText } from "../markdown.ts";
import { type Answerer, named, type Turn } from "./turn.ts";

const suggestions = ["Who is next on call?", "When is my next shift?", "Are there open pages?"];

async function find(turn: Turn) {
  const [schedule] = named(turn, "schedule");
  const [team] = named(turn, "team");
  const at = turn.q.time?.at ?? turn.q.time?.from;
  const asked = { ...(schedule ? { schedule: schedule.name } : {}), ...(at ? { at: at.toISOString() } : {}) };
  const { schedules } = await turn.ask(oncallTools.whoIsOnCall, asked);
  return { schedules, at, about: schedule?.name, team: schedule ? undefined : team };
}

export const onCall: Answerer = async (turn) => {
  const { time } = turn.q;
  if (time && !time.at)
    return {
      headline: md`People take turns within that time. Ask for one time, such as “tomorrow at 9:00”.`,
      answered: false,
      suggestions: ["Who is on call now?", "Who is next on call?"],
    };
  const { schedules, at, team } = await find(turn);
  if (team)
    return {
      headline: md`No schedule is named after ${team.name}.`,
      answered: false,
      suggestions: ["Who is on call now?"],
    };
  const when = at ? `at ${timeText(at, turn.timezone)} (${turn.timezone})` : "now";
  const person = (who: { name: string } | null) => who?.name ?? "nobody";
  const [only] = schedules;
  const headline =
    schedules.length === 1 && only
      ? md`${person(only.on_call)} is on call for ${turn.cited(only.citation, only.schedule)} ${when}.`
      : schedules.length === 0
        ? md`There are no on-call schedules.`
        : md`On call ${when}: ${schedules.map(({ schedule, on_call }) => `${person(on_call)} (${schedule})`).join(", ")}.`;
  return {
    headline,
    facts:
      schedules.length === 1 && only?.until
        ? [md`Until ${timeText(only.until, turn.timezone)} (${turn.timezone}).`]
        : [],
    rows:
      schedules.length > 1
        ? schedules.map(
            ({ schedule, on_call, until, citation }) =>
              md`${turn.cited(citation, schedule)}: ${person(on_call)}${until ? ` until ${timeText(until, turn.timezone)}` : ""}`,
          )
        : [],
    suggestions,
  };
};

export const nextOnCall: Answerer = async (turn) => {
  const { schedules } = await find(turn);
  const rows = schedules.map(({ schedule, next, citation }) =>
    next
      ? md`${turn.cited(citation, schedule)}: ${next.person?.name ?? "nobody"} from ${timeText(next.from, turn.timezone)} to ${timeText(next.to, turn.timezone)}`
      : md`${turn.cited(citation, schedule)}: no further shift is planned`,
  );
  const [only] = schedules;
  return {
    headline:
      schedules.length === 1 && only
        ? md`Next on call for ${only.schedule}: ${only.next?.person?.name ?? "nobody"}${only.next ? ` from ${timeText(only.next.from, turn.timezone)} (${turn.timezone})` : ""}.`
        : md`${counted(schedules.length, "schedule")} with their next shift (${turn.timezone}).`,
    rows,
    suggestions: ["Who is on call now?", "When is my next shift?"],
  };
};

export const myOnCall: Answerer = async (turn) => {
  const { on_call, shifts, pages } = await turn.ask(oncallTools.myOnCall, {});
  const [first] = shifts;
  return {
    headline: on_call ? md`You are on call now.` : md`You are not on call now.`,
    facts: [
      first
        ? md`Your next shift: ${first.schedule}, from ${timeText(first.from, turn.timezone)} to ${timeText(first.to, turn.timezone)} (${turn.timezone}).`
        : md`No shift of yours is planned.`,
      md`${counted(pages.length, "open page")}.`,
    ],
    rows: shifts.map(
      ({ schedule, from, to, citation }) =>
        md`${turn.cited(citation, schedule)}: ${timeText(from, turn.timezone)} to ${timeText(to, turn.timezone)}`,
    ),
    suggestions: ["Who is on call now?", "Which incidents are assigned to me?"],
  };
};

export const openPages: Answerer = async (turn) => {
  const found = await turn.ask(oncallTools.listPages, {});
  return {
    headline: md`${counted(found.count, "active page")}.`,
    rows: found.pages.map(
      ({ name, incident, created_at, citation }) =>
        md`${incident === null ? name : turn.cited(citation, incident)}: ${name}, since ${timeText(created_at, turn.timezone)}`,
    ),
    suggestions: ["Who is on call now?"],
  };
};
