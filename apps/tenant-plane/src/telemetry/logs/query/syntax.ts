import { invalid } from "@opsplane/runtime";

/** What a search asks for. Joined terms need brackets in SQL, so that `all` and `any` are never mixed in one list. */
export type Query =
  | { kind: "all" | "any"; of: readonly Query[] }
  | { kind: "not"; of: Query }
  | ({ kind: "term" } & Term);

export interface Term {
  /** Undefined means the message. */
  field: string | undefined;
  operator: Operator | undefined;
  text: Text;
}

export const operators = [">=", "<=", ">", "<"] as const;
export type Operator = (typeof operators)[number];

/** Text with a wildcard between each two parts: `t*t` is ["t", "t"], `time*` is ["time", ""]. */
export interface Text {
  parts: readonly string[];
  /** Its first character's place, counted from 1. */
  at: number;
}

/** 422 that says where: `q: at character 14 a value is missing after "level:"`. */
export function wrong(at: number, what: string): never {
  return invalid("q", `at character ${at} ${what}`);
}

const maxQuoted = 40;

/** What was written, in quotes and not too long. */
export function quoted(written: string): string {
  const characters = [...written];
  return `"${characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join("")}…` : written}"`;
}
