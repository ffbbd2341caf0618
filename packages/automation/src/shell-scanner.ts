import type { Script, Slot, WordPart } from "./shell-syntax.ts";
import { piecesOf, type TemplatePart } from "./template.ts";

/** A position in a script. The readers of words and lists move it forward. */
export interface Scanner {
  readonly text: string;
  at: number;
  readonly script: Script;
  /** Every variable that was read so far, in order. */
  readonly variables: string[];
  /** Here-documents whose bodies start after the next line break. */
  pending: HereDocument[];
  readonly slots: ReadonlyMap<number, Slot>;
}

export interface HereDocument {
  delimiter: string;
  quoted: boolean;
  stripsTabs: boolean;
  parts: WordPart[];
}

export function openScanner(text: string): Scanner {
  const script: Script = { commands: [], slots: [], risky: [], functions: new Set(), feeds: false, doubts: [] };
  const slots = new Map(piecesOf(text).flatMap(slotOf));
  return { text, at: 0, script, variables: [], pending: [], slots };
}

function slotOf(piece: TemplatePart): [number, Slot][] {
  if (piece.kind !== "placeholder") return [];
  const { at, end, path, written } = piece;
  return [[at, { at, end, path, written, quoting: "bare" }]];
}

/** Takes the placeholder at the current position, if there is one. */
export function takeSlot(scanner: Scanner, quoting: Slot["quoting"], refused?: string): Slot | undefined {
  const slot = scanner.slots.get(scanner.at);
  if (slot === undefined) return undefined;
  slot.quoting = quoting;
  const reason = refused ?? directlyBefore(scanner);
  if (reason !== undefined) slot.refused = reason;
  scanner.script.slots.push(slot);
  scanner.at = slot.end;
  return slot;
}

/** A dollar sign or a backslash in front would change the meaning of the quotes around the value. */
function directlyBefore({ text, at, slots }: Scanner): string | undefined {
  const slot = slots.get(at);
  if (slot?.quoting === "single") return undefined;
  if (text[at - 1] === "$") return "directly after a dollar sign";
  return undefined;
}

/** Moves to `end`, and refuses every placeholder on the way. */
export function skipTo(scanner: Scanner, end: number, refused: string): void {
  while (scanner.at < end) if (takeSlot(scanner, "bare", refused) === undefined) scanner.at += 1;
}

export function doubt(scanner: Scanner, message: string, at = scanner.at): void {
  scanner.script.doubts.push({ at, message });
}

export function isAhead(scanner: Scanner, sign: string): boolean {
  return scanner.text.startsWith(sign, scanner.at);
}
