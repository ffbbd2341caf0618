import { recordTools } from "../../tools/index.ts";
import type { Draft } from "../draft.ts";
import { counted, joined, type Markdown, md, passage, rangeText, timeText } from "../markdown.ts";
import type { Query } from "../reading/query.ts";
import { partsOf } from "../reading/say.ts";
import type { Turn } from "./turn.ts";

const tools = {
  incident: [recordTools.queryIncidents, "incident"],
  change: [recordTools.queryChanges, "change"],
  request: [recordTools.queryRequests, "request"],
  item: [recordTools.queryItems, "configuration item"],
  alert: [recordTools.queryAlerts, "alert"],
} as const;

const usualGroups = {
  incident: "severity",
  change: "status",
  request: "status",
  item: "class",
  alert: "severity",
} as const;

/** Counts and lists the records of a question that was understood whole. */
export async function answerQuery(turn: Omit<Turn, "q">, query: Query): Promise<Draft> {
  const [tool, noun] = tools[query.kind];
  const by = query.by ?? usualGroups[query.kind];
  const isCount = query.shape === "count";
  const found = await turn.ask(tool, {
    // Names and words are for people.
    conditions: query.conditions.map(({ names: _names, words: _words, ...condition }) => condition),
    ...(query.order ? { order: query.order } : {}),
    ...{ by, limit: query.limit ?? (isCount ? 5 : 10) },
  });
  const isGrouped = query.by !== undefined || found.groups.length > 1;
  const groups = md`By ${by}: ${joined(found.groups.map(({ key, count }) => md`${key} ${count}`))}.`;
  const records = found.records.map(
    ({ label, status, title, detail, at, citation }) =>
      md`${turn.cited(citation, label)} ${status}${title === "" ? "" : `: ${title}`} (${detail}${at === null ? "" : `, ${timeText(at, turn.timezone)}`})`,
  );
  const [first] = found.records;
  const isOne = query.order !== undefined && query.limit === 1 && first !== undefined;
  return {
    headline: isOne
      ? md`The ${query.order ?? "newest"} of ${counted(found.count, noun)} is ${turn.cited(first.citation, first.label)}: ${first.title}.`
      : md`${counted(found.count, noun)}.`,
    basis: md`${isCount ? "Counted" : "Listed"}: ${passage(readingOf(query, turn.timezone))}.`,
    facts: [...(isCount && isGrouped ? [groups] : []), ...rangesOf(turn, query)],
    rows: query.by === undefined ? records : isCount ? [] : found.groups.map(({ key, count }) => md`${key}: ${count}`),
    suggestions: suggestionsOf(query, found.records[0]?.label),
  };
}

/** "open incidents, severity P1 or P2, opened in the last 7 days, UTC" */
function readingOf(query: Query, timezone: string): string {
  const [records, ...parts] = partsOf(query, timezone);
  const state = parts.find(({ part }) => part === "status");
  const noun = [state?.label, records?.label].filter((each) => each !== undefined).join(" ");
  return [noun, ...parts.filter((each) => each !== state).map(({ label }) => label)].join(", ");
}

/** From when to when the words of time were read. */
function rangesOf(turn: Omit<Turn, "q">, { conditions }: Query): Markdown[] {
  return conditions.flatMap(({ from, to, words = "" }) => {
    if (from === undefined && to === undefined) return [];
    const range = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
    return [md`“${words}” is ${rangeText(range, turn.timezone)}.`];
  });
}

function suggestionsOf({ kind, shape }: Query, first: string | undefined): string[] {
  if (kind !== "incident") return [];
  if (shape === "count" || !first) return ["Only P1", "Show the oldest open incidents", "What is our MTTR?"];
  return [`Tell me about ${first}`, `What is the root cause of ${first}?`, "By severity"];
}
