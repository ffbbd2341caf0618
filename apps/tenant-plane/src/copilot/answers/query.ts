import { recordTools } from "../../tools/index.ts";
import type { Draft } from "../draft.ts";
import { counted, md, passage, rangeText, timeText } from "../markdown.ts";
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

/** Counts and lists the records of a question that was understood whole. */
export async function answerQuery(turn: Omit<Turn, "q">, query: Query): Promise<Draft> {
  const [tool, noun] = tools[query.kind];
  const found = await turn.ask(tool, {
    // Names and words are for people.
    conditions: query.conditions.map(({ names: _names, words: _words, ...condition }) => condition),
    ...(query.order ? { order: query.order } : {}),
    limit: query.limit ?? 10,
  });
  const labels = partsOf(query, turn.timezone)
    .filter(({ part }) => part !== "records")
    .map(({ label }) => label);
  return {
    headline: md`${counted(found.count, noun)}.`,
    basis: md`Counted: ${passage(`${noun}s${labels.length > 0 ? `: ${labels.join(", ")}` : ""}`)}.`,
    facts: query.conditions.flatMap(({ from, to, words = "" }) => {
      if (from === undefined && to === undefined) return [];
      const range = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
      return [md`“${words}” is ${rangeText(range, turn.timezone)}.`];
    }),
    rows: found.records.map(
      ({ label, status, title, detail, at, citation }) =>
        md`${turn.cited(citation, label)} ${status}: ${title} (${detail}${at === null ? "" : `, ${timeText(at, turn.timezone)}`})`,
    ),
    suggestions: [],
  };
}
