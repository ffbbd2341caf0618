/** A fragment of a ClickHouse statement. Its values are sent as parameters and never parsed as SQL. */
export interface SqlFragment {
  readonly parts: readonly string[];
  readonly values: readonly (Value | SqlFragment)[];
}

/** A value with its ClickHouse type. */
interface Value {
  readonly type: string;
  readonly value: unknown;
}

/** `chsql` marks a template as ClickHouse SQL. Each ${} is a bound value (bind.text(…)) or another fragment. */
export function chsql(parts: TemplateStringsArray, ...values: (Value | SqlFragment)[]): SqlFragment {
  return { parts, values };
}

/** Values with their types. */
export const bind = {
  text: (value: string): Value => ({ type: "String", value }),
  texts: (value: readonly string[]): Value => ({ type: "Array(String)", value }),
  whole: (value: number | bigint): Value => ({ type: "Int64", value: String(value) }),
  unsigned: (value: number | bigint): Value => ({ type: "UInt64", value: String(value) }),
  unsigneds: (value: readonly (number | bigint)[]): Value => ({ type: "Array(UInt64)", value: value.map(BigInt) }),
  decimal: (value: number): Value => ({ type: "Float64", value }),
  day: (value: Date): Value => ({ type: "Date", value: value.toISOString().slice(0, 10) }),
  /** A time (Date or Unix nanoseconds) that compares with all our time columns. */
  instant: (value: Date | bigint): SqlFragment =>
    chsql`fromUnixTimestamp64Nano(${bind.whole(stored(typeof value === "bigint" ? value : BigInt(value.getTime()) * 1_000_000n))}, 'UTC')`,
};

/** Clamps to the range of the time columns. */
const latest = 2n ** 63n - 1n;

/** Sent as a number, because ClickHouse reads short texts as a year. */
function stored(nanos: bigint): bigint {
  return nanos < 0n ? 0n : nanos > latest ? latest : nanos;
}

/** Joins the given conditions with AND. Without conditions the result is true. */
export function every(conditions: readonly (SqlFragment | false | undefined)[]): SqlFragment {
  return joined(
    conditions.filter((condition) => condition !== false && condition !== undefined),
    " AND ",
    "1",
  );
}

/** Joins conditions with OR. Without conditions the result is false. */
export function some(conditions: readonly SqlFragment[]): SqlFragment {
  return joined(conditions, " OR ", "0");
}

export function listed(pieces: readonly SqlFragment[]): SqlFragment {
  return joined(pieces, ", ", "");
}

function joined(pieces: readonly SqlFragment[], by: string, none: string): SqlFragment {
  if (pieces.length === 0) return { parts: [none], values: [] };
  return { parts: ["", ...pieces.slice(1).map(() => by), ""], values: pieces };
}

/** An identifier from our code, such as a column name. Never pass user input. */
export function column(word: string): SqlFragment {
  if (!/^[a-z_][a-z0-9_.]*$/i.test(word)) throw new Error(`'${word}' is not a valid identifier`);
  return { parts: [word], values: [] };
}

export interface Rendered {
  query: string;
  params: Record<string, unknown>;
}

export function render(piece: SqlFragment): Rendered {
  const params: Record<string, unknown> = {};
  const names = new Map<Value, string>();
  const walk = ({ parts, values }: SqlFragment): string => {
    let written = parts[0] ?? "";
    for (const [index, value] of values.entries()) {
      written += ("parts" in value ? walk(value) : bound(value)) + (parts[index + 1] ?? "");
    }
    return written;
  };
  // A repeated value is sent once, because parameters are part of the URL, which has a size limit.
  const bound = (value: Value): string => {
    const key = names.get(value) ?? `p${names.size}`;
    names.set(value, key);
    params[key] = value.value;
    return `{${key}:${value.type}}`;
  };
  return { query: walk(piece), params };
}
