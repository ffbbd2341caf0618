import { own } from "@opsplane/contract";

/** Lower case without accents, for comparing what people write with names. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A name and the words of a question in the same form: `orders-db` is "orders db". */
export function keyOf(text: string): string {
  return fold(text)
    .replace(/[-_./:]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export interface Word {
  /** Folded, without punctuation at its ends. */
  readonly text: string;
  /** As it was written. */
  readonly written: string;
  /** It stood in quotes. */
  readonly quoted?: boolean;
  /** It owns what follows: "Mara's". */
  readonly owns?: boolean;
}

const contractions: Readonly<Record<string, string>> = {
  ...{ "what's": "what is", whats: "what is", "who's": "who is", whos: "who is", "how's": "how is", hows: "how is" },
  ...{
    "where's": "where is",
    "that's": "that is",
    "there's": "there is",
    "it's": "it is",
    "i'm": "i am",
    "i've": "i have",
  },
  ...{
    "we've": "we have",
    "we're": "we are",
    "don't": "do not",
    "didn't": "did not",
    "haven't": "have not",
    "hasn't": "has not",
    "won't": "will not",
    "wasn't": "was not",
    "isn't": "is not",
    "aren't": "are not",
    "weren't": "were not",
    "doesn't": "does not",
    "hadn't": "had not",
    "shouldn't": "should not",
    "wouldn't": "would not",
    "couldn't": "could not",
  },
  ...{
    arent: "are not",
    isnt: "is not",
    dont: "do not",
    didnt: "did not",
    doesnt: "does not",
    havent: "have not",
    hasnt: "has not",
    werent: "were not",
    wasnt: "was not",
  },
  ...{
    "why's": "why is",
    "when's": "when is",
    "let's": "let us",
    "i'd": "i would",
    "i'll": "i will",
    "can't": "cannot",
  },
};

/** The words of a question. Text in quotes is one word. */
export function wordsOf(question: string): Word[] {
  const plain = question.replace(/[‘’`´]/g, "'").replace(/[“”„«»]/g, '"');
  const found: Word[] = [];
  for (const [matched, quoted] of plain.matchAll(/"([^"]{1,200})"|[^\s"]+/g)) {
    if (quoted !== undefined) {
      found.push({ text: fold(quoted), written: quoted, quoted: true });
      continue;
    }
    const bare = matched.replace(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}%]+$/gu, "");
    if (bare === "") continue;
    const folded = fold(bare);
    const expanded = own(contractions, folded);
    if (expanded) found.push(...expanded.split(" ").map((text) => ({ text, written: text })));
    // The owner of something: "checkout's".
    else if (folded.endsWith("'s")) found.push({ text: folded.slice(0, -2), written: bare.slice(0, -2), owns: true });
    else
      found.push(
        ...folded.split(/[,;!?/]+(?=\p{L})/u).map((text) => ({ text, written: text === folded ? bare : text })),
      );
  }
  return found;
}

/** Edits between two words: insert, delete, replace, or swap two neighbours. At most `limit` + 1. */
export function editsBetween(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? limit + 1;
}

/** How many edits a word of this length may be away to count as a typo. */
export function tolerance(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}
