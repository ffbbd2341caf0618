import { type LogLevel, logLevels } from "@opsplane/contract";
import { type Operator, QuerySyntaxError, quoted, type Term, type Text } from "@opsplane/query";
import { bind, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { levelOfWord } from "../../decode/levels.ts";
import { inMessage } from "./message.ts";

/** A field of a record: its value as SQL, and how it is asked about. */
interface Field {
  /** Text; empty where the record has no such field. */
  value: SqlFragment;
  isThere: SqlFragment;
  is(value: string, text: Text): SqlFragment;
  resembles(text: Text): SqlFragment;
  compares(operator: Operator, text: Text): SqlFragment;
}

/** A term as a condition on a row of log_records. */
export function condition({ field, operator, text }: Term): SqlFragment {
  if (field === undefined) return inMessage(text);
  const asked = fieldOf(field);
  if (operator !== undefined) return asked.compares(operator, text);
  const [value = ""] = text.parts;
  if (text.parts.length === 1) return asked.is(value, text);
  return text.parts.every((part) => part === "") ? asked.isThere : asked.resembles(text);
}

/** The value of a field as text, empty where a record has none. */
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

/** Where the record was made, by whichever name its sender has for it. */
export const host = chsql`coalesce(
  nullIf(resource['host.name'], ''), nullIf(attributes['host.name'], ''), nullIf(resource['host'], ''), attributes['host'])`;

const ignoringCase = (value: SqlFragment) => (wanted: string) =>
  chsql`lowerUTF8(${value}) = ${bind.text(wanted.toLowerCase())}`;
// Ids are stored in lower case; compared as they are, their index is used.
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

/** What the record itself says about a name goes before what its resource says. */
function eitherMap(name: string): Field {
  const [own, shared] = [oneMap(chsql`attributes`, name), oneMap(chsql`resource`, name)];
  return ofMap(
    chsql`if(${own.isThere}, ${own.value}, ${shared.value})`,
    chsql`(${own.isThere} OR ${shared.isThere})`,
    // Spelled out like this, both maps' indexes take part.
    (wanted, text) => chsql`(${own.is(wanted, text)} OR ${shared.is(wanted, text)} AND NOT ${own.isThere})`,
  );
}

function ofMap(value: SqlFragment, isThere: SqlFragment, is: Field["is"]): Field {
  return {
    value,
    isThere,
    is,
    resembles: (text) => like(value, text),
    // A record without such a number is not null but simply no match, also under NOT.
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

/** Any text, also none, for each wildcard; whatever the case. */
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
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(written) || !Number.isFinite(Number(written)))
    wrong(text.at, `a number is expected after ${quoted(operator)}, not ${quoted(written)}`);
  return Number(written);
}

function wrong(at: number, message: string): never {
  throw new QuerySyntaxError(at, message);
}
