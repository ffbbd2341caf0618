import { codeOf } from "./shell-code.ts";
import { readScript } from "./shell-reader.ts";
import {
  assignedName,
  literalOf,
  prefixOf,
  type Script,
  type SimpleCommand,
  type Slot,
  slotsOf,
  variablesOf,
  type Word,
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
  const errors = [
    ...script.doubts.map(({ at, message }) => ({
      at,
      message: `${message} Placeholders need a script that can be read.`,
    })),
    ...script.slots.flatMap((slot) => (slot.refused === undefined ? [] : [refusal(slot, `stands ${slot.refused}`)])),
    ...script.commands.flatMap((one) => commandErrors(one, script)),
    ...taintErrors(script),
  ];
  const warnings = script.commands.flatMap((one) => dashWarnings(one, mayStartWithDash));
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

function commandErrors(command: SimpleCommand, script: Script): Finding[] {
  const effective = effectiveOf(command);
  return [
    ...assignmentErrors(command, effective),
    ...nameErrors(command, effective),
    ...codeErrors(command, effective, script),
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

function codeErrors(command: SimpleCommand, effective: Effective, script: Script): Finding[] {
  const code = codeOf(effective, command);
  const direct = code.words.flatMap((word) =>
    slotsOf(word).map((slot) => refusal(slot, `cannot stand here: ${code.why}`)),
  );
  if (!code.fromPipe || !command.piped) return direct;
  const before = script.slots.filter((slot) => slot.at < command.at);
  return [
    ...direct,
    ...before.map((slot) => refusal(slot, `may flow into '${effective.name}', which runs what it reads from the pipe`)),
  ];
}

/** Variables that hold a value must not run as code either. */
function taintErrors(script: Script): Finding[] {
  const tainted = taintedNames(script);
  const message = (name: string) =>
    `The variable '${name}' holds a value of a placeholder and is used as code here. A value there could run as code.`;
  const asCode = script.commands.flatMap((command) => {
    const effective = effectiveOf(command);
    const words = [...codeOf(effective, command).words, ...(effective.word === undefined ? [] : [effective.word])];
    return words
      .flatMap(variablesOf)
      .filter((name) => tainted.has(name))
      .map((name) => ({ at: command.at, message: message(name) }));
  });
  const inArithmetic = script.risky
    .filter(({ name }) => tainted.has(name))
    .map(({ name, at }) => ({ at, message: message(name) }));
  return [...asCode, ...inArithmetic];
}

const readers = new Set(["read", "mapfile", "readarray", "getopts"]);
const positional = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "@", "*"];

function taintedNames(script: Script): Set<string> {
  const tainted = new Set<string>(script.definesFunctions ? positional : []);
  for (let before = -1; before !== tainted.size; ) {
    before = tainted.size;
    for (const command of script.commands) for (const name of namesTaintedBy(command, tainted)) tainted.add(name);
  }
  return tainted;
}

function namesTaintedBy(command: SimpleCommand, tainted: ReadonlySet<string>): string[] {
  const isTainted = (word: Word) => slotsOf(word).length > 0 || variablesOf(word).some((name) => tainted.has(name));
  const { name, args } = effectiveOf(command);
  const assigned = [...command.assignments, ...args]
    .filter(isTainted)
    .flatMap((word) => /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/.exec(prefixOf(word))?.[1] ?? []);
  // What `read` reads is not followed, so it counts as a value.
  if (name !== undefined && readers.has(name))
    return [...assigned, "REPLY", "MAPFILE", ...args.flatMap((word) => literalOf(word) ?? [])];
  if (name === "printf" && literalOf(args[0]) === "-v") assigned.push(literalOf(args[1]) ?? "");
  if ((name === "for" || name === "select") && args.some(isTainted)) assigned.push(literalOf(args[0]) ?? "");
  if (name === "set" && args.some(isTainted)) assigned.push(...positional);
  return assigned;
}

// These do not read their arguments as options, or have no `--`.
const withoutOptions = new Set(["[", "test", "[[", "for", "select", "echo", "set"]);

function dashWarnings(command: SimpleCommand, mayStartWithDash: MayStartWithDash): Finding[] {
  const { name, args } = effectiveOf(command);
  if (name === undefined || withoutOptions.has(name)) return [];
  const dashes = args.findIndex((word) => literalOf(word) === "--");
  const open = args.slice(0, name === "printf" ? 1 : dashes < 0 ? args.length : dashes);
  return open.flatMap((word) => {
    const first = word.parts.find((part) => part.kind !== "text" || part.text !== "");
    if (first?.kind !== "slot" || !mayStartWithDash(first.slot.path)) return [];
    const message = `The value of ${first.slot.written} is read as an option of '${name}' when it begins with '-'. Write -- before it, or give the parameter a pattern.`;
    return [{ at: first.slot.at, message }];
  });
}

function unique(found: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return found.filter(({ at, message }) => !seen.has(`${at} ${message}`) && seen.add(`${at} ${message}`));
}
