import { statusOf } from "@opsplane/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knowsControlPlane } from "../licenses.ts";
import { type Person, type Plane, startPlane } from "../plane.ts";
import { call, everyOperation, expectRefusal, type RawReply, when, workingCall } from "./every-operation.ts";

/** Generated calls of an operation. The seed differs from run to run, so coverage grows with each. */
const numRuns = 15;

let plane: Plane;
let ours: Person;
beforeAll(async () => {
  plane = await startPlane(await knowsControlPlane(), { telemetry: true });
  ours = await plane.tenant();
});
afterAll(() => plane.close());

describe.each(everyOperation)("$id", (walked) => {
  const { spec } = walked;

  test("works as in the example, with its status", async () => {
    expect((await call(plane, spec, await workingCall(walked, plane, ours))).status).toBe(statusOf(spec));
  });

  when(spec.body !== undefined)("refuses every field of a wrong type with 422", async () => {
    const example = await workingCall(walked, plane, ours);
    const properties = Object.keys((spec.body as unknown as { properties: object }).properties);
    for (const name of properties) {
      const wrong = { ...example.body, [name]: [[{ wrong: true }]] };
      const answer = await call(plane, spec, { ...example, body: wrong });
      expectRefusal(answer, 422, "VALIDATION_ERROR");
      expect(JSON.parse(answer.text).details[0].path, `of ${name}`).toContain(name);
    }
  });

  when(spec.body !== undefined)("answers no generated body with 5xx", async () => {
    const example = await workingCall(walked, plane, ours);
    const properties = (spec.body as unknown as { properties: Record<string, object> }).properties;
    const anyBody = fc.oneof(
      fc.record(Object.fromEntries(Object.keys(properties).map((name) => [name, anyValue])), { requiredKeys: [] }),
      anyValue,
    );
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        expectHandled(await call(plane, spec, { ...example, raw: JSON.stringify(body) ?? "null" }));
      }),
      { numRuns },
    );
  });

  when(spec.query !== undefined)("answers no generated query with 5xx", async () => {
    const names = Object.keys((spec.query as unknown as { properties: object }).properties);
    const headers = ours.headers;
    const example = await workingCall(walked, plane, ours);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), anyText), async (query) => {
        expectHandled(await call(plane, spec, { ...example, query, headers }));
      }),
      // The same query again would only ask ClickHouse once more.
      { numRuns, ignoreEqualValues: true },
    );
  });

  when(spec.params !== undefined)("with an unknown id is 404", async () => {
    const example = await workingCall(walked, plane, ours);
    const names = Object.keys(example.params ?? {});
    await fc.assert(
      fc.asyncProperty(
        anyText.filter((text) => text.trim() !== "" && !/^\.+$/.test(text)),
        async (text) => {
          const { status } = await call(plane, spec, {
            ...example,
            params: Object.fromEntries(names.map((name) => [name, text])),
          });
          expect(status).toBe(404);
        },
      ),
      { numRuns: 10 },
    );
  });
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("\u0000", "%00", "-1", "1e309", "now-1h", "null", "[]", "'; drop table users; --", "\\", "𝒳"),
);
const anyValue = fc.oneof(
  anyText,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.uuid(),
  fc.array(fc.oneof(anyText, fc.uuid()), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
);

function expectHandled(answer: RawReply): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expectRefusal(answer, answer.status, JSON.parse(answer.text).code);
}
