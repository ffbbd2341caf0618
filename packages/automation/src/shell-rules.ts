import { type Code, codesOf } from "./shell-code.ts";
import { dashPlaces } from "./shell-dashes.ts";
import { readScript } from "./shell-reader.ts";
import { shellNamesOf } from "./shell-runners.ts";
import {
  assignedName,
  literalOf,
  prefixOf,
  type Script,
  type SimpleCommand,
  type Slot,
  slotsOf,
  textOf,
  variablesOf,
  type Word,
  type WordPart,
} from "./shell-syntax.ts";
import { type Effective, effectiveOf } from "./shell-wrappers.ts";
import { piecesOf } from "./template.ts";

export interface ShellProblem {
  at: number;
  level: "error" | "warning";
  message: string;
}

/** Whether the value of a path could begin with a dash. */
export type MayStartWithDash = (path: readonly string[]) => boolean;

/** Where a value would not stay a value. A command with an error cannot be rendered. */
export function shellProblems(command: string, mayStartWithDash: MayStartWithDash = () => true): ShellProblem[] {
  const mistakes = piecesOf(command).flatMap((piece) =>
    piece.kind === "mistake" ? [{ at: piece.at, level: "error" as const, message: piece.message }] : [],
  );
  if (mistakes.length > 0) return mistakes;
  const script = readScript(command);
  if (script.slots.length === 0) return [];
  const judged = judge(script);
  const errors = [
    ...script.doubts.map(({ at, message }) => ({
      at,
      message: `${message} Placeholders need a script that can be read.`,
    })),
    ...script.slots.flatMap((slot) => (slot.refused === undefined ? [] : [refusal(slot, `stands ${slot.refused}`)])),
    ...judged.flatMap((one) => commandErrors(one, script)),
    ...taintErrors(script, judged, taintedNames(script)),
  ];
  const warnings = dashPlaces(script)
    .filter(({ slot }) => mayStartWithDash(slot.path))
    .map(({ slot, name }) => ({
      at: slot.at,
      message: `The value of ${slot.written} is read as an option of '${name}' when it begins with '-'. Write -- before it, or give the parameter a pattern.`,
    }));
  return [
    ...unique(errors).map((error) => ({ ...error, level: "error" as const })),
    ...warnings.map((warning) => ({ ...warning, level: "warning" as const })),
  ].sort((left, right) => left.at - right.at);
}

interface Finding {
  at: number;
  message: string;
}

function refusal(slot: Slot, reason: string): Finding {
  return { at: slot.at, message: `The placeholder ${slot.written} ${reason}. A value there could run as code.` };
}

interface Judged {
  command: SimpleCommand;
  effective: Effective;
  codes: Code[];
}

function judge(script: Script): Judged[] {
  const shellNames = shellNamesOf(script.commands);
  return script.commands.map((command) => {
    const effective = effectiveOf(command);
    return { command, effective, codes: codesOf(effective, command, shellNames) };
  });
}

function commandErrors({ command, effective, codes }: Judged, script: Script): Finding[] {
  return [
    ...assignmentErrors(command, effective),
    ...nameErrors(command, effective),
    ...codes.flatMap((code) => codeErrors(command, effective, code, script)),
    ...(effective.name === "alias"
      ? script.slots.map((slot) => refusal(slot, "follows an alias, which changes what a command is; use a function"))
      : []),
  ];
}

const declares = new Set([
  "export",
  "readonly",
  "declare",
  "typeset",
  "local",
  "unset",
  "read",
  "mapfile",
  "readarray",
  "getopts",
  "env",
]);
/** These variables choose programs, libraries or options of programs. */
const steering =
  /^(?:PATH|IFS|ENV|BASH_.*|SHELLOPTS|BASHOPTS|PS[0-9]|PROMPT_COMMAND|LD_.*|DYLD_.*|PYTHON.*|PERL.*|RUBY.*|NODE_.*|JAVA_.*|GIT_.*|EDITOR|VISUAL|PAGER|BROWSER|LESS.*|MAN.*|TAR_OPTIONS|PSQLRC)$/;

function assignmentErrors(command: SimpleCommand, { name, args }: Effective): Finding[] {
  const given = name !== undefined && declares.has(name) ? args : [];
  const environment = command.words.filter((word) => assignedName(word) !== undefined);
  return [
    ...given
      .filter((word) => !/^[A-Za-z_]\w*\+?=/.test(prefixOf(word)))
      .flatMap((word) =>
        slotsOf(word).map((slot) => refusal(slot, `stands where '${name}' expects the name of a variable`)),
      ),
    ...(given.some((word) => /^-[A-Za-z]*[iaAn]/.test(prefixOf(word)))
      ? given.flatMap((word) =>
          slotsOf(word).map((slot) => refusal(slot, `is evaluated by '${name}' with these options`)),
        )
      : []),
    ...[...command.assignments, ...environment, ...given].flatMap(steeringErrors),
    ...command.words.flatMap(nameSlotErrors),
    ...[...command.words, ...command.assignments].flatMap(subscriptErrors),
  ];
}

function steeringErrors(word: Word): Finding[] {
  const name = /^\w+(?=\+?=)/.exec(prefixOf(word))?.[0];
  if (name === undefined || !steering.test(name)) return [];
  return slotsOf(word).map((slot) => refusal(slot, `sets the variable '${name}', which decides what runs`));
}

/** A placeholder directly before an equals sign would be the name of a variable. */
function nameSlotErrors(word: Word): Finding[] {
  const [first, second] = word.parts;
  if (first?.kind !== "slot" || second?.kind !== "text" || !/^\w*\+?=/.test(second.text)) return [];
  return [refusal(first.slot, "stands in the place of a name before '='")];
}

function subscriptErrors(word: Word): Finding[] {
  const [first] = word.parts;
  if (first?.kind !== "text" || first.quoted || !/^[A-Za-z_]\w*\[[^\]]*$/.test(prefixOf(word))) return [];
  return slotsOf(word).map((slot) => refusal(slot, "stands inside the brackets of an array"));
}

function nameErrors(command: SimpleCommand, { name, word, args, doubt }: Effective): Finding[] {
  const slots = command.words.flatMap(slotsOf);
  if (slots.length === 0) return [];
  const inName = word === undefined ? [] : slotsOf(word);
  if (inName.length > 0) return inName.map((slot) => refusal(slot, "is the command itself; write the command out"));
  if (doubt !== undefined) return slots.map((slot) => refusal(slot, `cannot be checked: ${doubt}`));
  if (name === undefined && word !== undefined)
    return slots.map((slot) => refusal(slot, "belongs to a command whose name is a variable; write the name out"));
  const [first] = args;
  if (name === "for" || name === "select" || name === "function")
    return first === undefined ? [] : slotsOf(first).map((slot) => refusal(slot, "is the name of a variable"));
  return [];
}

function codeErrors(command: SimpleCommand, { name }: Effective, code: Code, script: Script): Finding[] {
  const direct = code.words.flatMap((word) =>
    slotsOf(word).map((slot) => refusal(slot, `cannot stand here: ${code.why}`)),
  );
  return [
    ...direct,
    ...feeding(command, code, script).map((slot) =>
      refusal(slot, `may flow into '${name ?? "a command"}', which runs what it reads from the pipe`),
    ),
  ];
}

/** The placeholders whose values a command could read as code from its standard input. */
function feeding(command: SimpleCommand, code: Code, script: Script): Slot[] {
  if (code.fromPipe && command.piped && script.functions.size === 0)
    return script.slots.filter((slot) => slot.at < command.at);
  // The input of a block or of a function is that of the commands in it.
  const isFed = code.fromInput === true && script.feeds;
  return isFed || (code.fromPipe && command.piped) ? script.slots : [];
}

const maxNesting = 5;

/** Variables that hold a value must not run as code either. */
function taintErrors(script: Script, judged: readonly Judged[], tainted: ReadonlySet<string>, depth = 0): Finding[] {
  const message = (name: string) =>
    `The variable '${name}' holds a value of a placeholder and is used as code here. A value there could run as code.`;
  const asCode = judged.flatMap((one) => {
    const { command, effective, codes } = one;
    const words = [...codes.flatMap((code) => code.words), ...(effective.word === undefined ? [] : [effective.word])];
    const names = [...[...words, ...namedBy(effective)].flatMap(variablesOf), ...namesRunBy(one, tainted, depth)];
    return names.filter((name) => tainted.has(name)).map((name) => ({ at: command.at, message: message(name) }));
  });
  const evaluated = judged.some(({ effective }) => setsAttributes(effective))
    ? judged.flatMap(({ command }) => command.assignments.filter((word) => isHeld(word, tainted)))
    : [];
  const inArithmetic = script.risky
    .filter(({ name }) => tainted.has(name))
    .map(({ name, at }) => ({ at, message: message(name) }));
  const assigned = evaluated.map((word) => ({ at: word.at, message: message(assignedName(word) ?? "") }));
  return [...asCode, ...inArithmetic, ...assigned];
}

/** Bash evaluates what is assigned to a variable with the attribute of an integer or a reference. */
function setsAttributes({ name = "", args }: Effective): boolean {
  const declaring = ["declare", "typeset", "local", "readonly"];
  return declaring.includes(name) && args.some((word) => /^-[A-Za-z]*[in]/.test(prefixOf(word)));
}

function isHeld(word: Word, tainted: ReadonlySet<string>): boolean {
  return slotsOf(word).length > 0 || variablesOf(word).some((name) => tainted.has(name));
}

/** The arguments that name variables. Bash also evaluates what stands in brackets there. */
function namedBy({ name, args }: Effective): Word[] {
  if (name === undefined || name === "env" || !declares.has(name)) return [];
  return args.filter((word) => !/^[A-Za-z_]\w*\+?=/.test(prefixOf(word)));
}

/** The variables with values that the texts of a command run. A shell inside it reads them from its environment. */
function namesRunBy({ command, codes }: Judged, tainted: ReadonlySet<string>, depth: number): string[] {
  const readers = codes.filter(({ reads }) => reads !== undefined);
  if (readers.length === 0 || tainted.size === 0) return [];
  const words = new Set(readers.flatMap((code) => code.words));
  const printed = [...words].flatMap(({ parts }) => parts.flatMap((part) => (isRunOutput(part) ? [part.text] : [])));
  const fromOutput = mentioned(printed, tainted);
  if (fromOutput.length > 0) return fromOutput;
  const texts = [...new Set([...command.words, ...command.redirections, ...words])].map(textOf);
  const isListed = texts.some((text) => /\b(?:env|printenv|environ|compgen|declare|export|set)\b|\$\{!/.test(text));
  if (isListed && texts.some((text) => /\beval\b/.test(text))) return [...tainted];
  const names = mentioned(texts, tainted);
  if (names.length === 0 || readers.some(({ reads }) => reads === "language")) return names;
  return depth < maxNesting && texts.every((text) => isSafeText(text, new Set(names), depth)) ? [] : names;
}

function isRunOutput(part: WordPart): part is WordPart & { kind: "substitution" } {
  return part.kind === "substitution" && part.isDocument !== true;
}

function mentioned(texts: readonly string[], names: ReadonlySet<string>): string[] {
  const found = new Set(
    texts.flatMap((text) => [
      ...(text.match(/[A-Za-z_]\w*/g) ?? []),
      ...Array.from(text.matchAll(/\$\{?([0-9@*])/g), ([, name = ""]) => name),
    ]),
  );
  return [...names].filter((name) => found.has(name));
}

/** True when a shell that reads the text takes the variables as data. */
function isSafeText(text: string, tainted: ReadonlySet<string>, depth: number): boolean {
  if (mentioned([text], tainted).length === 0) return true;
  const inner = readScript(text.replaceAll("\0", "_").replaceAll("{{", "{{{{"));
  const all = new Set([...tainted, ...taintedNames(inner, tainted)]);
  return inner.doubts.length === 0 && taintErrors(inner, judge(inner), all, depth + 1).length === 0;
}

const readers = new Set(["read", "mapfile", "readarray", "getopts"]);
const positional = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "@", "*"];

function taintedNames(script: Script, from: ReadonlySet<string> = new Set()): Set<string> {
  const tainted = new Set<string>([...from, ...(script.functions.size > 0 ? positional : [])]);
  for (let before = -1; before !== tainted.size; ) {
    before = tainted.size;
    for (const command of script.commands) for (const name of namesTaintedBy(command, tainted)) tainted.add(name);
  }
  return tainted;
}

function namesTaintedBy(command: SimpleCommand, tainted: ReadonlySet<string>): string[] {
  const isTainted = (word: Word) => isHeld(word, tainted);
  const { name, args } = effectiveOf(command);
  const assigned = [...command.assignments, ...command.words]
    .filter(isTainted)
    // Also as an option, such as --setenv=NAME=value.
    .flatMap((word) => {
      const start = prefixOf(word);
      return [/^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/.exec(start)?.[1], optionName(start)];
    })
    .flatMap((one) => one ?? []);
  // What `read` reads is not followed, so it counts as a value.
  if (name !== undefined && readers.has(name))
    return [...assigned, "REPLY", "MAPFILE", ...args.flatMap((word) => literalOf(word) ?? [])];
  if (name === "printf" && literalOf(args[0]) === "-v") assigned.push(literalOf(args[1]) ?? "");
  if ((name === "for" || name === "select") && args.some(isTainted)) assigned.push(literalOf(args[0]) ?? "");
  if (name === "set" && args.some(isTainted)) assigned.push(...positional);
  return assigned;
}

/** The name at the end of an option, such as NAME in --setenv=NAME=value. */
function optionName(start: string): string | undefined {
  const at = start.lastIndexOf("=");
  return at < 0 ? undefined : /[A-Za-z_]\w*$/.exec(start.slice(Math.max(0, at - 100), at))?.[0];
}

function unique(found: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return found.filter(({ at, message }) => !seen.has(`${at} ${message}`) && seen.add(`${at} ${message}`));
}
