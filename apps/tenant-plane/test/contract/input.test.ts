import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { generatedCases as numRuns } from "../effort.ts";
import { knowsControlPlane } from "../licenses.ts";
import { type Person, type Plane, startPlane } from "../plane.ts";
import {
  asObject,
  assertRefusal,
  assertStatus,
  type Call,
  call,
  everyOperation,
  type RawReply,
  type Walked,
  walk,
  workingCall,
} from "./walk.ts";

let plane: Plane;
let ours: Person;
beforeAll(async () => {
  plane = await startPlane(await knowsControlPlane(), { telemetry: true });
  ours = await plane.tenant();
});
afterAll(() => plane.close());

const made = new Map<string, Promise<Call>>();

/** The call into which the tests of this file put bad input. They share one for each operation, because refused calls change nothing. */
function sample(walked: Walked): Promise<Call> {
  const known = made.get(walked.id) ?? workingCall(walked, plane, ours);
  made.set(walked.id, known);
  return known;
}

const namesIn = (schema: unknown): string[] => Object.keys((schema as { properties: object }).properties);
const withBody = everyOperation.filter(({ spec }) => spec.body !== undefined);
const withQuery = everyOperation.filter(({ spec }) => spec.query !== undefined);
const withParams = everyOperation.filter(({ spec }) => spec.params !== undefined);

test("refuses every field of a wrong type with 422", (context) =>
  walk(context, withBody, async (walked) => {
    const example = await sample(walked);
    for (const name of namesIn(walked.spec.body)) {
      const answer = await call(plane, walked.spec, {
        ...example,
        body: { ...example.body, [name]: [[{ wrong: true }]] },
      });
      assertRefusal(answer, 422, "VALIDATION_ERROR");
      const [detail] = asObject(answer.text).details as { path: string }[];
      if (!detail?.path.includes(name)) throw new Error(`the refusal of '${name}' names '${detail?.path}'`);
    }
  }));

test("with an unknown id is 404", (context) =>
  walk(context, withParams, async (walked) => {
    const example = await sample(walked);
    const names = Object.keys(example.params ?? {});
    const property = fc.asyncProperty(anId, async (text) => {
      const params = Object.fromEntries(names.map((name) => [name, text]));
      assertStatus(await call(plane, walked.spec, { ...example, params }), 404);
    });
    await fc.assert(property, { numRuns });
  }));

test("answers no generated query with 5xx", (context) =>
  walk(context, withQuery, async (walked) => {
    const { headers } = ours;
    const example = await sample(walked);
    const queries = fc.dictionary(fc.constantFrom(...namesIn(walked.spec.query)), anyText);
    const property = fc.asyncProperty(queries, async (query) => {
      assertHandled(await call(plane, walked.spec, { ...example, query, headers }));
    });
    // The same query again would only ask ClickHouse once more.
    await fc.assert(property, { numRuns, ignoreEqualValues: true });
  }));

test("answers no generated body with 5xx", (context) =>
  walk(context, withBody, async (walked) => {
    const example = await sample(walked);
    const fields = Object.fromEntries(namesIn(walked.spec.body).map((name) => [name, anyValue]));
    const bodies = fc.oneof(fc.record(fields, { requiredKeys: [] }), anyValue);
    const property = fc.asyncProperty(bodies, async (body) => {
      assertHandled(await call(plane, walked.spec, { ...example, raw: JSON.stringify(body) ?? "null" }));
    });
    await fc.assert(property, { numRuns });
  }));

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("\u0000", "%00", "-1", "1e309", "now-1h", "null", "[]", "'; drop table users; --", "\\", "𝒳"),
);
const anId = anyText.filter((text) => text.trim() !== "" && !/^\.+$/.test(text));
const anyValue = fc.oneof(
  anyText,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.uuid(),
  fc.array(fc.oneof(anyText, fc.uuid()), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
);

function assertHandled(answer: RawReply): void {
  if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  if (answer.status >= 400) assertRefusal(answer, answer.status, String(asObject(answer.text).code));
}
