// Texts with placeholders: {{ parameters.name }}. A literal {{ is written {{{{.

/** A template that cannot be rendered. The message is for the person who wrote it. */
export class TemplateFailure extends Error {
  override readonly name = "TemplateFailure";
}

/** The value of a path such as ["parameters", "name"]; undefined when there is none. */
export type Lookup = (path: readonly string[]) => LookupResult | undefined;

interface LookupResult {
  value: unknown;
  secret: boolean;
  /** The author of the runbook wrote this value, so it may be an option of a command. */
  authored?: boolean;
}

export interface Placeholder {
  path: string[];
  /** The offset of its first brace. */
  at: number;
}

/** A text as it is sent, and as people may see it. */
export interface Rendered {
  sent: string;
  shown: string;
}

/** What is shown in place of a secret. */
export const mask = "••••••";

export type TemplatePart = { at: number; end: number } & (
  | { kind: "text"; text: string }
  | { kind: "placeholder"; path: string[]; written: string }
  | { kind: "mistake"; message: string }
);

export function placeholdersOf(text: string): Placeholder[] {
  return piecesOf(text).flatMap((piece) => (piece.kind === "placeholder" ? [{ path: piece.path, at: piece.at }] : []));
}

/** What is wrong with the placeholders of a text; undefined when they are fine. */
export function templateProblem(text: string): string | undefined {
  for (const piece of piecesOf(text)) if (piece.kind === "mistake") return piece.message;
  return undefined;
}

/** The text for people: secrets are masked. */
export function renderText(text: string, lookup: Lookup): string {
  return renderPieces(piecesOf(text), lookup, (value) => asText(value)).shown;
}

const opening = /\{\{\{\{|\{\{/g;
const inside = /^[ \t]*([A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)[ \t]*$/;

/** The text cut into plain parts and placeholders, in order and without gaps. */
export function piecesOf(text: string): TemplatePart[] {
  const pieces: TemplatePart[] = [];
  let at = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < at) continue;
    if (match.index > at) pieces.push({ kind: "text", text: text.slice(at, match.index), at, end: match.index });
    const piece = match[0] === "{{{{" ? escapeAt(match.index) : placeholderAt(text, match.index);
    pieces.push(piece);
    at = piece.end;
  }
  if (at < text.length) pieces.push({ kind: "text", text: text.slice(at), at, end: text.length });
  return pieces;
}

function escapeAt(at: number): TemplatePart {
  return { kind: "text", text: "{{", at, end: at + 4 };
}

const hint = "Write {{{{ for a literal {{.";

function placeholderAt(text: string, at: number): TemplatePart {
  const close = text.indexOf("}}", at + 2);
  if (close < 0)
    return {
      kind: "mistake",
      at,
      end: text.length,
      message: `The placeholder at character ${at + 1} is never closed; end it with }}. ${hint}`,
    };
  const end = close + 2;
  const content = text.slice(at + 2, close);
  if (content.trim() === "")
    return {
      kind: "mistake",
      at,
      end,
      message: `The placeholder at character ${at + 1} is empty; write a name such as {{ parameters.name }}. ${hint}`,
    };
  const path = inside.exec(content)?.[1];
  if (path === undefined)
    return {
      kind: "mistake",
      at,
      end,
      message: `'${text.slice(at, end).slice(0, 80)}' is not a placeholder; write names joined by dots, such as {{ parameters.name }}. ${hint}`,
    };
  return { kind: "placeholder", path: path.split("."), written: `{{ ${path} }}`, at, end };
}

/** Joins the pieces. `write` encodes a value, and also encodes the mask that stands for a secret. */
export function renderPieces(
  pieces: readonly TemplatePart[],
  lookup: Lookup,
  write: (value: unknown, piece: TemplatePart) => string,
): Rendered {
  let sent = "";
  let shown = "";
  for (const piece of pieces) {
    if (piece.kind === "mistake") throw new TemplateFailure(piece.message);
    if (piece.kind === "text") {
      sent += piece.text;
      shown += piece.text;
      continue;
    }
    const { value, secret } = found(piece, lookup);
    const written = write(value, piece);
    sent += written;
    shown += secret ? mask : written;
  }
  return { sent, shown };
}

export function found(piece: { path: readonly string[]; written: string }, lookup: Lookup): LookupResult {
  const result = lookup(piece.path);
  if (result === undefined || result.value === undefined)
    throw new TemplateFailure(`The placeholder ${piece.written} has no value.`);
  return result;
}

/** Text stays as it is, nothing becomes an empty text, and lists and objects become JSON. */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
