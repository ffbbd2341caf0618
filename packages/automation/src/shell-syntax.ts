// What the rules see of a shell script: its simple commands, their words, and where placeholders stand.

/** Where a placeholder stands, which decides how its value is quoted. */
export type Quoting = "bare" | "single" | "double";

/** A placeholder in a script. With `refused`, no value can safely stand there. */
export interface Slot {
  at: number;
  end: number;
  path: string[];
  written: string;
  quoting: Quoting;
  refused?: string;
}

export type WordPart =
  | { kind: "text"; text: string; quoted: boolean }
  | { kind: "slot"; slot: Slot }
  /** $name, ${name…}, or a name in arithmetic. */
  | { kind: "variable"; name: string }
  /** $( … ), <( … ), backticks, ${ … } or a here-document, with everything inside them. `text` is as it is written. */
  | { kind: "substitution"; slots: Slot[]; variables: string[]; text: string; isDocument?: true };

export interface Word {
  at: number;
  parts: WordPart[];
}

export interface SimpleCommand {
  at: number;
  assignments: Word[];
  /** The command and its arguments. */
  words: Word[];
  /** The targets of redirections, and the variables of here-documents. */
  redirections: Word[];
  /** It reads what the command in front of it writes. */
  piped: boolean;
  /** It has a redirection of its own that it reads. */
  hasInput: boolean;
}

export interface Script {
  commands: SimpleCommand[];
  slots: Slot[];
  /** Names that arithmetic or backticks read; bash would run code in such a value. */
  risky: { name: string; at: number }[];
  functions: Set<string>;
  /** Some command reads from a pipe or a redirection, which may be the input of a whole block. */
  feeds: boolean;
  /** Where the reading is in doubt. A value would not be safe in such a script. */
  doubts: { at: number; message: string }[];
}

/** The text of a word without its quotes; undefined when a part of it is not known. */
export function literalOf(word: Word | undefined): string | undefined {
  if (word === undefined) return undefined;
  let text = "";
  for (const part of word.parts) {
    if (part.kind !== "text") return undefined;
    text += part.text;
  }
  return text;
}

/** The known text at the beginning of a word. */
export function prefixOf(word: Word): string {
  let text = "";
  for (const part of word.parts) {
    if (part.kind !== "text") break;
    text += part.text;
  }
  return text;
}

/** The placeholders of a word, also inside its substitutions. */
export function slotsOf(word: Word): Slot[] {
  return word.parts.flatMap((part) => {
    if (part.kind === "slot") return [part.slot];
    return part.kind === "substitution" ? part.slots : [];
  });
}

/** The variables of a word, also inside its substitutions. */
export function variablesOf(word: Word): string[] {
  return word.parts.flatMap((part) => {
    if (part.kind === "variable") return [part.name];
    return part.kind === "substitution" ? part.variables : [];
  });
}

/** The text of a word with its substitutions. A NUL stands for what is not known. */
export function textOf(word: Word): string {
  return word.parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      return part.kind === "substitution" ? part.text : "\0";
    })
    .join("");
}

/** True when a word is known to be unquoted, such as a keyword. */
export function isUnquoted(word: Word): boolean {
  return word.parts.every((part) => part.kind === "text" && !part.quoted);
}

const assignment = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/;

/** The variable that the word assigns; undefined when it is no assignment. */
export function assignedName(word: Word): string | undefined {
  const [first] = word.parts;
  if (first?.kind !== "text" || first.quoted || !assignment.test(first.text)) return undefined;
  return /^\w+/.exec(first.text)?.[0];
}
