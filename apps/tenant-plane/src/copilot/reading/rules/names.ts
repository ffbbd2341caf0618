import type { ConditionField, RecordKind } from "../../../tools/index.ts";
import type { NamedRecord, NameKind } from "../../understand/names.ts";
import { add, type Draft, type Rule } from "../draft.ts";
import { lengthAt, type Match, namesAt, nearNameAt, wordAt } from "../scan.ts";
import { before, classNouns, nouns, openingVerbs, phrasesOf } from "../words.ts";
import { listAt } from "./lists.ts";

// Items, people, teams, sources and environments by their names.

const kindOf = {
  item: "item",
  assignee: "person",
  opener: "person",
  team: "team",
  source: "source",
  environment: "environment",
} as const satisfies Partial<Record<ConditionField, NameKind>>;
type NameField = keyof typeof kindOf;
const nameFields: readonly NameField[] = ["item", "assignee", "team", "source", "environment"];

const fieldsOf: Readonly<Record<RecordKind, readonly NameField[]>> = {
  incident: ["item", "assignee", "team", "source"],
  change: ["item", "assignee"],
  request: ["assignee"],
  item: ["team", "environment"],
  alert: ["item"],
};

const me = phrasesOf([["me|myself", undefined]] as const);
const suffixes = phrasesOf([["service|server|database|db|team", undefined]] as const);

/** The name of a record. Several people with one name are not guessed. */
function nameAt(draft: Draft, at: number, field: NameField): Match<readonly NamedRecord[]> | undefined {
  if (kindOf[field] === "person" && lengthAt(draft.text, at, me) > 0)
    return { value: [{ kind: "person", id: "me", name: "you" }], length: 1 };
  const found = namesAt(draft.text, at, [kindOf[field]]);
  if (found) {
    if (field !== "item" && found.value.length > 1) return undefined;
    const suffix = field === "item" ? lengthAt(draft.text, at + found.length, suffixes) : 0;
    return { value: found.value, length: found.length + suffix };
  }
  const near = nearNameAt(draft.text, at, [kindOf[field]]);
  if (!near) return undefined;
  const word = draft.text.words[at]?.written ?? "";
  if (!draft.corrections.some((each) => each.written === word))
    draft.corrections.push({ written: word, read: near.name });
  return { value: [near], length: 1 };
}

function addNames(draft: Draft, field: NameField, values: readonly (readonly NamedRecord[])[], not: boolean): void {
  const all = values.flat();
  const isId = field !== "source" && field !== "environment";
  add(
    draft,
    {
      field,
      values: [...new Set(all.map(({ id, name }) => (isId ? id : name)))],
      names: [...new Set(all.map(({ name }) => name))],
    },
    not,
  );
}

/** "on checkout or search", "assigned to Mara", "from email". */
export const namedRule: Rule = (draft, at, not) => {
  for (const field of nameFields) {
    const phrases = before[draft.kind][field];
    if (!phrases) continue;
    for (const length of lengthsAt(draft, at, phrases)) {
      const list = listAt(draft, withoutThe(draft, at + length), (each) => nameAt(draft, each, field));
      if (!list) continue;
      if (isTwofold(field, list, not)) continue;
      addNames(draft, field, list.values, not);
      const side = field === "assignee" ? lengthAt(draft.text, list.end, sides) : 0;
      return list.end + side - at;
    }
  }
  return 0;
};

/** An incident may affect two items and belong to two teams, so "checkout and search" may mean either or both. */
function isTwofold(field: NameField, { joint }: { joint: "or" | "and" | undefined }, not: boolean): boolean {
  return joint === "and" && !not && (field === "item" || field === "team");
}

const sides = phrasesOf([["plate|desk|hands|side", undefined]] as const);

function withoutThe({ text }: Draft, at: number): number {
  return wordAt(text, at) === "the" ? at + 1 : at;
}

function lengthsAt(draft: Draft, at: number, phrases: Parameters<typeof lengthAt>[2]): number[] {
  const found = phrases.get(wordAt(draft.text, at)) ?? [];
  return found
    .filter(({ words }) => words.every((word, index) => wordAt(draft.text, at + index) === word))
    .map(({ words }) => words.length);
}

const having = phrasesOf([
  [
    "have|has|own|owns|got|is handling|handling|are handling|is working on|are working on|is assigned to|are assigned to",
    undefined,
  ],
] as const);
const asking = phrasesOf([["does|do|did|is|are|has|have", undefined]] as const);

/** "does Mara have", "did Mara open", "Mara opened", "opened by Mara". */
export const personRule: Rule = (draft, at, not) => openedBy(draft, at, not) || personFirst(draft, at, not);

const openedByVerbs: Readonly<Record<RecordKind, string>> = {
  ...{ incident: "opened reported raised created filed logged", change: "requested raised created filed" },
  ...{ request: "requested made opened submitted raised created filed", item: "", alert: "" },
};

function openedBy(draft: Draft, at: number, not: boolean): number {
  const verbs = openedByVerbs[draft.kind].split(" ");
  if (wordAt(draft.text, at) === "" || !verbs.includes(wordAt(draft.text, at)) || wordAt(draft.text, at + 1) !== "by")
    return 0;
  const list = listAt(draft, at + 2, (each) => nameAt(draft, each, "opener"));
  if (!list) return 0;
  addNames(draft, "opener", list.values, not);
  return list.end - at;
}

function personFirst(draft: Draft, at: number, not: boolean): number {
  const { text, kind } = draft;
  const start = at + lengthAt(text, at, asking);
  const first = withoutThe(draft, start);
  const people = listAt(draft, first, (each) => personAt(draft, each));
  if (people) {
    const verb = wordAt(text, people.end);
    if (verb !== "" && openingVerbs[kind].split(" ").includes(verb)) {
      addNames(draft, "opener", people.values, not);
      return people.end + 1 - at;
    }
    const has = lengthAt(text, people.end, having);
    if (has > 0 && kind !== "item" && kind !== "alert") {
      addNames(draft, "assignee", people.values, not);
      return people.end + has - at;
    }
  }
  const team = fieldsOf[kind].includes("team")
    ? listAt(draft, first, (each) => nameAt(draft, each, "team"))
    : undefined;
  const has = team ? lengthAt(text, team.end, having) : 0;
  if (team && has > 0) {
    addNames(draft, "team", team.values, not);
    return team.end + has - at;
  }
  return kind === "incident" && start > at ? itemFirst(draft, { at, first, not }) : 0;
}

/** "has checkout had", "does payments have" */
function itemFirst(draft: Draft, { at, first, not }: { at: number; first: number; not: boolean }): number {
  const items = listAt(draft, first, (each) => exactAt(draft, each, "item"));
  const has = items ? lengthAt(draft.text, items.end, had) : 0;
  if (!items || has === 0) return 0;
  addNames(draft, "item", items.values, not);
  return items.end + has - at;
}

const had = phrasesOf([["had|have", undefined]] as const);

function personAt(draft: Draft, at: number): Match<readonly NamedRecord[]> | undefined {
  if (wordAt(draft.text, at) === "i") return { value: [{ kind: "person", id: "me", name: "you" }], length: 1 };
  return nameAt(draft, at, "assignee");
}

const mine = phrasesOf([["my|mine", undefined]] as const);

/** Names without a preposition: "checkout incidents", "Mara's incidents", "except Mara", "staging servers", "my requests". */
export const bareRule: Rule = (draft, at, not) => {
  const { text, kind } = draft;
  if (lengthAt(text, at, mine) > 0 && (kind === "incident" || kind === "request")) {
    addNames(draft, kind === "incident" ? "assignee" : "opener", [[{ kind: "person", id: "me", name: "you" }]], not);
    return 1;
  }
  for (const field of fieldsOf[kind]) {
    const list = listAt(draft, withoutThe(draft, at), (each) => exactAt(draft, each, field));
    if (!list) continue;
    const owns = text.words.slice(at, list.end).some((word) => word.owns === true);
    const isBeforeNoun = lengthAt(text, list.end, nouns) > 0 || lengthAt(text, list.end, classNouns) > 0;
    if (isTwofold(field, list, not)) continue;
    // "search incidents of today" begins with a verb.
    if (at === 0 && ["search", "find"].includes(wordAt(text, at))) continue;
    if (!not && !(field === "assignee" && owns) && !(isBeforeNoun && field !== "assignee")) continue;
    addNames(draft, field, list.values, not);
    return list.end - at;
  }
  return 0;
};

/** Without a preposition a typo is not corrected. */
function exactAt(draft: Draft, at: number, field: NameField): Match<readonly NamedRecord[]> | undefined {
  const found = namesAt(draft.text, at, [kindOf[field]]);
  return found && (field === "item" || found.value.length === 1) ? nameAt(draft, at, field) : undefined;
}
