import { type ConditionField, unresolved } from "../../tools/index.ts";
import type { Draft, FoundTime, HappenedWord } from "./draft.ts";

/** Gives each time its event, and reads events without a time as states. */
export function withEvents(draft: Draft, usual: ConditionField = "created"): void {
  const left = new Set(draft.happened);
  for (const time of draft.times) {
    const event = eventOf(draft, time, left);
    if (event === "unclear") {
      draft.unknown.push({ at: time.at, words: time.words });
      continue;
    }
    if (event) left.delete(event);
    // What a change does in the future is to start.
    const isAhead = draft.kind === "change" && event === undefined;
    const field = isAhead ? "starts" : (event?.field ?? usual);
    // Only a change starts in the future.
    if (field !== "starts" && time.from && time.from > draft.clock.now) {
      draft.unknown.push({ at: time.at, words: time.words });
      continue;
    }
    draft.conditions.push({
      field,
      ...(time.from ? { from: time.from.toISOString() } : {}),
      ...(time.to ? { to: time.to.toISOString() } : {}),
      ...(event?.not ? { not: true } : {}),
      words: time.words,
    });
  }
  for (const event of left) asState(draft, event);
}

/** The event next to a time; or the only event, when there is only one time. */
function eventOf(draft: Draft, time: FoundTime, left: ReadonlySet<HappenedWord>): HappenedWord | "unclear" | undefined {
  const near = [...left].filter(({ at, end }) => end === time.at || at === time.end);
  const after = near.find(({ end }) => end === time.at) ?? near[0];
  if (after) return after;
  const [only, other] = left;
  if (draft.times.length > 1 || other) return "unclear";
  if (only) return only;
  // Changes and items have several times, none of which is meant by itself.
  if (draft.kind === "change" && time.from && time.from >= draft.clock.now) return undefined;
  return draft.kind === "change" || draft.kind === "item" ? "unclear" : undefined;
}

/** "resolved incidents" are in that state; "were resolved" counts closed ones too. */
function asState(draft: Draft, { field, not, isPast, at, end }: HappenedWord): void {
  const words = draft.text.words.slice(at, end).map(({ written }) => written);
  if (field === "created" && !not) return;
  if (draft.kind === "incident" && field === "resolved") {
    draft.conditions.push(
      not
        ? { field: "status", values: [unresolved] }
        : { field: "status", values: isPast ? ["resolved", "closed"] : ["resolved"] },
    );
    return;
  }
  if (draft.kind === "incident" && field === "closed") {
    draft.conditions.push({ field: "status", values: ["closed"], ...(not ? { not: true } : {}) });
    return;
  }
  if (draft.kind === "incident" && field === "acknowledged_at") {
    draft.conditions.push({ field: "acknowledged", ...(not ? { not: true } : {}) });
    return;
  }
  draft.unknown.push({ at, words: words.join(" ") });
}
