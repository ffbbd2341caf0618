import { HighlightStyle, StreamLanguage, type StreamParser } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { type HighlightKind, highlightsOf } from "@opsplane/query";

type Highlights = ReturnType<typeof highlightsOf>;

interface LineState {
  /** A phrase that an earlier line has opened. */
  inPhrase: boolean;
  line: Highlights;
}

const names: Record<HighlightKind, string> = {
  field: "propertyName",
  operator: "operator",
  keyword: "keyword",
  bracket: "bracket",
  phrase: "string",
  word: "content",
};

/** CodeMirror reads line by line. A line within a phrase is parsed with a quote before it. */
const parser: StreamParser<LineState> = {
  startState: () => ({ inPhrase: false, line: [] }),
  token: (stream, state) => {
    if (stream.sol()) readLine(state, stream.string);
    const part = state.line.find(({ to }) => to > stream.pos);
    if (!part) stream.skipToEnd();
    else stream.pos = part.from > stream.pos ? part.from : part.to;
    const isGap = !part || stream.pos === part.from;
    return isGap ? null : names[part.kind];
  },
  copyState: ({ inPhrase, line }) => ({ inPhrase, line }),
};

function readLine(state: LineState, line: string): void {
  const shift = state.inPhrase ? 1 : 0;
  const parts = highlightsOf(`${state.inPhrase ? '"' : ""}${line}`);
  const last = parts.at(-1);
  state.line = parts.map(({ kind, from, to }) => ({ kind, from: Math.max(0, from - shift), to: to - shift }));
  state.inPhrase = last?.kind === "phrase" && isOpen(`${shift ? '"' : ""}${line}`.slice(last.from));
}

/** True when a phrase has no closing quote. An escaped quote does not close it. */
function isOpen(phrase: string): boolean {
  return !/^"(?:\\.|[^"\\])*"$/.test(phrase);
}

export const queryLanguage = StreamLanguage.define(parser);

export const queryColors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--op-accent)" },
  { tag: tags.operator, color: "var(--op-dim)" },
  { tag: tags.keyword, color: "var(--op-violet)", fontWeight: "600" },
  { tag: tags.bracket, color: "var(--op-dim)" },
  { tag: tags.string, color: "var(--op-green)" },
]);
