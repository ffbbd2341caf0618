import { type LogLevel, logLevels } from "@opsplane/contract";
import { type Operator, QuerySyntaxError, quoted, type Term, type Text } from "@opsplane/query";
import { bind, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { levelOfWord } from "../../decode/levels.ts";
import { inMessage } from "./message.ts";

/** A field of a record: its value and its conditions as SQL. */
interface Field {
  /** The value as text; empty when the record lacks the field. */
  value: SqlFragment;
  isThere: SqlFragment;
  is(value: string, text: Text): SqlFragment;
  resembles(text: Text): SqlFragment;
  compares(operator: Operator, text: Text): SqlFragment;
}

/** The SQL condition of a term on log_records. */
export function condition({ field, operator, text }: Term): SqlFragment {
  if (field === undefined) return inMessage(text);
  const asked = fieldOf(field);
  if (operator !== undefined) return asked.compares(operator, text);
  const [value = ""] = text.parts;
  if (text.parts.length === 1) return asked.is(value, text);
  return text.parts.every((part) => part === "") ? asked.isThere : asked.resembles(text);
}

/** The value of a field as text; empty when the record lacks it. */
export function fieldValue(field: string): SqlFragment {
  return fieldOf(field).value;
}

const message: Field = {
  ...column("message", chsql`message`, (value) => inMessage({ parts: [value], at: 0 })),
  resembles: inMessage,
};

const level: Field = {
  ...column("level", chsql`level`, (value, text) => chsql`level = ${bind.text(knownLevel(value, text))}`),
  compares: (operator, text) => {
    const place = logLevels.indexOf(knownLevel(plain(text), text));
    return chsql`level IN ${bind.texts(logLevels.filter((_, other) => holds(other, operator, place)))}`;
  },
};

/** The host of the record, under any of the names that senders use. */
export const host = chsql`coalesce(
  nullIf(resource['host.name'], ''), nullIf(attributes['host.name'], ''), nullIf(resource['host'], ''), attributes['host'])`;

const ignoringCase = (value: SqlFragment) => (wanted: string) =>
  chsql`lowerUTF8(${value}) = ${bind.text(wanted.toLowerCase())}`;
// Ids are stored in lower case. Comparing the plain column uses its index.
const asId = (value: SqlFragment) => (wanted: string) => chsql`${value} = ${bind.text(wanted.toLowerCase())}`;

const known: ReadonlyMap<string, Field> = new Map([
  ["message", message],
  ["msg", message],
  ["body", message],
  ["level", level],
  ["service", column("service", chsql`service`, ignoringCase(chsql`service`))],
  ["host", column("host", host, ignoringCase(host))],
  ["trace_id", column("trace_id", chsql`trace_id`, asId(chsql`trace_id`))],
  ["span_id", column("span_id", chsql`span_id`, asId(chsql`span_id`))],
]);

function fieldOf(name: string): Field {
  const [, side = "", key = ""] = /^(attributes|resource)\.(.+)$/s.exec(name) ?? [];
  if (side === "attributes") return oneMap(chsql`attributes`, key);
  if (side === "resource") return oneMap(chsql`resource`, key);
  return known.get(name) ?? eitherMap(name);
}

function column(name: string, value: SqlFragment, is: Field["is"]): Field {
  return {
    value,
    isThere: chsql`${value} != ''`,
    is,
    resembles: (text) => like(value, text),
    compares: (_operator, text) => wrong(text.at, `${quoted(name)} is text; only numbers can be compared`),
  };
}

function oneMap(map: SqlFragment, name: string): Field {
  const key = bind.text(name);
  const [value, isThere] = [chsql`${map}[${key}]`, chsql`mapContains(${map}, ${key})`];
  return ofMap(value, isThere, (wanted) => every([chsql`${value} = ${bind.text(wanted)}`, wanted === "" && isThere]));
}

/** A record's attribute takes precedence over its resource's attribute of the same name. */
function eitherMap(name: string): Field {
  const [own, shared] = [oneMap(chsql`attributes`, name), oneMap(chsql`resource`, name)];
  return ofMap(
    chsql`if(${own.isThere}, ${own.value}, ${shared.value})`,
    chsql`(${own.isThere} OR ${shared.isThere})`,
    // In this form ClickHouse uses the indexes of both maps.
    (wanted, text) => chsql`(${own.is(wanted, text)} OR ${shared.is(wanted, text)} AND NOT ${own.isThere})`,
  );
}

function ofMap(value: SqlFragment, isThere: SqlFragment, is: Field["is"]): Field {
  return {
    value,
    isThere,
    is,
    resembles: (text) => like(value, text),
    // A record without such a number does not match, and matches under NOT; NULL would do neither.
    compares: (operator, text) => {
      const wanted = bind.decimal(numberOf(operator, text));
      return chsql`ifNull(${comparisons[operator](chsql`toFloat64OrNull(${value})`, chsql`${wanted}`)}, 0)`;
    },
  };
}

const comparisons: Readonly<Record<Operator, (left: SqlFragment, right: SqlFragment) => SqlFragment>> = {
  ">": (left, right) => chsql`${left} > ${right}`,
  ">=": (left, right) => chsql`${left} >= ${right}`,
  "<": (left, right) => chsql`${left} < ${right}`,
  "<=": (left, right) => chsql`${left} <= ${right}`,
};

function holds(left: number, operator: Operator, right: number): boolean {
  const order = Math.sign(left - right);
  return { ">": order > 0, ">=": order >= 0, "<": order < 0, "<=": order <= 0 }[operator];
}

/** Each wildcard matches any text, including none. Case is ignored. */
function like(value: SqlFragment, { parts }: Text): SqlFragment {
  const pattern = parts.map((part) => part.replace(/[\\%_]/g, "\\$&")).join("%");
  return chsql`${value} ILIKE ${bind.text(pattern)}`;
}

function plain({ parts }: Text): string {
  return parts.join("*");
}

function knownLevel(written: string, text: Text): LogLevel {
  return (
    levelOfWord(written) ?? wrong(text.at, `a level is expected (${logLevels.join(", ")}), not ${quoted(written)}`)
  );
}

function numberOf(operator: Operator, text: Text): number {
  const written = plain(text);
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(written) || !Number.isFinite(Number(written)))
    wrong(text.at, `a number is expected after ${quoted(operator)}, not ${quoted(written)}`);
  return Number(written);
}

function wrong(at: number, message: string): never {
  throw new QuerySyntaxError(at, message);
}
