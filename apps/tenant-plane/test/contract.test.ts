import { builtInRoles, type OperationSpec, operations, planOf, statusOf, urlOf } from "@opsplane/contract";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Example, examples } from "./examples.ts";
import { type Person, type Plane, startPlane } from "./plane.ts";

// Every operation of the contract, whoever declared it: a new one is covered by being there.

interface Walked {
  id: string;
  spec: OperationSpec;
  make: (world: { plane: Plane; owner: Person }) => Promise<Example>;
}

const everything: Walked[] = Object.entries(operations).flatMap(([group, specs]) =>
  Object.entries(specs).map(([name, spec]) => ({
    id: `${group}.${name}`,
    spec,
    make: (examples as unknown as Record<string, Record<string, Walked["make"]>>)[group]?.[name] as Walked["make"],
  })),
);
const gated = everything.filter(({ spec }) => spec.access !== "public" && spec.access !== "service");
const writes = everything.filter(({ spec }) => spec.effect === "write" && !spec.intake);
/** What asks ClickHouse takes its time where that is emulated. */
const runsOf = (spec: OperationSpec) => (spec.module === "observability" || spec.module === "netflow" ? 4 : 25);

let plane: Plane;
let ours: Person;
let theirs: Person;
let viewer: Person;
/** Of a plan with few modules. */
let small: Person;
/** Has a temporary password still. */
let invited: Person;
/** A token that may only send telemetry. */
let collector: string;
let records: pg.Client;

beforeAll(async () => {
  plane = await startPlane({}, { telemetry: true });
  [ours, theirs] = [await plane.tenant(), await plane.tenant()];
  viewer = await plane.person("viewer", ours);
  small = await plane.tenant("startup");
  const { email, temporary_password } = await ours.api.users.create({
    body: { email: "invited@example.com", name: "Invited", role: "admin" },
  });
  invited = await plane.login(email, temporary_password ?? "", ours.tokens.user.tenant_id);
  collector = (await ours.api.collectors.create({ body: { name: "sender" } })).token;
  records = new pg.Client({ connectionString: plane.databaseUrl });
  await records.connect();
});
afterAll(async () => {
  await records.end();
  await plane.close();
});

interface Call extends Example {
  headers?: Record<string, string>;
  raw?: string;
}

async function call(
  spec: OperationSpec,
  { params, query, body, bytes, raw, headers = {} }: Call,
): Promise<{ status: number; text: string; headers: Headers }> {
  const abort = new AbortController();
  const sent = raw ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(plane.url + urlOf(spec, { params: params ?? {}, query: query ?? {} }), {
    method: spec.method,
    headers: sent === undefined ? headers : { "content-type": "application/json", ...headers },
    signal: abort.signal,
    ...(sent === undefined ? {} : { body: sent }),
  });
  // A stream never ends by itself; its status is all that is asked here.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const text = isStream ? "" : await response.text();
  if (isStream) abort.abort();
  return { status: response.status, text, headers: response.headers };
}

function expectRefusal(answer: { status: number; text: string; headers: Headers }, status: number, code: string): void {
  expect({ status: answer.status, ...JSON.parse(answer.text) }).toMatchObject({
    status,
    code,
    error: expect.any(String),
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(answer.headers.get("x-trace-id")).toBe(JSON.parse(answer.text).trace_id);
}

async function mine(walked: Walked): Promise<Call> {
  const example = await walked.make({ plane, owner: ours });
  return { ...example, headers: { ...(example.as ?? ours).headers, ...example.headers } };
}

const paramsOfNobody = (spec: OperationSpec) =>
  spec.params && { params: { id: "01890000-0000-7000-8000-000000000000", name: "nobodys-role" } };

/** A test where it applies; elsewhere there is none, rather than one that is skipped. */
const when = (applies: boolean) => (title: string, body: () => Promise<void>) => {
  if (applies) test(title, body);
};

describe.each(gated)("$id", (walked) => {
  const { spec } = walked;

  test("without a token is 401", async () => {
    expectRefusal(await call(spec, { ...paramsOfNobody(spec) }), 401, "UNAUTHORIZED");
    expectRefusal(
      await call(spec, {
        ...paramsOfNobody(spec),
        headers: { authorization: "Bearer nonsense", "x-tenant-id": plane.tenantId },
      }),
      401,
      "UNAUTHORIZED",
    );
  });

  test("with another tenant's header, or none, is 403", async () => {
    const { authorization = "" } = ours.headers;
    const other = { authorization, "x-tenant-id": theirs.tokens.user.tenant_id };
    expectRefusal(await call(spec, { ...paramsOfNobody(spec), headers: other }), 403, "FORBIDDEN");
    // Senders of telemetry have no header of ours: their token names the tenant.
    if (spec.intake) return;
    expectRefusal(await call(spec, { ...paramsOfNobody(spec), headers: { authorization } }), 403, "FORBIDDEN");
  });

  when(spec.params !== undefined)("on another tenant's record is 404", async () => {
    const example = await walked.make({ plane, owner: theirs });
    expectRefusal(await call(spec, { ...example, headers: ours.headers }), 404, "NOT_FOUND");
  });

  when(!spec.intake)("with a collector token is 403", async () => {
    const headers = { authorization: `Bearer ${collector}`, "x-tenant-id": ours.tokens.user.tenant_id };
    expectRefusal(await call(spec, { ...paramsOfNobody(spec), headers }), 403, "FORBIDDEN");
  });

  const viewerMay =
    spec.access === "signed_in" || (builtInRoles.viewer.permissions as readonly string[]).includes(spec.access);
  when(!viewerMay)("by a viewer is 403", async () => {
    expectRefusal(await call(spec, { ...(await mine(walked)), headers: viewer.headers }), 403, "FORBIDDEN");
  });

  when(spec.module !== undefined && !planOf("startup").modules.includes(spec.module))(
    "without its module in the plan is 403 FEATURE_DISABLED",
    async () => {
      expectRefusal(await call(spec, { ...paramsOfNobody(spec), headers: small.headers }), 403, "FEATURE_DISABLED");
    },
  );

  when(!spec.beforePasswordChange)("with a temporary password is 403 PASSWORD_CHANGE_REQUIRED", async () => {
    expectRefusal(
      await call(spec, { ...paramsOfNobody(spec), headers: invited.headers }),
      403,
      "PASSWORD_CHANGE_REQUIRED",
    );
  });
});

describe.each(everything)("$id", (walked) => {
  const { spec } = walked;

  test("works as the example shows, with its status", async () => {
    expect((await call(spec, await mine(walked))).status).toBe(statusOf(spec));
  });

  when(spec.body !== undefined)("refuses every field of a wrong type with 422", async () => {
    const example = await mine(walked);
    const properties = Object.keys((spec.body as unknown as { properties: object }).properties);
    for (const name of properties) {
      const wrong = { ...example.body, [name]: [[{ wrong: true }]] };
      const answer = await call(spec, { ...example, body: wrong });
      expectRefusal(answer, 422, "VALIDATION_ERROR");
      expect(JSON.parse(answer.text).details[0].path, `of ${name}`).toContain(name);
    }
  });

  when(spec.body !== undefined)("answers no generated body with 5xx", async () => {
    const example = await mine(walked);
    const properties = (spec.body as unknown as { properties: Record<string, object> }).properties;
    const anyBody = fc.oneof(
      fc.record(Object.fromEntries(Object.keys(properties).map((name) => [name, anyValue])), { requiredKeys: [] }),
      anyValue,
    );
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        expectHandled(await call(spec, { ...example, raw: JSON.stringify(body) ?? "null" }));
      }),
      { numRuns: runsOf(spec) },
    );
  });

  when(spec.query !== undefined)("answers no generated query with 5xx", async () => {
    const names = Object.keys((spec.query as unknown as { properties: object }).properties);
    const headers = ours.headers;
    const example = await mine(walked);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), anyText), async (query) => {
        expectHandled(await call(spec, { ...example, query, headers }));
      }),
      { numRuns: runsOf(spec) },
    );
  });

  when(spec.params !== undefined)("on an address that nobody has is 404", async () => {
    const example = await mine(walked);
    const names = Object.keys(example.params ?? {});
    await fc.assert(
      fc.asyncProperty(
        anyText.filter((text) => text.trim() !== "" && !/^\.+$/.test(text)),
        async (text) => {
          const { status } = await call(spec, {
            ...example,
            params: Object.fromEntries(names.map((name) => [name, text])),
          });
          expect(status).toBe(404);
        },
      ),
      { numRuns: Math.min(10, runsOf(spec)) },
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

function expectHandled(answer: { status: number; text: string; headers: Headers }): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expectRefusal(answer, answer.status, JSON.parse(answer.text).code);
}

describe.each(writes)("$id", (walked) => {
  const { id, spec } = walked;

  async function auditRows(): Promise<{ action: string; actor: string; outcome: string }[]> {
    // What jobs do in the background leaves records of its own, whenever it happens.
    return (
      await records.query(
        "select action, actor, outcome from audit_log where actor <> 'automation' order by created_at, id",
      )
    ).rows;
  }

  test("leaves exactly one audit record, with who and what", async () => {
    const example = await mine(walked);
    const before = await auditRows();
    expect((await call(spec, example)).status).toBe(statusOf(spec));
    const added = (await auditRows()).slice(before.length);
    expect(added).toEqual([{ action: id, actor: expect.stringMatching(/./), outcome: "success" }]);
  });

  when(spec.body !== undefined)("leaves no audit record when it is refused for its body", async () => {
    const example = await mine(walked);
    const before = (await auditRows()).length;
    expect((await call(spec, { ...example, raw: "[1]" })).status).toBe(422);
    expect((await auditRows()).length).toBe(before);
  });

  when(statusOf(spec) === 201 && spec.access !== "service")("with an Idempotency-Key happens once", async () => {
    const example = await mine(walked);
    const keyed = { ...example, headers: { ...example.headers, "idempotency-key": crypto.randomUUID() } };
    const [first, second] = await Promise.all([call(spec, keyed), call(spec, keyed)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    const before = (await auditRows()).length;
    const third = await call(spec, keyed);
    expect([third.text, third.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
    expect((await auditRows()).length).toBe(before);
    const [field = ""] = Object.keys(example.body ?? {});
    const other = { ...keyed, body: { ...example.body, [field]: `${example.body?.[field]}x` } };
    expectRefusal(await call(spec, other), 409, "CONFLICT");
  });

  const versioned =
    spec.method === "PATCH" && "version" in (spec.reply as unknown as { properties: object }).properties;
  when(versioned)("from an older version (If-Match) is 409", async () => {
    const example = await mine(walked);
    const stale = await call(spec, { ...example, headers: { ...example.headers, "if-match": '"999999"' } });
    expectRefusal(stale, 409, "CONFLICT");
    const fresh = await call(spec, { ...example, headers: { ...example.headers, "if-match": '"1"' } });
    expect([fresh.status, fresh.headers.get("etag")]).toEqual([200, '"2"']);
  });
});
