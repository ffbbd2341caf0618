import { type ConditionField, unresolved } from "../../tools/index.ts";
import type { Draft, FoundTime, HappenedWord } from "./draft.ts";
import type { Condition } from "./query.ts";

/** Gives each time its event, and reads events without a time as states. */
export function withEvents(draft: Draft, usual: ConditionField = "created"): void {
  const left = new Set(draft.happened);
  const taken = new Set<ConditionField>();
  for (const time of draft.times) {
    const event = eventOf(draft, time, left);
    const field = event === unclear ? undefined : fieldOf(draft, event, usual);
    const problem = field === undefined ? time.words : problemWith(draft, time, { event, field });
    if (problem !== undefined || field === undefined || event === unclear) {
      draft.unknown.push({ at: time.at, words: problem ?? time.words });
      continue;
    }
    if (event) left.delete(event);
    taken.add(field);
    draft.conditions.push(conditionOf(time, field, event?.not ?? false));
  }
  for (const event of left) if (!taken.has(event.field)) asState(draft, event);
}

/** What a change does in the future is to start. */
function fieldOf({ kind }: Draft, event: HappenedWord | undefined, usual: ConditionField): ConditionField {
  return event?.field ?? (kind === "change" ? "starts" : usual);
}

const unclear = "unclear";

/** Only a change starts in the future. "were open last week" asks for the state then, which is not stored. */
function problemWith(
  { wasOpen, clock }: Draft,
  { from, words }: FoundTime,
  { event, field }: { event: HappenedWord | typeof unclear | undefined; field: ConditionField },
): string | undefined {
  if (wasOpen && event === undefined) return `were open ${words}`;
  return field !== "starts" && from && from > clock.now ? words : undefined;
}

function conditionOf({ from, to, words }: FoundTime, field: ConditionField, not: boolean): Condition {
  return {
    field,
    ...(from ? { from: from.toISOString() } : {}),
    ...(to ? { to: to.toISOString() } : {}),
    ...(not ? { not: true } : {}),
    words,
  };
}

/** The event next to a time; or the only event, when there is only one time. */
function eventOf(
  draft: Draft,
  time: FoundTime,
  left: ReadonlySet<HappenedWord>,
): HappenedWord | typeof unclear | undefined {
  const near = [...left].filter(({ at, end }) => end === time.at || at === time.end);
  const after = near.find(({ end }) => end === time.at) ?? near[0];
  if (after) return after;
  const [only, other] = left;
  if (draft.times.length > 1 || other) return unclear;
  if (only) return only;
  // Changes and items have several times, none of which is meant by itself.
  if (draft.kind === "change" && time.from && time.from >= draft.clock.now) return undefined;
  return draft.kind === "change" || draft.kind === "item" ? unclear : undefined;
}

/** "resolved incidents" are in that state; "were resolved" counts closed ones too. */
function asState(draft: Draft, { field, not, isPast, at, end }: HappenedWord): void {
  const words = draft.text.words.slice(at, end).map(({ written }) => written);
  // "opened and resolved last week": was it opened then too? "new" without a time has no meaning.
  if (field === "created" && !not && draft.times.length === 0 && words[0]?.toLowerCase() !== "new") return;
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
