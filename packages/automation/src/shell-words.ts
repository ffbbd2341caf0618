import { doubt, isAhead, type Scanner, skipTo, takeSlot } from "./shell-scanner.ts";
import type { Word, WordPart } from "./shell-syntax.ts";

/** Reads the commands of a substitution up to its closing bracket. */
export type ReadList = (scanner: Scanner) => void;

const endsWord = new Set([" ", "\t", "\n", ";", "&", "|", "<", ">", "(", ")"]);

/** Reads one word; it has no parts when there is none. */
export function readWord(scanner: Scanner, readList: ReadList): Word {
  const word: Word = { at: scanner.at, parts: [] };
  while (scanner.at < scanner.text.length) {
    const slot = takeSlot(scanner, "bare");
    if (slot !== undefined) {
      word.parts.push({ kind: "slot", slot });
      continue;
    }
    const character = scanner.text[scanner.at] ?? "";
    if (endsWord.has(character) && !isProcessSubstitution(scanner)) break;
    readPart(scanner, word.parts, character, readList);
  }
  return word;
}

function isProcessSubstitution(scanner: Scanner): boolean {
  return isAhead(scanner, "<(") || isAhead(scanner, ">(");
}

function readPart(scanner: Scanner, parts: WordPart[], character: string, readList: ReadList): void {
  if (character === "\\") readEscape(scanner, parts);
  else if (character === "'") readSingle(scanner, parts);
  else if (character === '"') readDouble(scanner, parts, readList, undefined);
  else if (character === "`") readBackticks(scanner, parts);
  else if (character === "$") readDollar(scanner, parts, readList, false);
  else if (character === "<" || character === ">") {
    scanner.script.feeds = true;
    readSubstitution(scanner, parts, 2, readList);
  } else {
    addText(parts, character, false);
    scanner.at += 1;
  }
}

function readEscape(scanner: Scanner, parts: WordPart[]): void {
  scanner.at += 1;
  if (takeSlot(scanner, "bare", "directly after a backslash") !== undefined) return;
  const escaped = scanner.text[scanner.at] ?? "";
  if (escaped !== "\n") addText(parts, escaped, true);
  scanner.at += 1;
}

function readSingle(scanner: Scanner, parts: WordPart[]): void {
  const start = scanner.at;
  scanner.at += 1;
  addText(parts, "", true);
  while (scanner.at < scanner.text.length && scanner.text[scanner.at] !== "'") {
    const slot = takeSlot(scanner, "single");
    if (slot !== undefined) parts.push({ kind: "slot", slot });
    else {
      addText(parts, scanner.text[scanner.at] ?? "", true);
      scanner.at += 1;
    }
  }
  closeQuote(scanner, "'", start);
}

function closeQuote(scanner: Scanner, quote: string, start: number): void {
  if (scanner.text[scanner.at] === quote) scanner.at += 1;
  else doubt(scanner, `This quote (${quote}) is never closed.`, start);
}

/** Reads "…". With `refused`, placeholders in it are refused. */
function readDouble(scanner: Scanner, parts: WordPart[], readList: ReadList, refused: string | undefined): void {
  const start = scanner.at;
  scanner.at += 1;
  addText(parts, "", true);
  while (scanner.at < scanner.text.length && scanner.text[scanner.at] !== '"') {
    const slot = takeSlot(scanner, "double", refused);
    if (slot !== undefined) parts.push({ kind: "slot", slot });
    else readInDouble(scanner, parts, readList);
  }
  closeQuote(scanner, '"', start);
}

function readInDouble(scanner: Scanner, parts: WordPart[], readList: ReadList): void {
  const character = scanner.text[scanner.at] ?? "";
  if (character === "`") readBackticks(scanner, parts);
  else if (character === "$") readDollar(scanner, parts, readList, true);
  else {
    if (character === "\\") scanner.at += 1;
    if (character === "\\" && takeSlot(scanner, "double", "directly after a backslash") !== undefined) return;
    addText(parts, scanner.text[scanner.at] ?? "", true);
    scanner.at += 1;
  }
}

function readBackticks(scanner: Scanner, parts: WordPart[]): void {
  const start = scanner.at;
  let end = start + 1;
  while (end < scanner.text.length && scanner.text[end] !== "`") end += scanner.text[end] === "\\" ? 2 : 1;
  if (end >= scanner.text.length) doubt(scanner, "This backtick is never closed.", start);
  const text = scanner.text.slice(start + 1, end);
  parts.push({ kind: "substitution", slots: [], variables: riskyNames(scanner, start, end), text });
  skipTo(scanner, Math.min(end + 1, scanner.text.length), "inside backticks; use $( … ) instead");
}

function readDollar(scanner: Scanner, parts: WordPart[], readList: ReadList, inDouble: boolean): void {
  const isExpansion = isAhead(scanner, "${") && !scanner.slots.has(scanner.at + 1);
  if (isAhead(scanner, "$((")) readArithmetic(scanner, parts, 3, "))");
  else if (isAhead(scanner, "$[")) readArithmetic(scanner, parts, 2, "]");
  else if (isAhead(scanner, "$(")) readSubstitution(scanner, parts, 2, readList);
  else if (isExpansion) readExpansion(scanner, parts, readList, inDouble);
  else if (!inDouble && isAhead(scanner, "$'")) readAnsiQuotes(scanner, parts);
  else if (!inDouble && isAhead(scanner, '$"')) {
    scanner.at += 1;
    readDouble(scanner, parts, readList, 'inside $"…"; use plain double quotes');
  } else readVariable(scanner, parts);
}

function readVariable(scanner: Scanner, parts: WordPart[]): void {
  const name = /^\$([A-Za-z_]\w*|[0-9@*#?!$-])/.exec(scanner.text.slice(scanner.at, scanner.at + 200))?.[1];
  if (name === undefined) addText(parts, "$", true);
  else addVariable(scanner, parts, name);
  scanner.at += 1 + (name?.length ?? 0);
}

/** Bash reads escapes in $'…', while other shells do not. */
function readAnsiQuotes(scanner: Scanner, parts: WordPart[]): void {
  const start = scanner.at;
  const end = scanner.text.indexOf("'", start + 2);
  if (end < 0) doubt(scanner, "This single quote is never closed.", start);
  else if (scanner.text[end - 1] === "\\")
    doubt(scanner, "Shells read \\' inside $'…' in different ways; use plain quotes.", start);
  addText(parts, "", true);
  parts.push({
    kind: "substitution",
    slots: [],
    variables: [],
    text: scanner.text.slice(start + 2, end < 0 ? undefined : end),
  });
  skipTo(scanner, end < 0 ? scanner.text.length : end + 1, "inside $'…'; use plain quotes");
}

/** Reads $( … ) or <( … ), in which a new context begins. */
function readSubstitution(scanner: Scanner, parts: WordPart[], length: number, readList: ReadList): void {
  const start = scanner.at;
  const variables = scanner.variables.length;
  const slots = scanner.script.slots.length;
  scanner.at += length;
  readList(scanner);
  if (scanner.text[scanner.at] === ")") scanner.at += 1;
  else doubt(scanner, "This bracket is never closed.", start);
  parts.push({
    kind: "substitution",
    slots: scanner.script.slots.slice(slots),
    variables: scanner.variables.slice(variables),
    text: scanner.text.slice(start + length, scanner.at - 1),
  });
}

export function readArithmetic(scanner: Scanner, parts: WordPart[], length: number, closing: string): void {
  const start = scanner.at;
  const end = arithmeticEnd(scanner, start + length, closing);
  if (end === undefined) {
    skipAll(scanner, start, "Arithmetic must end with )); a subshell needs a blank between its brackets.");
    return;
  }
  const text = scanner.text.slice(start + length, end);
  parts.push({ kind: "substitution", slots: [], variables: riskyNames(scanner, start + length, end), text });
  skipTo(scanner, end + closing.length, "inside arithmetic; assign it to a variable and check that it is a number");
}

function arithmeticEnd({ text }: Scanner, from: number, closing: string): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (depth === 0 && text.startsWith(closing, at)) return at;
    if (text[at] === "(" || text[at] === "[") depth += 1;
    if (text[at] === ")" || text[at] === "]") depth -= 1;
    if (depth < 0 || text[at] === '"' || text[at] === "'" || text[at] === "`") return undefined;
  }
  return undefined;
}

const inExpansion = "inside a parameter expansion ($ and braces)";

/** Reads ${ … }. Quotes inside it nest, except that shells disagree about single quotes inside double quotes. */
function readExpansion(scanner: Scanner, parts: WordPart[], readList: ReadList, inDouble: boolean): void {
  const start = scanner.at;
  scanner.at += 2;
  const ahead = scanner.text.slice(scanner.at, scanner.at + 200);
  const name = /^[!#]?([A-Za-z_]\w*|[0-9@*#?!$-])/.exec(ahead)?.[1];
  if (name !== undefined) addVariable(scanner, parts, name);
  // ${name@P} runs the substitutions in a value.
  if (name !== undefined && /^\w+(?:\[[^\]]*\])?@/.test(ahead)) scanner.script.risky.push({ name, at: start });
  // Bash evaluates subscripts, offsets and indirect names.
  const evaluated = /^(?:\w+\[|!|\w+:(?![-=?+]))/.exec(ahead)?.[0];
  if (evaluated !== undefined)
    riskyNames(scanner, scanner.at + evaluated.length, scanner.text.indexOf("}", scanner.at));
  const inner: WordPart[] = [];
  while (scanner.at < scanner.text.length && scanner.text[scanner.at] !== "}")
    readInExpansion(scanner, inner, readList, inDouble);
  if (scanner.at >= scanner.text.length) doubt(scanner, "This parameter expansion is never closed.", start);
  scanner.at += 1;
  for (const slot of scanner.script.slots) if (slot.at > start) slot.refused ??= inExpansion;
  for (const part of inner) if (part.kind !== "text") parts.push(part);
  // Its default may name a program.
  const text = scanner.text.slice(start + 2, scanner.at - 1).replace(/[:=?+-]/g, " ");
  parts.push({ kind: "substitution", slots: [], variables: [], text });
}

function readInExpansion(scanner: Scanner, inner: WordPart[], readList: ReadList, inDouble: boolean): void {
  if (takeSlot(scanner, "bare", inExpansion) !== undefined) return;
  const character = scanner.text[scanner.at];
  if (character === "'" && inDouble)
    skipAll(scanner, scanner.at, "Shells read single quotes in a quoted parameter expansion in different ways.");
  else if (character === "'") skipTo(scanner, 1 + (indexAfter(scanner, "'") ?? scanner.text.length), inExpansion);
  else if (character === '"') readDouble(scanner, inner, readList, inExpansion);
  else if (character === "\\") scanner.at += 2;
  else if (character === "$") readDollar(scanner, inner, readList, inDouble);
  else if (character === "`") readBackticks(scanner, inner);
  else scanner.at += 1;
}

function indexAfter({ text, at }: Scanner, sign: string): number | undefined {
  const found = text.indexOf(sign, at + 1);
  return found < 0 ? undefined : found;
}

/** The rest of the script cannot be read, so no placeholder in it is safe. */
function skipAll(scanner: Scanner, start: number, message: string): void {
  doubt(scanner, message, start);
  skipTo(scanner, scanner.text.length, "in a part of the script that cannot be read");
}

/** The names between two places, which bash would evaluate as code. */
function riskyNames(scanner: Scanner, from: number, to: number): string[] {
  const names = scanner.text.slice(from, to).match(/[A-Za-z_]\w*|\$[0-9@*]/g) ?? [];
  const plain = names.map((name) => name.replace("$", ""));
  for (const name of plain) scanner.script.risky.push({ name, at: from });
  scanner.variables.push(...plain);
  return plain;
}

function addVariable(scanner: Scanner, parts: WordPart[], name: string): void {
  scanner.variables.push(name);
  parts.push({ kind: "variable", name });
}

function addText(parts: WordPart[], text: string, quoted: boolean): void {
  const last = parts.at(-1);
  if (last?.kind === "text" && last.quoted === quoted) last.text += text;
  else parts.push({ kind: "text", text, quoted });
}
