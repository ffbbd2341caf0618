import { incidentTools } from "../../tools/index.ts";
import type { Draft } from "../draft.ts";
import { counted, durationText, escaped, Markdown, md } from "../markdown.ts";
import { type Scope, scopeOf } from "./incidents.ts";
import { type Answerer, named, rangeOrLast, rangeWords, type Turn } from "./turn.ts";

// How long it takes to acknowledge and to resolve.

const durations =
  (measure: "acknowledge" | "resolve"): Answerer =>
  async (turn) => {
    const { input } = scopeOf(turn);
    const { time: _time, status: _status, open: _open, ...scope } = input;
    const range = rangeOrLast(turn, 30 * 24);
    const { q } = turn;
    const by = q.concepts.has("bySeverity") ? "severity" : q.concepts.has("byService") ? "service" : undefined;
    const found = await turn.ask(incidentTools.incidentDurations, {
      ...scope,
      ...range,
      measure,
      ...(by ? { by } : {}),
    });
    const [name, done] =
      measure === "resolve"
        ? ["Mean time to resolve (MTTR)", "resolved"]
        : ["Mean time to acknowledge (MTTA)", "acknowledged"];
    const about = aboutScope(turn, input);
    const basis = md`From creation to ${measure === "resolve" ? "resolution" : "acknowledgment"}, of incidents ${about}${done} ${rangeWords(range, turn)}.`;
    const suggestions = [
      "And by severity?",
      "And last month?",
      measure === "resolve" ? "What is our MTTA?" : "What is our MTTR?",
    ];
    if (found.mean_seconds === null || found.median_seconds === null)
      return {
        headline: md`No incidents were ${done}, so there is no ${measure === "resolve" ? "MTTR" : "MTTA"}.`,
        basis,
        suggestions,
      };
    return {
      ...middlesOf(found, { name, measure, isMedian: q.words.includes("median") }),
      basis,
      rows: found.groups.flatMap(({ key, count, mean_seconds: mean }) =>
        mean === null ? [] : [md`${key}: ${durationText(mean)} over ${counted(count, "incident")}`],
      ),
      suggestions,
    };
  };

/** The mean with the median, or the other way round. */
function middlesOf(
  {
    mean_seconds,
    median_seconds,
    count,
  }: { mean_seconds: number | null; median_seconds: number | null; count: number },
  { name, measure, isMedian }: { name: string | undefined; measure: string; isMedian: boolean },
): Pick<Draft, "headline" | "facts"> {
  const over = counted(count, "incident");
  const [median, mean] = [durationText(median_seconds ?? 0), durationText(mean_seconds ?? 0)];
  return isMedian
    ? { headline: md`Median time to ${measure}: ${median} over ${over}.`, facts: [md`Mean: ${mean}.`] }
    : { headline: md`${name ?? ""}: ${mean} over ${over}.`, facts: [md`Median: ${median}.`] };
}

function aboutScope(turn: Turn, { severity, items, team, assignee, source }: Scope["input"]): Markdown {
  const parts = [
    severity ? `with severity ${severity.join(" or ")}` : "",
    items
      ? `that affect ${named(turn, "item")
          .map(({ name }) => name)
          .join(" or ")}`
      : "",
    team ? `of ${named(turn, "team")[0]?.name}` : "",
    source ? `with the source ${source}` : "",
    assignee
      ? `assigned to ${assignee === "me" ? "you" : assignee === "none" ? "nobody" : named(turn, "person")[0]?.name}`
      : "",
  ].filter((each) => each !== "");
  return new Markdown(parts.map((part) => `${escaped(part)} `).join(""));
}

export const meanTimeToResolve = durations("resolve");
export const meanTimeToAcknowledge = durations("acknowledge");
