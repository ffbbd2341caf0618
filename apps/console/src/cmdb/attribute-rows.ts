export const attributeKinds = ["text", "number", "boolean", "json"] as const;
export type AttributeKind = (typeof attributeKinds)[number];

export const kindWords: Record<AttributeKind, string> = {
  text: "Text",
  number: "Number",
  boolean: "Boolean",
  json: "JSON",
};

/** One attribute during an edit: its value is text, and its kind says how to read the text. */
export interface AttributeRow {
  /** Stays the same while key and value change. */
  id: number;
  key: string;
  kind: AttributeKind;
  text: string;
}

type Attributes = Record<string, unknown>;

/** Every value keeps its type: the text "8" stays text, the number 8 a number, a list a list. */
export function rowsOf(attributes: Attributes): AttributeRow[] {
  return byName(attributes).map(([key, value], id) => ({ id, key, kind: kindOf(value), text: written(value) }));
}

/** Sorted by name, because the database keeps no order. */
export function byName(attributes: Attributes): [string, unknown][] {
  return Object.entries(attributes).sort(([one], [other]) => one.localeCompare(other));
}

export function sameAttributes(one: Attributes, other: Attributes): boolean {
  return JSON.stringify(byName(one)) === JSON.stringify(byName(other));
}

export function attributesOf(rows: readonly AttributeRow[]): Attributes {
  return Object.fromEntries(rows.map((row) => [row.key.trim(), meant(row)]));
}

export function emptyRow(rows: readonly AttributeRow[]): AttributeRow {
  return { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, key: "", kind: "text", text: "" };
}

/** The problem of a row, to show beside it. */
export function problemOf(row: AttributeRow, rows: readonly AttributeRow[]): string | undefined {
  const key = row.key.trim();
  if (key === "") return "Enter a name or remove this row.";
  if (rows.some((other) => other.id !== row.id && other.key.trim() === key)) return `Duplicate name “${key}”.`;
  if (row.kind === "number" && (row.text.trim() === "" || !Number.isFinite(Number(row.text)))) return "Enter a number.";
  if (row.kind === "json" && !isJson(row.text)) return "Invalid JSON.";
  return undefined;
}

/** A value as readable text. */
export function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 1);
}

function kindOf(value: unknown): AttributeKind {
  const type = typeof value;
  if (type === "number" || type === "boolean") return type;
  return type === "string" ? "text" : "json";
}

function meant({ kind, text }: AttributeRow): unknown {
  if (kind === "number") return Number(text);
  if (kind === "boolean") return text === "true";
  return kind === "json" ? JSON.parse(text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
