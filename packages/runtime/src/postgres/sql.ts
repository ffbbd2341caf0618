import { createHash } from "node:crypto";

/** A statement and its values, kept apart from the first character to the last. */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** sql`select … where id = ${id}`: a value becomes a parameter, another sql`…` is spliced in. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return { strings, values };
}

export const nothing: Sql = { strings: [""], values: [] };

/** Joins conditions with `and`; none at all is `true`. */
export function all(conditions: readonly (Sql | false | undefined)[]): Sql {
  const kept = conditions.filter((condition): condition is Sql => Boolean(condition));
  if (kept.length === 0) return { strings: ["true"], values: [] };
  return { strings: ["", ...kept.slice(1).map(() => " and "), ""], values: kept };
}

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Named by its text, so that PostgreSQL plans each distinct statement once a connection. */
export function statement(query: Sql): Statement {
  const values: unknown[] = [];
  const text = write(query, values);
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha1").update(text).digest("base64url");
    if (names.size < 2000) names.set(text, name);
  }
  return { name, text, values };
}

const names = new Map<string, string>();

function write(query: Sql, values: unknown[]): string {
  let text = query.strings[0] ?? "";
  for (let index = 0; index < query.values.length; index++) {
    const value = query.values[index];
    if (isSql(value)) text += write(value, values);
    else text += `$${values.push(value)}`;
    text += query.strings[index + 1] ?? "";
  }
  return text;
}

function isSql(value: unknown): value is Sql {
  return typeof value === "object" && value !== null && "strings" in value && "values" in value;
}
