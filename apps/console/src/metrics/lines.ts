import { type BuiltQuery, noQuery, readQuery, writeQuery } from "./query-text.ts";

/** The queries of a page, each with a parameter of the address. */
export const letters = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
export type Letter = (typeof letters)[number];

type LetterSearch = { [L in Letter]?: string | undefined };

export interface Line {
  letter: Letter;
  query: BuiltQuery;
  /** The text of the address that could not be read. */
  unreadable: string | undefined;
}

/** The queries of an address; without any, an empty one to fill in. */
export function linesOf(search: LetterSearch): Line[] {
  const lines = letters.flatMap((letter): Line[] => {
    const text = search[letter];
    if (text === undefined) return [];
    const query = readQuery(text);
    return [{ letter, query: query ?? noQuery, unreadable: query ? undefined : text }];
  });
  return lines.length > 0 ? lines : [{ letter: "a", query: noQuery, unreadable: undefined }];
}

/** The parameters of these queries. The others are removed. */
export function searchOf(lines: readonly Pick<Line, "letter" | "query">[]): LetterSearch {
  const search: LetterSearch = Object.fromEntries(letters.map((letter) => [letter, undefined]));
  for (const { letter, query } of lines) search[letter] = writeQuery(query);
  return search;
}

/** The queries with another one under the first free letter; unchanged when all letters are taken. */
export function withQuery(lines: readonly Line[], query: BuiltQuery): Line[] {
  // An empty first line is filled in, not kept.
  const kept = lines.filter(({ query: { metric } }) => metric !== "" || query.metric === "");
  const letter = letters.find((each) => kept.every((line) => line.letter !== each));
  if (letter === undefined) return [...lines];
  const filled = lines.filter((line) => !kept.includes(line)).flatMap((line) => line.query.filters);
  const filters = [...filled, ...query.filters];
  return [...kept, { letter, query: { ...query, filters }, unreadable: undefined }].sort((one, other) =>
    one.letter < other.letter ? -1 : 1,
  );
}

/** A text of all queries, for the list of recent ones. */
export function textOf(lines: readonly Line[]): string {
  const search = searchOf(lines.filter(({ query }) => query.metric !== ""));
  return letters.flatMap((letter) => search[letter] ?? []).join("; ");
}

/** The parameters of a text of several queries. */
export function searchOfText(text: string): LetterSearch {
  const parts = splitTexts(text).slice(0, letters.length);
  return Object.fromEntries(letters.map((letter, index) => [letter, parts[index]]));
}

/** Splits at `; ` outside quotes. */
function splitTexts(text: string): string[] {
  return [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|[^";]|;(?! ))+/g)].map(([part]) => part.trim());
}
