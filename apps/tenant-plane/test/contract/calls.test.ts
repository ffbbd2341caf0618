import { statusOf } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { knowsControlPlane } from "../licenses.ts";
import { type Person, type Plane, startPlane } from "../plane.ts";
import { assertRefusal, assertStatus, assertWorks, call, everyOperation, walk, workingCall } from "./walk.ts";

const isWrite = ({ spec }: (typeof everyOperation)[number]) => spec.effect === "write" && !spec.intake;
const writes = everyOperation.filter(isWrite);
const others = everyOperation.filter((walked) => !isWrite(walked));

let plane: Plane;
let ours: Person;
let database: pg.Client;
beforeAll(async () => {
  plane = await startPlane(await knowsControlPlane(), { telemetry: true });
  ours = await plane.tenant();
  database = new pg.Client({ connectionString: plane.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await plane.close();
});

/** Ids of audit records grow with time. */
async function newestRecord(): Promise<string> {
  const { rows } = await database.query<{ id: string }>("select id from audit_log order by id desc limit 1");
  return rows[0]?.id ?? "00000000-0000-0000-0000-000000000000";
}

/** Without records of background jobs, which may be written at any time. */
async function recordsAfter(marker: string) {
  const { rows } = await database.query<{ action: string; actor: string; outcome: string; content: string }>(
    `select action, actor, outcome, concat_ws(' ', target_type, target_id, before, after) as content
     from audit_log where id > $1 and actor <> 'automation' order by id`,
    [marker],
  );
  return rows;
}

test("a read works as in the example", (context) =>
  walk(context, others, async (walked) => {
    assertWorks(await call(plane, walked.spec, await workingCall(walked, plane, ours)), walked.spec);
  }));

test("a write works as in the example, and writes an audit record of each thing it did unless it is routine", (context) =>
  walk(context, writes, async (walked) => {
    const { id, spec } = walked;
    const example = await workingCall(walked, plane, ours);
    const marker = await newestRecord();
    assertWorks(await call(plane, spec, example), spec);
    const records = await recordsAfter(marker);
    expect(new Set(records.map(({ content }) => content)).size).toBe(records.length);
    const written = {
      action: id,
      actor: expect.stringMatching(/./),
      outcome: "success",
      content: expect.stringMatching(/./),
    };
    if (records.length < 2) expect(records).toEqual(spec.routine ? [] : [written]);
    else for (const record of records) expect(record).toEqual(written);
  }));

test("a write whose body is refused writes no audit record", (context) =>
  walk(
    context,
    writes.filter(({ spec }) => spec.body !== undefined),
    async (walked) => {
      const example = await workingCall(walked, plane, ours);
      const marker = await newestRecord();
      assertStatus(await call(plane, walked.spec, { ...example, raw: "[1]" }), 422);
      expect(await recordsAfter(marker)).toEqual([]);
    },
  ));

const creates = writes.filter(({ spec }) => {
  const makes = statusOf(spec) === 201 || (statusOf(spec) === 202 && spec.body !== undefined);
  return makes && spec.access !== "service";
});
test("a create with an Idempotency-Key happens once", (context) =>
  walk(context, creates, async (walked) => {
    const { spec } = walked;
    const example = await workingCall(walked, plane, ours);
    const keyed = { ...example, headers: { ...example.headers, "idempotency-key": crypto.randomUUID() } };
    const [first, second] = await Promise.all([call(plane, spec, keyed), call(plane, spec, keyed)]);
    assertWorks(first, spec);
    assertWorks(second, spec);
    expect(second.text).toBe(first.text);
    const marker = await newestRecord();
    const third = await call(plane, spec, keyed);
    expect([third.text, third.header("idempotency-replayed")]).toEqual([first.text, "true"]);
    expect(await recordsAfter(marker)).toEqual([]);
    const [field = ""] = Object.keys(example.body ?? {});
    const other = example.bytes
      ? { ...keyed, bytes: Buffer.concat([example.bytes, Buffer.from("x")]) }
      : { ...keyed, body: { ...example.body, [field]: `${example.body?.[field]}x` } };
    assertRefusal(await call(plane, spec, other), 409, "CONFLICT");
  }));

const versioned = writes.filter(
  ({ spec }) => spec.method === "PATCH" && "version" in (spec.reply as unknown as { properties: object }).properties,
);
test("an update from an older version (If-Match) is 409", (context) =>
  walk(context, versioned, async (walked) => {
    const { spec } = walked;
    const example = await workingCall(walked, plane, ours);
    const from = (version: string) =>
      call(plane, spec, { ...example, headers: { ...example.headers, "if-match": version } });
    assertRefusal(await from('"999999"'), 409, "CONFLICT");
    const fresh = await from('"1"');
    expect([fresh.status, fresh.header("etag")]).toEqual([200, '"2"']);
  }));
