import { type IncidentStatus, own, type Severity } from "@opsplane/contract";
import { incidentTools } from "../../tools/index.ts";
import { counted, joined, md, timeText } from "../markdown.ts";
import type { Concept } from "../understand/vocabulary.ts";
import { type Answerer, named, rangeOf, rangeOrLast, rangeWords, type Turn } from "./turn.ts";

const gradeSeverity: Readonly<Record<string, Severity>> = { critical: "P1", high: "P2", medium: "P3", low: "P4" };

export interface Scope {
  input: {
    from?: string;
    to?: string;
    time?: "created" | "acknowledged" | "resolved" | "closed";
    status?: IncidentStatus[];
    open?: boolean;
    severity?: Severity[];
    items?: string[];
    assignee?: string;
    team?: string;
    source?: string;
    text?: string;
  };
  /** The same in words, such as "open P1 incidents that affect checkout". */
  words: string;
}

type State = Pick<Scope["input"], "status" | "open" | "time"> & { before?: string; after?: string };

/** What a word of state means without a time. */
const states: Readonly<Record<string, State>> = {
  open: { open: true, before: "open" },
  resolved: { open: false, before: "resolved or closed" },
  closed: { status: ["closed"], before: "closed" },
  acknowledged: { status: ["acknowledged"], before: "acknowledged" },
  unacknowledged: { status: ["triggered", "open", "reopened"], before: "unacknowledged open" },
  investigating: { status: ["investigating"], after: "with status investigating" },
  triggered: { status: ["triggered"], after: "with status triggered" },
  reopened: { status: ["reopened"], before: "reopened" },
};

/** With a time, these words say what happened then. */
const happened: Readonly<Record<string, NonNullable<Scope["input"]["time"]>>> = {
  resolved: "resolved",
  closed: "closed",
  acknowledged: "acknowledged",
};

function stateOf({ q }: Turn): State {
  const did = /\b(?:did|have|has) (?:we|you|they|i|the team|·) (?:fix|resolve|solve)/.test(q.words.join(" "));
  const word = Object.keys(states).find((each) => q.slots.states.has(each)) ?? (did ? "resolved" : undefined);
  if (word === undefined) return {};
  const time = q.time && own(happened, word);
  return time ? { time } : (own(states, word) ?? {});
}

export function scopeOf(turn: Turn): Scope {
  const { q } = turn;
  const severity = [...q.slots.severities, ...q.slots.grades.flatMap((grade) => own(gradeSeverity, grade) ?? [])];
  const { before, after, ...state } = stateOf(turn);
  const [items, people, teams] = [named(turn, "item"), named(turn, "person"), named(turn, "team")];
  const [source] = named(turn, "source");
  const mine = q.concepts.has("unassigned") ? "none" : (people[0]?.id ?? (isMine(turn) ? "me" : undefined));
  const range = rangeOf(turn);
  const words = [
    before,
    severity.join(" or "),
    "incidents",
    after,
    items.length > 0 ? `that affect ${items.map(({ name }) => name).join(" or ")}` : undefined,
    mine === "none" ? "without an assignee" : undefined,
    mine === "me" ? "assigned to you" : undefined,
    people[0] ? `assigned to ${people[0].name}` : undefined,
    teams[0] ? `of ${teams[0].name} (its items, or assigned to a member)` : undefined,
    source ? `with the source ${source.name}` : undefined,
    q.text === undefined ? undefined : `whose text contains “${q.text}”`,
    q.time ? `${state.time ?? "opened"} ${rangeWords(range, turn)}` : undefined,
  ].filter((each) => each !== undefined && each !== "");
  return {
    input: {
      ...{ ...range, ...state },
      ...(severity.length > 0 ? { severity: [...new Set(severity)] } : {}),
      ...(items.length > 0 ? { items: items.map(({ id }) => id) } : {}),
      ...(mine === undefined ? {} : { assignee: mine }),
      ...(teams[0] ? { team: teams[0].id } : {}),
      ...(source ? { source: source.name } : {}),
      ...(q.text === undefined ? {} : { text: q.text }),
    },
    words: words.join(" "),
  };
}

/** "my incidents" and "assigned to me", but not "show me". */
export function isMine({ q: { words } }: Turn): boolean {
  return (
    words.some(
      (word, at) =>
        ["my", "mine"].includes(word) ||
        (word === "me" && ["to", "by", "for", "with", "on"].includes(words[at - 1] ?? "")),
    ) || /\b(?:do|am|did|have) i\b/.test(words.join(" "))
  );
}

const dimensions = {
  bySeverity: "severity",
  byStatus: "status",
  byService: "service",
  byTeam: "team",
  byAssignee: "assignee",
  bySource: "source",
} as const satisfies Partial<Record<Concept, string>>;
type DimensionConcept = keyof typeof dimensions;
const dimensionConcepts: readonly DimensionConcept[] = [
  "bySeverity",
  "byStatus",
  "byService",
  "byTeam",
  "byAssignee",
  "bySource",
];

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

export const countIncidents: Answerer = async (turn) => {
  const { input, words } = scopeOf(turn);
  const concept = dimensionConcepts.find((each) => turn.q.concepts.has(each));
  const by = concept ? dimensions[concept] : (impliedDimension(turn) ?? "severity");
  const { count, groups } = await turn.ask(incidentTools.countIncidents, { ...input, by });
  return {
    headline: md`${counted(count, "incident")}.`,
    basis: md`Counted: ${words}.`,
    facts:
      groups.length > 1 || concept
        ? [md`By ${by}: ${joined(groups.map(({ key, count: of }) => md`${key} ${of}`))}.`]
        : [],
    suggestions: followUps(turn),
  };
};

/** "which service has most incidents" asks for services. */
function impliedDimension({ q: { words } }: Turn): "service" | "team" | "assignee" | undefined {
  const text = words.join(" ");
  if (/\b(?:services?|apps?|applications?|systems?|items?|components?)\b/.test(text)) return "service";
  if (/\b(?:teams?|groups?)\b/.test(text)) return "team";
  return /\bwho (?:has|is assigned|handles|holds)\b/.test(text) ? "assignee" : undefined;
}

export const groupIncidents: Answerer = async (turn) => {
  const { input, words } = scopeOf(turn);
  const concept = dimensionConcepts.find((each) => turn.q.concepts.has(each));
  const by = concept ? dimensions[concept] : impliedDimension(turn);
  if (!by)
    return {
      headline: md`I can count incidents by service, team, assignee, severity, status or source.`,
      answered: false,
      suggestions: ["Which service has the most incidents?", "Who has the most incidents?"],
    };
  const { count, groups } = await turn.ask(incidentTools.countIncidents, { ...input, by });
  const isRanking = turn.q.concepts.has("top") || !concept;
  const [first] = groups;
  const tied = groups.filter((each) => each.count === first?.count);
  const headline =
    isRanking && first
      ? md`${tied.map(({ key }) => key).join(", ")}: ${counted(first.count, "incident")}${tied.length > 1 ? " each" : ""}.`
      : md`${counted(count, "incident")} by ${by}.`;
  return {
    headline,
    basis: md`Counted: ${words}. ${by === "service" || by === "team" ? "An incident with several of them counts for each." : ""}`,
    rows: groups.map(({ key, count: of }) => md`${key}: ${of}`),
    suggestions: followUps(turn),
  };
};

function followUps({ q }: Turn): string[] {
  return [
    ...(q.time ? [] : ["How many incidents were opened this week?"]),
    ...(q.slots.severities.length > 0 ? [] : ["Only P1"]),
    "Show the oldest open incidents",
    "What is our MTTR?",
  ].slice(0, 3);
}

const mustLongest = (words: readonly string[]) => words.some((word) => word.startsWith("long"));

export const listIncidents: Answerer = async (turn) => {
  const { q } = turn;
  const { input, words } = scopeOf(turn);
  // "Which incidents are there" means those that matter now.
  const isBare = Object.keys(input).length === 0 && !q.concepts.has("newest") && !q.concepts.has("oldest");
  const wanted =
    isBare || (q.concepts.has("oldest") && input.open === undefined && !input.status && !q.time)
      ? { ...input, open: true }
      : input;
  const order = q.concepts.has("oldest")
    ? mustLongest(q.words)
      ? "longest"
      : "oldest"
    : q.concepts.has("top")
      ? "severity"
      : "newest";
  const { count, incidents } = await turn.ask(incidentTools.listIncidents, {
    ...wanted,
    order,
    limit: Math.min(q.slots.limit ?? 10, 20),
  });
  const shown = wanted === input ? words : words.replace("incidents", "open incidents").replace("open open", "open");
  const rows = incidents.map(
    ({ reference, title, severity, status, assignee, created_at, citation }) =>
      md`${turn.cited(citation, reference)} ${severity} ${status}: ${title} (${assignee ?? "unassigned"}, opened ${timeText(created_at, turn.timezone)})`,
  );
  return {
    headline: md`${counted(count, "incident")}${count > incidents.length ? `; the ${orderWords[order]} ${incidents.length} are listed` : ""}.`,
    basis: md`Listed: ${shown}, ${orderWords[order]} first.`,
    rows,
    suggestions: incidents[0]
      ? [
          `Tell me about ${incidents[0].reference}`,
          `What is the root cause of ${incidents[0].reference}?`,
          "How many by severity?",
        ]
      : followUps(turn),
  };
};

const orderWords = { newest: "newest", oldest: "oldest", longest: "longest", severity: "most severe" } as const;

export const incidentTrend: Answerer = async (turn) => {
  const { input, words } = scopeOf(turn);
  const range = rangeOrLast(turn, 7 * 24);
  const step = stepOf(turn.q.words, range);
  const { opened, resolved, points } = await turn.ask(incidentTools.incidentTrend, {
    ...input,
    ...range,
    time: "created",
    step,
  });
  return {
    headline: md`${counted(opened, "incident")} opened and ${counted(resolved, "incident")} resolved.`,
    basis: md`${sentence(turn.q.time ? words : `${words} opened ${rangeWords(range, turn)}`)} By ${step}.`,
    rows: points.map(
      ({ start, opened: more, resolved: less }) =>
        md`${step === "hour" ? start : start.slice(0, 10)}: ${more} opened, ${less} resolved`,
    ),
    suggestions: ["What is our MTTR?", "Which service has the most incidents?"],
  };
};

function stepOf(
  words: readonly string[],
  { from, to }: { from: string; to: string },
): "hour" | "day" | "week" | "month" {
  const text = words.join(" ");
  const steps = ["hour", "day", "week", "month"] as const;
  const written = steps.find((each) =>
    new RegExp(`\\b(?:per|by|each|every) ${each}|${each === "day" ? "daily" : `${each}ly`}`).test(text),
  );
  const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000;
  return written ?? (hours <= 48 ? "hour" : hours <= 24 * 62 ? "day" : "week");
}
