import { createHash } from "node:crypto";

/** A statement with separate values. */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** Planned at each run for its values, instead of once per connection. */
  readonly unnamed?: boolean;
}

// Only objects created here are SQL. A request body with the same keys is not.
const made = new WeakSet<object>();

function make(query: Sql): Sql {
  made.add(query);
  return query;
}

/** sql`select … where id = ${id}`: a value becomes a parameter, another sql`…` is spliced in. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return make({ strings, values });
}

export const nothing: Sql = make({ strings: [""], values: [] });

/** No condition. */
export const everything: Sql = make({ strings: ["true"], values: [] });

/** Joins conditions with `and`. Without conditions the result is `everything`. */
export function all(conditions: readonly (Sql | false | undefined)[]): Sql {
  const kept = conditions.filter((condition): condition is Sql => Boolean(condition));
  if (kept.length === 0) return everything;
  return make({ strings: ["", ...kept.slice(1).map(() => " and "), ""], values: kept });
}

/** Joins conditions with `or` in parentheses. Without conditions the result is `false`. */
export function any(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return make({ strings: ["false"], values: [] });
  return make({ strings: ["(", ...conditions.slice(1).map(() => " or "), ")"], values: conditions });
}

/**
 * Plans the statement for its values at each run. For lists and searches: the best index depends on the values, and a generic plan
 * reads all rows of a common word.
 */
export function unnamed({ strings, values }: Sql): Sql {
  return make({ strings, values, unnamed: true });
}

export interface Statement {
  /** Undefined for an unnamed statement, whose plan PostgreSQL does not keep. */
  name: string | undefined;
  text: string;
  values: unknown[];
}

/** Named by its text, so PostgreSQL parses each distinct statement once per connection. */
export function statement(query: Sql): Statement {
  if (!isSql(query)) throw new TypeError("A statement must be written with sql`…`.");
  const values: unknown[] = [];
  const text = write(query, values);
  return { name: query.unnamed ? undefined : nameOf(text), text, values };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  if (names.size < 2000) names.set(text, name);
  return name;
}

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
  return typeof value === "object" && value !== null && made.has(value);
}
