import { groupedBy } from "../../../tools/index.ts";
import { add, type Draft, type Rule } from "../draft.ts";
import { lengthAt, type Match, namesAt, phraseAt, wordAt } from "../scan.ts";
import { classNouns, groupings, phrasesOf } from "../words.ts";
import { listAt } from "./lists.ts";

// Classes of items, types of changes, and text in quotes.

const ofClass = phrasesOf([["of class|with class|class", undefined]] as const);

export const classRule: Rule = (draft, at, not) => {
  if (draft.kind !== "item") return 0;
  const start = at + lengthAt(draft.text, at, ofClass);
  const list = listAt(draft, start, (each) => classAt(draft, each));
  if (!list) return 0;
  add(draft, { field: "class", values: [...new Set(list.values)] }, not);
  return list.end - at;
};

function classAt({ text }: Draft, at: number): Match<string> | undefined {
  const noun = phraseAt(text, at, classNouns);
  if (noun) return noun;
  const named = namesAt(text, at, ["class"]);
  const [first] = named?.value ?? [];
  return named && first && { value: first.id, length: named.length };
}

const types = ["standard", "normal", "emergency"];
const ofType = phrasesOf([["of type|with type|of the type|type", undefined]] as const);
const typeNouns = phrasesOf([["type|types", undefined]] as const);

export const typeRule: Rule = (draft, at, not) => {
  if (draft.kind !== "change") return 0;
  const start = at + lengthAt(draft.text, at, ofType);
  const list = listAt(draft, start, (each) =>
    types.includes(wordAt(draft.text, each)) ? { value: wordAt(draft.text, each), length: 1 } : undefined,
  );
  if (!list) return 0;
  add(draft, { field: "type", values: [...new Set(list.values)] }, not);
  return list.end + lengthAt(draft.text, list.end, typeNouns) - at;
};

const markers = phrasesOf([
  [
    "mentioning|mention|mentions|containing|contain|contains|with the text|with the words|matching|about|with|saying|that mention|for|named|called|titled",
    undefined,
  ],
] as const);

/** Text in quotes. */
export const textRule: Rule = (draft, at, not) => {
  const length = lengthAt(draft.text, at, markers);
  const word = draft.text.words[at + length];
  if (!word?.quoted || (length === 0 && !not) || draft.kind === "alert") return 0;
  add(draft, { field: "text", values: [word.written.slice(0, 200)] }, not);
  return length + 1;
};

const orders = phrasesOf<"newest" | "oldest">([
  ["newest|latest|most recent", "newest"],
  ["oldest", "oldest"],
]);

const counts = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** "the 3 oldest", "latest". */
export const orderRule: Rule = (draft, at, not) => {
  const written = wordAt(draft.text, at);
  const word = counts.indexOf(written) + 1;
  const number = /^\d{1,2}$/.test(written) ? Number(written) : word > 0 ? word : undefined;
  const start = number === undefined ? at : at + 1;
  const order = phraseAt(draft.text, start, orders);
  if (!order || not || number === 0) return 0;
  draft.order = order.value;
  if (number !== undefined) draft.limit = Math.min(20, number);
  draft.shape ??= "list";
  return start + order.length - at;
};

/** "by severity", for records that have it. */
export const groupRule: Rule = (draft, at, not) => {
  const group = phraseAt(draft.text, at, groupings);
  if (!group || not || draft.by !== undefined) return 0;
  const known: readonly string[] = groupedBy[draft.kind];
  if (!known.includes(group.value)) return 0;
  draft.by = group.value;
  return group.length;
};
