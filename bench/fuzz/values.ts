// Values for the fields of the contract: plausible ones, so that a request passes the schema, and hostile ones in a field or two.

/** A schema of the contract, as far as the generator reads it. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
}

/** A random number from 0 to 1, the same for the same seed. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function oneOf<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

export interface Maker {
  random: Random;
  /** Ids of records that earlier answers had. */
  ids: readonly string[];
  /** The share of fields that are hostile. */
  hostility: number;
}

/** A value of the schema, of which some parts are hostile. */
export function madeFor(schema: Schema, maker: Maker, depth = 0): unknown {
  const { random } = maker;
  if (random() < maker.hostility) return hostile(schema, maker);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return oneOf(random, schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return madeFor(oneOf(random, choices), maker, depth);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => Object(madeFor(part, maker, depth)) as object));
  const type = Array.isArray(schema.type) ? oneOf(random, schema.type) : schema.type;
  switch (type) {
    case "object":
      return objectOf(schema, maker, depth);
    case "array": {
      const least = schema.minItems ?? 0;
      const count = Math.min(schema.maxItems ?? 3, least + Math.floor(random() * 3));
      return Array.from({ length: depth > 6 ? least : count }, () => madeFor(schema.items ?? {}, maker, depth + 1));
    }
    case "string":
      return textOf(schema, maker);
    case "integer":
    case "number": {
      const [low, high] = [schema.minimum ?? 0, Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 100)];
      const value = low + random() * (high - low);
      return type === "integer" ? Math.ceil(value) : value;
    }
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    default:
      return oneOf(random, ["x", 1, true, null, [], {}]);
  }
}

function objectOf(
  { properties = {}, required = [], patternProperties, additionalProperties }: Schema,
  maker: Maker,
  depth: number,
) {
  const fields = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth < 5 && maker.random() < 0.4),
  );
  const made = Object.fromEntries(fields.map(([name, schema]) => [name, madeFor(schema, maker, depth + 1)]));
  const others = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
  if (typeof others === "object" && depth < 5)
    made[oneOf(maker.random, ["key", "a.b", "constructor"])] = madeFor(others, maker, depth + 1);
  return made;
}

const samples = [
  "x",
  "name",
  "a1",
  "a-b",
  "now-1h",
  "12:30",
  "web-1",
  "P1",
  "* * * * *",
  "UTC",
  "$x",
  "1s",
  "/x",
  "#aabbcc",
  "https://example.com/x",
];

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: Schema, { random, ids }: Maker): string {
  if (format === "uuid") return random() < 0.7 && ids.length > 0 ? oneOf(random, ids) : crypto.randomUUID();
  if (format === "date-time") return new Date(Date.now() - random() * 1e9).toISOString();
  if (format === "query-time") return oneOf(random, ["now-1h", "now", "2026-01-01", "now-7d"]);
  if (format === "email") return `fuzz${Math.floor(random() * 1e6)}@example.com`;
  const fitting = pattern ? samples.filter((sample) => new RegExp(pattern, "u").test(sample)) : samples;
  const chosen =
    random() < 0.2 && ids.length > 0 ? oneOf(random, ids) : oneOf(random, fitting.length > 0 ? fitting : samples);
  return chosen.padEnd(minLength, "x").slice(0, maxLength);
}

const longest = 60_000;
const texts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "x\udfff",
  "\u202e\u2028\ufeff",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "$constructor",
  "{{ constructor }}",
  "{{",
  "{{{{{{",
  "{{ parameters.__proto__ }}",
  "(a|a)*b",
  "(a+)+$",
  `${".?".repeat(90)}Z`,
  "((a{0,99}){0,99}){0,99}",
  "(?<=a)b",
  "[",
  "\\",
  "'; drop table users; --",
  "%00",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "=1+1",
  "1e999",
  "-1",
  "9".repeat(400),
  "NaN",
  "now-999999w",
  "0000-00-00",
  "9999-12-31T23:59:59Z",
  "+275760-09-13T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "*/0 * * * *",
  "0 0 31 2 *",
  "Europe/Nowhere",
  "http://[::1]/",
  "http://169.254.169.254/latest",
  "https://user:pass@example.com:99999/",
  "javascript:alert(1)",
  "[1,2,3].map(a, [1,2,3].map(b, a * b))",
  "x.matches('(x+)+$')",
  "((((((((((",
  "a OR b AND NOT (c",
  "message:/(a|a)*b/",
  "host=~(a+)+",
  'sh -c "echo {{ parameters.x }}"',
  "$(".repeat(100),
  "🦄".repeat(50),
];
const parts = ["a", "A", "0/0%", "(", "[", "[[", "{{ ", " ", '\\"', "](", "../", "é", "x ", "-", "a.", "1:"];

function hostile({ type, maxLength }: Schema, { random, ids }: Maker): unknown {
  const usual = Array.isArray(type) ? oneOf(random, type) : type;
  const kind = random() < 0.85 ? usual : oneOf(random, ["string", "number", "array", "object", "null", "boolean"]);
  switch (kind) {
    case "string": {
      if (random() < 0.6) return oneOf(random, texts);
      const length = Math.min(longest, random() < 0.8 ? (maxLength ?? 2_000) : (maxLength ?? 2_000) + 1);
      const part = oneOf(random, parts);
      return part.repeat(Math.ceil(length / part.length)).slice(0, length);
    }
    case "integer":
    case "number":
      return oneOf(random, [-1, 0, 0.5, -0, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308, 5e-324]);
    case "array":
      return oneOf(random, [
        [],
        [[]],
        [null],
        Array.from({ length: 1_000 }, () => oneOf(random, texts)),
        Array.from({ length: 300 }, () => ids[0] ?? ""),
        deep(70),
        deep(3_000),
      ]);
    case "object":
      return oneOf(random, [
        {},
        JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":null}'),
        { "": "" },
        { "\u0000": 1 },
        deepObject(60),
        deepObject(3_000),
      ]);
    case "boolean":
      return oneOf(random, ["true", 1, null]);
    default:
      return oneOf(random, [null, "", 0, [], {}]);
  }
}

function deep(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

function deepObject(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

/** Bodies for operations that take bytes. */
export function bytesOf({ random }: Maker): string {
  return oneOf(random, [
    "",
    "{",
    "null",
    "[]",
    '{"a":',
    "[".repeat(50_000),
    `{"logs":${"[".repeat(1_000)}${"]".repeat(1_000)}}`,
    `[${"{},".repeat(5_000)}{}]`,
    '[{"message":"x","service":"fuzz","timestamp":"1e999"}]',
    '[{"message":"took 0/0%0/0%0/0%0/0%0/0%0/0%0/0%0/0%0/0%0/0%0/0%0/0%@","service":"fuzz"}]',
    '[{"__proto__":1,"message":"\\u0000\\ud800","service":"constructor"}]',
    '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"x"},"timeUnixNano":"99999999999999999999"}]}]}]}',
    '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"x"}]}]}]}',
    '{"title":"x","name":"x","status":"firing","alerts":[{"labels":{"alertname":"x"}}]}',
    "\u0000\u0001\u0002".repeat(1_000),
    `${oneOf(random, parts)}`.repeat(10_000),
  ]);
}
