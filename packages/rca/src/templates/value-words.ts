import type { Constants } from "./constants.ts";
import type { Part } from "./part.ts";
import type { Token } from "./scan.ts";
import { wildcard } from "./words.ts";

/** Words that are values at one place are values at others too: the name of a host that a list, a head and a sentence have. */
export interface ValueWords {
  /** A place of these parts holds a value. */
  learn(parts: readonly Part[], place: number): void;
  /** Masks what was learned; true if that is more than before. `parts` say where a word stands as text. */
  settle(parts: readonly Part[]): boolean;
  /** The tokens with known values masked, or the same ones. */
  mask(tokens: readonly Token[]): readonly Token[];
}

export const openValueWords = ({ taught }: Constants): ValueWords => {
  let lines = new Map<string, number>();
  const known = new Set<string>();

  const isKnown = (tokens: readonly Token[], place: number): boolean => {
    const token = tokens[place];
    if (token?.word !== true || tokens[place + 1]?.text === "=") return false;
    // `north` and `north17` are names of the same kind.
    return known.has(token.text) || (token.text.endsWith(wildcard) && known.has(token.text.slice(0, -1)));
  };

  return {
    learn: (parts, place) => {
      if (new Set(parts.map(({ tokens }) => tokens[place]?.text)).size < taught) return;
      for (const { tokens, count } of parts) {
        const text = tokens[place]?.text ?? "";
        if (isWord(text)) lines.set(text, (lines.get(text) ?? 0) + count);
      }
    },
    settle: (parts) => {
      const asText = new Map<string, number>();
      for (const { tokens, count } of parts)
        for (const { word, text } of tokens)
          if (word && lines.has(text)) asText.set(text, (asText.get(text) ?? 0) + count);
      const before = known.size;
      for (const [text, count] of lines) if (count >= (asText.get(text) ?? 0)) known.add(text);
      lines = new Map();
      return known.size > before;
    },
    mask: (tokens) => {
      const places = tokens.flatMap((_, place) => (isKnown(tokens, place) ? [place] : []));
      if (
        places.length === 0 ||
        tokens.filter(({ text, word }) => word && isText(text)).length - places.length < minText
      )
        return tokens;
      const masked = new Set(places);
      return tokens.map((token, place) => (masked.has(place) ? { ...token, text: wildcard } : token));
    },
  };
};

/** What stays of a line must still say something. */
const minText = 2;

const isWord = (text: string): boolean => text !== wildcard && isText(text);
const isText = (text: string): boolean => /\p{L}{2}/u.test(text);
