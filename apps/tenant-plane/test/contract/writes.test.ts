import { statusOf } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knowsControlPlane } from "../licenses.ts";
import { type Person, type Plane, startPlane } from "../plane.ts";
import { call, everyOperation, expectRefusal, when, workingCall } from "./every-operation.ts";

const writes = everyOperation.filter(({ spec }) => spec.effect === "write" && !spec.intake);

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
  const { rows } = await database.query<{ action: string; actor: string; outcome: string }>(
    "select action, actor, outcome from audit_log where id > $1 and actor <> 'automation' order by id",
    [marker],
  );
  return rows;
}

describe.each(writes)("$id", (walked) => {
  const { id, spec } = walked;

  test(spec.routine ? "writes no audit record" : "writes exactly one audit record with actor and action", async () => {
    const example = await workingCall(walked, plane, ours);
    const marker = await newestRecord();
    expect((await call(plane, spec, example)).status).toBe(statusOf(spec));
    const written = { action: id, actor: expect.stringMatching(/./), outcome: "success" };
    expect(await recordsAfter(marker)).toEqual(spec.routine ? [] : [written]);
  });

  when(spec.body !== undefined)("writes no audit record when its body is refused", async () => {
    const example = await workingCall(walked, plane, ours);
    const marker = await newestRecord();
    expect((await call(plane, spec, { ...example, raw: "[1]" })).status).toBe(422);
    expect(await recordsAfter(marker)).toEqual([]);
  });

  const makes = statusOf(spec) === 201 || (statusOf(spec) === 202 && spec.body !== undefined);
  when(makes && spec.access !== "service")("with an Idempotency-Key happens once", async () => {
    const example = await workingCall(walked, plane, ours);
    const keyed = { ...example, headers: { ...example.headers, "idempotency-key": crypto.randomUUID() } };
    const [first, second] = await Promise.all([call(plane, spec, keyed), call(plane, spec, keyed)]);
    expect([first.status, second.status]).toEqual([statusOf(spec), statusOf(spec)]);
    expect(second.text).toBe(first.text);
    const marker = await newestRecord();
    const third = await call(plane, spec, keyed);
    expect([third.text, third.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
    expect(await recordsAfter(marker)).toEqual([]);
    const [field = ""] = Object.keys(example.body ?? {});
    const other = example.bytes
      ? { ...keyed, bytes: Buffer.concat([example.bytes, Buffer.from("x")]) }
      : { ...keyed, body: { ...example.body, [field]: `${example.body?.[field]}x` } };
    expectRefusal(await call(plane, spec, other), 409, "CONFLICT");
  });

  const versioned =
    spec.method === "PATCH" && "version" in (spec.reply as unknown as { properties: object }).properties;
  when(versioned)("from an older version (If-Match) is 409", async () => {
    const example = await workingCall(walked, plane, ours);
    const stale = await call(plane, spec, { ...example, headers: { ...example.headers, "if-match": '"999999"' } });
    expectRefusal(stale, 409, "CONFLICT");
    const fresh = await call(plane, spec, { ...example, headers: { ...example.headers, "if-match": '"1"' } });
    expect([fresh.status, fresh.headers.get("etag")]).toEqual([200, '"2"']);
  });
});
