import { readComment, readLineBreak, skipBlanks, skipLines } from "./shell-lines.ts";
import { doubt, isAhead, openScanner, type Scanner } from "./shell-scanner.ts";
import {
  assignedName,
  isUnquoted,
  literalOf,
  type Script,
  type SimpleCommand,
  slotsOf,
  variablesOf,
  type Word,
} from "./shell-syntax.ts";
import { readArithmetic, readWord } from "./shell-words.ts";

/** Reads a script of POSIX sh or bash, as far as the rules for placeholders need it. */
export function readScript(text: string): Script {
  const scanner = openScanner(text);
  const stopped = readList(scanner, 0);
  if (stopped !== undefined || scanner.at < text.length)
    doubt(scanner, `'${stopped ?? text[scanner.at]}' is not expected here.`);
  if (scanner.pending.length > 0) doubt(scanner, "This here-document has no text.", text.length);
  return scanner.script;
}

const maxDepth = 50;

/** A list of commands in progress. */
interface List {
  command: SimpleCommand | undefined;
  /** The next command reads from a pipe. */
  piped: boolean;
  depth: number;
}

// After these words a command begins.
const beforeCommand = new Set(["if", "then", "else", "elif", "do", "while", "until", "!", "{", "time"]);
const closing = new Set(["fi", "done", "}"]);
const separators = /^(?:;;&|;;|;&|&&|\|\||\|&|[;&|\n])/;

/** Reads until a closing bracket, `;;`, `esac` or the end; returns the last two when they end it. */
function readList(scanner: Scanner, depth: number): string | undefined {
  const list: List = { command: undefined, piped: false, depth };
  if (depth > maxDepth) doubt(scanner, "The script is nested too deeply.");
  while (scanner.at < scanner.text.length && depth <= maxDepth) {
    skipBlanks(scanner);
    const character = scanner.text[scanner.at];
    if (character === undefined || character === ")") break;
    if (character === "#") readComment(scanner);
    else if (character === "(") readBracket(scanner, list);
    else if (isRedirection(scanner)) readRedirection(scanner, list);
    else if (separators.test(scanner.text.slice(scanner.at, scanner.at + 3))) {
      const separator = readSeparator(scanner, list);
      if (separator.startsWith(";;") || separator === ";&") return separator;
    } else if (readNext(scanner, list) === "esac") return "esac";
  }
  list.command = undefined;
  return undefined;
}

function readSeparator(scanner: Scanner, list: List): string {
  const [separator = ""] = separators.exec(scanner.text.slice(scanner.at, scanner.at + 3)) ?? [];
  list.command = undefined;
  if (separator === "|" || separator === "|&") {
    list.piped = true;
    scanner.script.feeds = true;
  } else if (separator !== "\n") list.piped = false;
  if (separator === "\n") readLineBreak(scanner);
  else scanner.at += separator.length;
  return separator;
}

function readBracket(scanner: Scanner, list: List): void {
  if (list.command === undefined && isAhead(scanner, "((")) {
    const word: Word = { at: scanner.at, parts: [] };
    readArithmetic(scanner, word.parts, 2, "))");
    return;
  }
  if (list.command !== undefined) {
    const isFunction =
      /^\(\s*\)/.test(scanner.text.slice(scanner.at, scanner.at + 20)) && list.command.words.length === 1;
    if (!isFunction) {
      doubt(scanner, "A bracket is not expected here.");
      scanner.at += 1;
      return;
    }
    scanner.script.functions.add(literalOf(list.command.words[0]) ?? "");
    scanner.script.commands.splice(scanner.script.commands.indexOf(list.command), 1);
    scanner.at = scanner.text.indexOf(")", scanner.at) + 1;
    list.command = undefined;
    return;
  }
  const start = scanner.at;
  scanner.at += 1;
  closeBracket(scanner, start, readList(scanner, list.depth + 1));
}

function closeBracket(scanner: Scanner, start: number, stopped: string | undefined): void {
  if (stopped !== undefined || !isAhead(scanner, ")")) doubt(scanner, "This bracket is never closed.", start);
  else scanner.at += 1;
}

const redirection = /^\d*(?:<<<|<<-|<<|<>|<&|>>|>\||>&|<|>)|^&>>?/;

function isRedirection(scanner: Scanner): boolean {
  if (isAhead(scanner, "<(") || isAhead(scanner, ">(")) return false;
  return redirection.test(scanner.text.slice(scanner.at, scanner.at + 20));
}

function readRedirection(scanner: Scanner, list: List): void {
  const [operator = ""] = redirection.exec(scanner.text.slice(scanner.at, scanner.at + 20)) ?? [];
  const command = list.command ?? openCommand(scanner, list);
  if (operator.startsWith("&"))
    doubt(scanner, "Only bash redirects with '&>'; other shells begin a new command. Write '> file 2>&1'.");
  if (operator.includes("<")) scanner.script.feeds = true;
  if (/^0?<(?!&)/.test(operator)) command.hasInput = true;
  scanner.at += operator.length;
  skipBlanks(scanner);
  const target = wordOf(scanner, list);
  // Bash expands what follows >& and <& twice, so that quotes do not protect it.
  if (/[<>]&$/.test(operator)) {
    for (const slot of slotsOf(target)) slot.refused ??= `directly after '${operator}'; use '> file 2>&1' instead`;
    for (const name of variablesOf(target)) scanner.script.risky.push({ name, at: target.at });
  }
  if (/^\d*<<-?$/.test(operator)) {
    for (const slot of slotsOf(target)) slot.refused = "in the name of a here-document";
    const delimiter = literalOf(target);
    if (delimiter === undefined) doubt(scanner, "The end of a here-document must be a plain word.");
    const parts: Word["parts"] = [];
    command.redirections.push({ at: target.at, parts });
    scanner.pending.push({
      delimiter: delimiter ?? "",
      quoted: !isUnquoted(target),
      stripsTabs: operator.endsWith("-"),
      parts,
    });
  } else command.redirections.push(target);
}

function openCommand(scanner: Scanner, list: List): SimpleCommand {
  const command: SimpleCommand = {
    at: scanner.at,
    assignments: [],
    words: [],
    redirections: [],
    piped: list.piped,
    hasInput: false,
  };
  scanner.script.commands.push(command);
  list.command = command;
  list.piped = false;
  return command;
}

function wordOf(scanner: Scanner, list: { depth: number }): Word {
  const word = readWord(scanner, (inner) => {
    const pending = inner.pending;
    const start = inner.at;
    inner.pending = [];
    if (readList(inner, list.depth + 1) !== undefined) doubt(inner, "';;' is not expected here.");
    if (inner.pending.length > 0) doubt(inner, "A here-document must end before its bracket.");
    if (pending.length > 0 && inner.text.slice(start, inner.at).includes("\n"))
      doubt(inner, "A substitution with several lines cannot follow << on its line.", start);
    inner.pending = pending;
  });
  const next = scanner.text[scanner.at];
  const last = word.parts.at(-1);
  if (last?.kind === "slot" && (next === "<" || next === ">" || next === "("))
    last.slot.refused ??= `directly before '${next}'; put a blank between them`;
  return word;
}

/** Reads the next word, and what it begins. */
function readNext(scanner: Scanner, list: List): "esac" | undefined {
  const start = scanner.at;
  const word = wordOf(scanner, list);
  if (scanner.at === start) {
    doubt(scanner, `'${scanner.text[start]}' is not expected here.`);
    scanner.at += 1;
    return undefined;
  }
  const keyword = list.command === undefined && isUnquoted(word) ? literalOf(word) : undefined;
  if (keyword === "esac") return "esac";
  if (keyword === "case") readCase(scanner, list);
  else if (keyword === "[[") readTest(scanner, list, word);
  else if (keyword === "function" || keyword === "coproc")
    doubt(scanner, `Only bash knows '${keyword}'; write name() { … }.`, start);
  else if (keyword !== undefined && closing.has(keyword)) list.piped = false;
  else if (keyword === undefined || !beforeCommand.has(keyword)) addWord(scanner, list, word);
  return undefined;
}

function addWord(scanner: Scanner, list: List, word: Word): void {
  const command = list.command ?? openCommand(scanner, list);
  const isAssignment = command.words.length === 0 && assignedName(word) !== undefined;
  if (isAssignment || isArrayStart(scanner, word)) {
    if (isAhead(scanner, "(")) readArray(scanner, list, word);
    command.assignments.push(word);
  } else {
    if (command.words.length === 0) command.at = word.at;
    command.words.push(word);
  }
}

function isArrayStart(scanner: Scanner, word: Word): boolean {
  return isAhead(scanner, "(") && /=$/.test(literalOf(word) ?? "") && assignedName(word) !== undefined;
}

function readArray(scanner: Scanner, list: List, word: Word): void {
  const start = scanner.at;
  scanner.at += 1;
  for (skipLines(scanner); scanner.at < scanner.text.length && !isAhead(scanner, ")"); skipLines(scanner)) {
    const before = scanner.at;
    word.parts.push(...wordOf(scanner, list).parts);
    if (scanner.at === before) break;
  }
  closeBracket(scanner, start, undefined);
}

function readCase(scanner: Scanner, list: List): void {
  const start = scanner.at;
  skipBlanks(scanner);
  wordOf(scanner, list);
  skipLines(scanner);
  if (literalOf(wordOf(scanner, list)) !== "in") {
    doubt(scanner, "'case' needs a word and 'in'.", start);
    return;
  }
  while (scanner.at < scanner.text.length) {
    skipLines(scanner);
    if (/^esac(?![^\s;&|)<>])/.test(scanner.text.slice(scanner.at, scanner.at + 5))) {
      scanner.at += 4;
      return;
    }
    if (!readPattern(scanner, list)) break;
    if (readList(scanner, list.depth + 1) === "esac") return;
  }
  doubt(scanner, "This 'case' is never closed with 'esac'.", start);
}

function readPattern(scanner: Scanner, list: List): boolean {
  if (isAhead(scanner, "(")) scanner.at += 1;
  for (let at = -1; at !== scanner.at; ) {
    at = scanner.at;
    skipBlanks(scanner);
    wordOf(scanner, list);
    skipBlanks(scanner);
    if (isAhead(scanner, "|")) scanner.at += 1;
  }
  if (!isAhead(scanner, ")")) return false;
  scanner.at += 1;
  return true;
}

/**
 * Reads [[ … ]], in which `<`, `>`, `&&`, `||` and brackets are operators of the test. To other shells a command begins after them, so no
 * value can stand there.
 */
function readTest(scanner: Scanner, list: List, first: Word): void {
  addWord(scanner, list, first);
  let afterOperator = false;
  while (scanner.at < scanner.text.length) {
    skipBlanks(scanner);
    const before = scanner.at;
    const word = wordOf(scanner, list);
    if (word.parts.length > 0) addWord(scanner, list, word);
    if (literalOf(word) === "]]") return;
    if (afterOperator) {
      for (const slot of slotsOf(word)) slot.refused ??= "after an operator inside [[ … ]]; use [ … ] && [ … ]";
      for (const name of variablesOf(word)) scanner.script.risky.push({ name, at: word.at });
    }
    afterOperator = scanner.at === before || (afterOperator && literalOf(word) === "!");
    if (scanner.at === before) scanner.at += 1;
  }
  doubt(scanner, "This [[ is never closed with ]].", first.at);
}
