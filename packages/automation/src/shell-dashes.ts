import { literalOf, prefixOf, type Script, type SimpleCommand, type Slot, type Word } from "./shell-syntax.ts";
import { effectiveOf } from "./shell-wrappers.ts";

/** A placeholder whose value a command would read as an option when it begins with a dash. */
export interface DashPlace {
  slot: Slot;
  /** The command. */
  name: string;
  /** It follows an option, so it is probably the value of that one. */
  followsOption: boolean;
}

// These do not read their arguments as options, or have no `--`.
const withoutOptions = new Set(["[", "test", "[[", "for", "select", "echo", "set", ":", "true", "false"]);

/** The short options of common programs that take a value. The others stand alone. */
const valueOptions: ReadonlyMap<string, string> = new Map([
  ["rm", ""],
  ["rmdir", ""],
  ["cp", "tS"],
  ["mv", "tS"],
  ["ln", "tS"],
  ["ls", "IwT"],
  ["cat", ""],
  ["mkdir", "mZ"],
  ["chmod", ""],
  ["chown", ""],
  ["touch", "drt"],
  ["sort", "kotST"],
  ["tar", "fCXTbgHKLNVFI"],
  ["zip", "bitnxPs"],
  ["unzip", "dxP"],
  ["gzip", "S"],
  ["du", "dtXB"],
  ["df", "Btx"],
  ["scp", "cDFiJloPSX"],
  ["sftp", "bBcDFiJlopPRsSX"],
  ["curl", "AbcCdDeEFhHKmoPQrtTuUwxXyYz"],
  ["wget", "aAoeiBtOTwQPUlDIX"],
  ["jq", "fL"],
]);
/** Long options that stand alone. Others take a value, and with these the next two words. */
const longFlags =
  /^--(?:force|recursive|verbose|quiet|silent|fail|location|insecure|show-error|compressed|all|help|version|dry-run|archive|delete|raw-output|slurp|null-input|[a-z-]*no-[a-z-]+|create|extract|list|gzip)$/;
const takesTwo = /^--(?:arg|argjson|slurpfile|rawfile)$/;

export function dashPlaces(script: Script): DashPlace[] {
  return script.commands.flatMap((command) => placesIn(command, script.functions));
}

function placesIn(command: SimpleCommand, functions: ReadonlySet<string>): DashPlace[] {
  const { name, args } = effectiveOf(command);
  if (name === undefined || withoutOptions.has(name) || functions.has(name)) return [];
  const dashes = args.findIndex((word) => literalOf(word) === "--");
  const open = args.slice(0, name === "printf" ? 1 : dashes < 0 ? args.length : dashes);
  return open.flatMap((word, index) => {
    const first = word.parts.find((part) => part.kind !== "text" || part.text !== "");
    if (first?.kind !== "slot") return [];
    const followsOption = takesValue(name, open[index - 1]) || takesTwo.test(literalOf(open[index - 2]) ?? "");
    return [{ slot: first.slot, name, followsOption }];
  });
}

function takesValue(name: string, before: Word | undefined): boolean {
  const text = before === undefined ? "" : prefixOf(before);
  if (!/^-[^=]*[^=-]$/.test(text)) return false;
  if (text.startsWith("--")) return !longFlags.test(text);
  return valueOptions.get(name)?.includes(text.slice(-1)) ?? true;
}

/** Why the command would take the value for an option; undefined when it takes it as it is. */
export function optionProblem(places: readonly DashPlace[], slot: Slot, value: string): string | undefined {
  const place = places.find((one) => one.slot.at === slot.at && !one.followsOption);
  if (place === undefined) return undefined;
  const { name } = place;
  const scheme = schemes.get(name)?.exec(value)?.[0];
  if (scheme !== undefined)
    return `The value of ${slot.written} begins with '${scheme}', which '${name}' would read as a file or a command. Use another value.`;
  if (!/^-./.test(value) || /^-\d+(?:\.\d+)?$/.test(value)) return undefined;
  return `The value of ${slot.written} begins with '-', so '${name}' would read it as an option. Use another value, or write -- before the placeholder.`;
}

/** Beginnings of addresses that read local files or start programs. */
const schemes: ReadonlyMap<string, RegExp> = new Map([
  ["curl", /^file:/i],
  ["wget", /^file:/i],
  ["git", /^(?:ext|fd)::/i],
]);
