import { type DashPlace, dashPlaces, optionProblem } from "./shell-dashes.ts";
import { readScript } from "./shell-reader.ts";
import { shellProblems } from "./shell-rules.ts";
import type { Quoting, Slot } from "./shell-syntax.ts";
import { asText, found, type Lookup, mask, piecesOf, TemplateFailure } from "./template.ts";

/** A command as it runs, the secrets that it reads from standard input, and the command as people may see it. */
export interface ShellCommand {
  command: string;
  stdin: string | undefined;
  shown: string;
}

/** Fills a shell command. A value stays one word or a part of one, wherever its placeholder stands. */
export function renderShell(command: string, lookup: Lookup): ShellCommand {
  const problem = shellProblems(command).find(({ level }) => level === "error");
  if (problem !== undefined) throw new TemplateFailure(`${problem.message} ${unsafeRemedy}`);
  const script = readScript(command);
  const places = dashPlaces(script);
  const slots = new Map(script.slots.map((slot) => [slot.at, slot]));
  const secrets = new Map<string, { variable: string; value: string }>();
  let filled = "";
  let shown = "";
  for (const piece of piecesOf(command)) {
    const slot = slots.get(piece.at);
    if (piece.kind === "text" || slot === undefined) {
      filled += piece.kind === "text" ? piece.text : "";
      shown += piece.kind === "text" ? piece.text : "";
      continue;
    }
    const { value, secret } = textOf(slot, lookup, places);
    if (secret) {
      const known = secrets.get(slot.written) ?? { variable: `OPSPLANE_SECRET_${secrets.size + 1}`, value };
      secrets.set(slot.written, known);
      filled += asVariable(known.variable, slot.quoting);
      shown += mask;
    } else {
      const word = asWord(value, slot.quoting);
      filled += word;
      shown += word;
    }
  }
  if (secrets.size === 0) return { command: filled, stdin: undefined, shown };
  const held = [...secrets.values()];
  return {
    command: `${held.map(({ variable }) => readerOf(variable)).join("")}${filled}`,
    stdin: held.map(({ value }) => `${escaped(value)}\n`).join(""),
    shown,
  };
}

/** What to do about a command that is refused. */
export const unsafeRemedy =
  "Edit the command so that the value is an argument of a program that takes it as data, then publish the runbook again.";

function textOf(slot: Slot, lookup: Lookup, places: readonly DashPlace[]): { value: string; secret: boolean } {
  const { value, secret, authored = false } = found(slot, lookup);
  const text = asText(value);
  const problem = authored || typeof value === "number" ? undefined : optionProblem(places, slot, text);
  if (problem !== undefined) throw new TemplateFailure(problem);
  if (text.includes("\0"))
    throw new TemplateFailure(`The value of ${slot.written} contains a NUL character, which no command can take.`);
  return { value: text, secret };
}

/** Inside single quotes nothing is special except the single quote itself. */
function asWord(value: string, quoting: Quoting): string {
  const inner = value.replaceAll("'", "'\\''");
  if (quoting === "single") return inner;
  return quoting === "double" ? `"'${inner}'"` : `'${inner}'`;
}

function asVariable(variable: string, quoting: Quoting): string {
  if (quoting === "single") return `'"$${variable}"'`;
  return quoting === "double" ? `\${${variable}}` : `"$${variable}"`;
}

/**
 * Reads one line of standard input into a variable. The dot keeps line breaks at the end, which $( … ) would drop. `unset` first,
 * because a variable that came with the environment would stay exported.
 */
function readerOf(variable: string): string {
  return `unset ${variable}; IFS= read -r ${variable}; ${variable}=$(printf '%b.' "$${variable}"); ${variable}=\${${variable}%.}\n`;
}

/** One line of plain ASCII that `printf %b` turns back into the value. */
function escaped(value: string): string {
  return Array.from(new TextEncoder().encode(value), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x5c ? `\\0${byte.toString(8).padStart(3, "0")}` : String.fromCharCode(byte),
  ).join("");
}
