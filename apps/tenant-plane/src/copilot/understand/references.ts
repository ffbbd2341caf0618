import { own } from "@opsplane/contract";
import type { Word } from "./text.ts";

export interface Reference {
  readonly kind: "incident" | "change" | "request" | "execution" | "run";
  readonly reference: string;
}

export interface FoundReference extends Reference {
  start: number;
  end: number;
}

/** INC-12, inc12 and "incident 12". */
export function findReferences(words: readonly Word[]): FoundReference[] {
  const found: FoundReference[] = [];
  for (const [start, { text }] of words.entries()) {
    const match = /^(inc|chg|req|exe|run)[-_#]?0*(\d{1,12})$/.exec(text);
    const kind = own(prefixesOf, match?.[1] ?? "");
    if (match && kind)
      found.push({ kind, reference: referenceOf(match[1] ?? "", match[2] ?? ""), start, end: start + 1 });
    const prefix = own(nouns, text);
    const number = /^#?0*(\d{1,12})$/.exec(words[start + 1]?.text ?? "");
    const ofNoun = own(prefixesOf, prefix?.toLowerCase() ?? "");
    if (prefix && number && ofNoun)
      found.push({ kind: ofNoun, reference: referenceOf(prefix, number[1] ?? ""), start: start + 1, end: start + 2 });
  }
  return found;
}

const prefixesOf: Readonly<Record<string, Reference["kind"]>> = {
  ...{ inc: "incident", chg: "change", req: "request", exe: "execution", run: "run" },
};
const nouns: Readonly<Record<string, string>> = {
  incident: "INC",
  ticket: "INC",
  change: "CHG",
  request: "REQ",
  execution: "EXE",
};

function referenceOf(prefix: string, number: string): string {
  return `${prefix.toUpperCase()}-${number.padStart(8, "0")}`;
}
