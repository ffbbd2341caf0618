import { type ChangeStatus, own } from "@opsplane/contract";
import { changeTools } from "../../tools/index.ts";
import { counted, joined, type Markdown, md, timeText } from "../markdown.ts";
import { isMine } from "./incidents.ts";
import { type Answerer, named, rangeOf, rangeOrLast, rangeWords, referenceOf, type Turn } from "./turn.ts";

interface Row {
  reference: string;
  title: string;
  status: string;
  start: string | null;
  items: string[];
  citation: string;
}

function rowsOf(turn: Turn, rows: readonly Row[]): Markdown[] {
  return rows.map(
    ({ reference, title, status, start, items, citation }) =>
      md`${turn.cited(citation, reference)} ${status}: ${title}${start === null ? "" : `, ${timeText(start, turn.timezone)}`}${items.length > 0 ? ` (${items.join(", ")})` : ""}`,
  );
}

const itemsOf = (turn: Turn) => {
  const items = named(turn, "item");
  return items.length > 0 ? { items: items.map(({ id }) => id) } : {};
};
const itemWords = (turn: Turn) => {
  const items = named(turn, "item");
  return items.length > 0 ? ` of ${items.map(({ name }) => name).join(" or ")}` : "";
};

export const whatChanged: Answerer = async (turn) => {
  const range = rangeOrLast(turn, 24);
  const found = await turn.ask(changeTools.whatChanged, { ...range, ...itemsOf(turn), limit: 20 });
  return {
    headline: md`${counted(found.count, "change")} and ${counted(found.event_count, "change event")}${itemWords(turn)}.`,
    basis: md`Counted: changes in progress, completed or failed${itemWords(turn)} whose window touches the time ${rangeWords(range, turn)}, and change events of alert sources.`,
    rows: [
      ...rowsOf(turn, found.changes),
      ...found.events.map(({ name, at }) => md`Change event: ${name}, ${timeText(at, turn.timezone)}`),
    ],
    suggestions: ["Which changes are upcoming?", "Are there conflicts between changes?", "And last week?"],
  };
};

const statuses: Readonly<Record<string, ChangeStatus>> = {
  ...{
    draft: "draft",
    approved: "approved",
    scheduled: "scheduled",
    implementing: "implementing",
    completed: "completed",
  },
  ...{
    failed: "failed",
    rejected: "rejected",
    cancelled: "cancelled",
    pending: "pending_approval",
    open: "implementing",
  },
};
const risks = ["low", "medium", "high", "critical"] as const;

export const listChanges: Answerer = async (turn) => {
  const { q } = turn;
  const status = [...q.slots.states].flatMap((state) => own(statuses, state) ?? []);
  if (q.concepts.has("run")) status.push("implementing");
  const risk = risks.filter((each) => q.slots.grades.includes(each));
  const { types } = q.slots;
  const mine = named(turn, "person")[0]?.id ?? (isMine(turn) ? "me" : undefined);
  const time = q.slots.states.has("opened") ? "created" : "window";
  const range = rangeOf(turn);
  const found = await turn.ask(changeTools.listChanges, {
    ...{ ...range, ...itemsOf(turn), time, limit: Math.min(q.slots.limit ?? 10, 20) },
    ...(status.length > 0 ? { status: [...new Set(status)] } : {}),
    ...(types.length > 0 ? { type: [...types] } : {}),
    ...(risk.length > 0 ? { risk: [...risk] } : {}),
    ...(mine === undefined ? {} : { assignee: mine }),
  });
  const words = [
    types.join(" or "),
    "changes",
    itemWords(turn).trim(),
    status.length > 0 ? `with status ${[...new Set(status)].join(" or ")}` : "",
    risk.length > 0 ? `with ${risk.join(" or ")} risk` : "",
    mine === undefined ? "" : `assigned to ${mine === "me" ? "you" : named(turn, "person")[0]?.name}`,
    q.time ? `${time === "created" ? "created" : "whose window starts"} ${rangeWords(range, turn)}` : "",
  ].filter((each) => each !== "");
  return {
    headline: md`${counted(found.count, "change")}.`,
    basis: md`Counted: ${words.join(" ")}.`,
    rows: rowsOf(turn, found.changes),
    suggestions: ["Which changes are upcoming?", "What changed in the last 24 hours?"],
  };
};

export const upcomingChanges: Answerer = async (turn) => {
  const { q, now } = turn;
  const from = q.time?.from && q.time.from > now ? q.time.from : now;
  const to = q.time?.to && q.time.to > from ? q.time.to : new Date(from.getTime() + 7 * 86_400_000);
  const range = { from: from.toISOString(), to: to.toISOString() };
  const found = await turn.ask(changeTools.upcomingChanges, {
    ...range,
    ...itemsOf(turn),
    limit: Math.min(q.slots.limit ?? 10, 20),
  });
  const [first] = found.changes;
  return {
    headline: md`${counted(found.count, "upcoming change")}${itemWords(turn)}.`,
    basis: md`Counted: changes that wait for approval, are approved or scheduled, and whose window starts ${rangeWords(range, turn)}.`,
    facts: [
      ...(first?.start
        ? [
            md`Next: ${turn.cited(first.citation, first.reference)} ${first.title}, ${timeText(first.start, turn.timezone)}.`,
          ]
        : []),
      md`${counted(found.conflict_count, "conflict")} in this time.`,
    ],
    rows: rowsOf(turn, found.changes),
    suggestions: ["Are there conflicts between changes?", "What changed today?"],
  };
};

/** "changes with conflicts" and "how many changes conflict" ask for changes, "conflicts between changes" for pairs. */
const asksForChanges = (words: readonly string[]) =>
  /\b(?:conflicting|overlapping|clashing) changes?\b|\bchanges? (?:that |which )?(?:have |has |having |are |with |in )/.test(
    words.join(" "),
  ) ||
  /\b(?:which|what|list|show|many|number of)\b.{0,80}\bchanges?\b.{0,80}\b(?:conflict|overlap|clash|collide)/.test(
    words.join(" "),
  );

export const conflicts: Answerer = async (turn) => {
  const { q, now } = turn;
  const from = q.time?.from ?? now;
  const to = q.time?.to && q.time.to > from ? q.time.to : new Date(from.getTime() + 7 * 86_400_000);
  const range = { from: from.toISOString(), to: to.toISOString() };
  const found = await turn.ask(changeTools.upcomingChanges, range);
  const notes = found.conflicts_truncated ? [md`Only the first 500 changes of this time were compared.`] : [];
  if (asksForChanges(q.words))
    return {
      headline: md`${counted(found.conflicting_count, "change conflicts", "changes conflict")} with another one.`,
      basis: md`Counted: changes whose windows overlap with another one's on the same or dependent items ${rangeWords(range, turn)}.`,
      rows: rowsOf(turn, found.conflicting),
      ...{ notes, suggestions: ["Are there conflicts between changes?", "Which changes are upcoming?"] },
    };
  return {
    notes,
    headline: md`${counted(found.conflict_count, "conflict")} between changes.`,
    basis: md`Counted: pairs of changes with overlapping windows on the same or dependent items ${rangeWords(range, turn)}.`,
    rows: found.conflicts.map(
      ({ a, b, kind }) => md`${a} and ${b} (${kind === "same" ? "same item" : "dependent items"})`,
    ),
    suggestions: ["Which changes are upcoming?"],
  };
};

export const getChange: Answerer = async (turn) => {
  const found = await turn.ask(changeTools.getChange, { reference: referenceOf(turn, "change") });
  return {
    headline: md`${turn.cited(found.citation, found.reference)} is ${found.status}: ${found.title} (${found.type}, ${found.risk} risk).`,
    facts: [
      found.start === null
        ? md`It has no window yet.`
        : md`Window: ${timeText(found.start, turn.timezone)} to ${found.end === null ? "open" : timeText(found.end, turn.timezone)} (${turn.timezone}).`,
      md`Requested by ${found.requested_by}; ${found.assignee === null ? "unassigned" : `assigned to ${found.assignee}`}; approval: ${found.approval ?? "none"}.`,
      md`${counted(found.conflict_count, "conflict")}${found.conflicts.length > 0 ? `: ${found.conflicts.join(", ")}` : ""}.`,
      ...(found.items.length > 0 ? [md`Items: ${joined(found.items.map((item) => md`${item}`))}.`] : []),
    ],
    suggestions: ["Which changes are upcoming?"],
  };
};
