import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aRunbook, executionWhen } from "../../test/a-runbook.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { refusalOf } from "../../test/refusal.ts";
import { freePort, startSink } from "../../test/smtp-sink.ts";

let plane: Plane;
let boss: Person;
let operator: Person;
let receiver: Receiver;
let sink: Awaited<ReturnType<typeof startSink>>;

beforeAll(async () => {
  const port = await freePort();
  sink = await startSink(port);
  const env = { OUTBOUND_ALLOW_PRIVATE: "127.0.0.1/32", SMTP_URL: `smtp://127.0.0.1:${port}` };
  plane = await startPlane(env, { telemetry: true });
  receiver = await startReceiver((request, response) => {
    if (request.path === "/deep") return response.end(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`);
    const status = Number(/\/status\/(\d+)/.exec(request.path)?.[1] ?? 200);
    return response
      .writeHead(status, { "x-request": "r-7" })
      .end(JSON.stringify({ items: [{ id: 42 }], echo: request.body }));
  });
  boss = await plane.tenant();
  operator = await plane.person("operator", boss);
});
afterAll(async () => {
  await plane.close();
  await sink.stop();
  receiver.close();
});

const begin = (id: string, body: object = {}, as: Person = boss) => as.api.executions.execute({ params: { id }, body });
const run = async (id: string, body: object = {}) => executionWhen(boss, (await begin(id, body)).id);

describe("an http step", () => {
  test("sends values as data and takes values from the answer", async () => {
    const { id } = await aRunbook(
      boss,
      [
        {
          id: "call",
          type: "http",
          title: "Call",
          method: "POST",
          url: `${receiver.url}/items/{{ parameters.word }}?q={{ parameters.word }}`,
          headers: { "content-type": "application/json", "x-note": "{{ parameters.number }}" },
          body: '{"word":"{{ parameters.word }}","number":{{ parameters.number }}}',
          extract: [
            { name: "item", from: "body", path: "items.0.id" },
            { name: "request", from: "header", path: "X-Request" },
          ],
        },
        { type: "manual", title: "Look", instructions: "Item {{ steps.call.item }} of {{ steps.call.request }}" },
      ],
      {
        parameters: [
          { name: "word", type: "string", required: true },
          { name: "number", type: "number" },
        ],
      },
    );
    const word = 'a/../b"c&d=e';
    const { id: executionId } = await begin(id, { parameters: { word, number: 7 } });
    const waiting = await executionWhen(boss, executionId, ({ status }) => status === "waiting");
    expect(waiting.steps[0]?.output).toMatchObject({ status: 200, item: 42, request: "r-7" });
    expect(waiting.steps[1]).toMatchObject({ waits_for: "person", instructions: "Item 42 of r-7" });
    const [sent] = receiver.received.filter(({ path }) => path.startsWith("/items/"));
    expect(sent?.path).toBe(`/items/${encodeURIComponent(word)}?q=${encodeURIComponent(word)}`);
    expect(JSON.parse(sent?.body ?? "")).toEqual({ word, number: 7 });
    expect(sent?.headers["idempotency-key"]).toBe(`${executionId}-call`);
  });

  test("fails at once with the reason when the answer is nested too deeply, and is sent once", async () => {
    const { id } = await aRunbook(boss, [
      {
        ...{ type: "http", title: "Call", method: "POST", body: "{}", url: `${receiver.url}/deep`, timeout_seconds: 8 },
        extract: [{ name: "item", from: "body", path: Array.from({ length: 149 }, () => "a").join(".") }],
      },
    ]);
    expect(await run(id)).toMatchObject({ status: "failed", error: expect.stringContaining("nested") });
    expect(receiver.at("/deep")).toHaveLength(1);
  });

  test("fails on another status than expected", async () => {
    const step = { type: "http" as const, title: "Call", method: "POST" as const, body: "{}" };
    const { id: bad } = await aRunbook(boss, [{ ...step, url: `${receiver.url}/status/500` }]);
    expect(await run(bad)).toMatchObject({ status: "failed", error: "Call: The server answered 500." });
    const { id: fine } = await aRunbook(boss, [
      { ...step, url: `${receiver.url}/status/404`, expect_status: [404, 410] },
    ]);
    expect(await run(fine)).toMatchObject({ status: "succeeded" });
  });

  test.each([
    "http://169.254.169.254/latest/meta-data",
    "http://[fe80::1]/",
    "http://[::1]/",
    "http://10.0.0.1/",
    "http://localhost.localdomain.invalid/",
    "http://0.0.0.0/",
    "http://[::ffff:10.0.0.1]/",
  ])("does not reach %s", async (url) => {
    const { id } = await aRunbook(boss, [{ type: "http", title: "Call", method: "GET", url }]);
    const done = await run(id);
    expect(done).toMatchObject({ status: "failed" });
    expect(done.error).toMatch(/must not reach|could not be reached/);
    const dry = await run(id, { dry_run: true });
    expect(dry).toMatchObject({ status: "failed", steps: [{ checks: [{ ok: false }] }] });
  });

  test("cannot be sent to another host by a parameter", async () => {
    const body = {
      name: "Free host",
      parameters: [{ name: "host", type: "string" as const }],
      steps: [{ type: "http" as const, title: "Call", method: "GET" as const, url: "https://{{ parameters.host }}/" }],
    };
    expect(await refusalOf(boss.api.runbooks.create({ body }))).toMatchObject({
      status: 422,
      details: [{ path: "steps.0.url" }],
    });
  });
});

describe("people", () => {
  test("approve a step in the inbox; the starter cannot, and an API key cannot", async () => {
    const { id } = await aRunbook(boss, [
      { id: "gate", type: "approval", title: "Go?", approver_type: "any", instructions: "Restart now?" },
    ]);
    const { id: executionId, reference } = await begin(id, {}, operator);
    await executionWhen(boss, executionId, ({ status }) => status === "waiting");
    const decide = (who: Person, decision: "approved" | "rejected") =>
      who.api.executions.decide({ params: { id: reference }, body: { decision, comment: "fine" } });
    expect(await refusalOf(decide(operator, "approved"))).toMatchObject({ status: 403 });
    const { items } = await boss.api.instances.list({ query: { mine: true, subject_type: "execution" } });
    expect(items).toMatchObject([{ subject_reference: reference, may_decide: true, requested_by: operator.email }]);
    const key = await boss.api.apiKeys.create({ body: { name: "key", role: "admin" } });
    const machine = plane.api({ authorization: `Bearer ${key.key}`, "x-tenant-id": boss.tokens.user.tenant_id });
    expect(
      await refusalOf(machine.executions.decide({ params: { id: executionId }, body: { decision: "approved" } })),
    ).toMatchObject({ status: 403 });
    await boss.api.instances.decide({ params: { id: items[0]?.id ?? "" }, body: { decision: "approved" } });
    expect(await executionWhen(boss, executionId)).toMatchObject({
      status: "succeeded",
      steps: [{ decided_by: boss.email, output: { decision: "approved" } }],
    });
    expect(await refusalOf(decide(boss, "approved"))).toMatchObject({ status: 409 });
  });

  test("reject a step, which fails the execution; a retry asks again", async () => {
    const { id } = await aRunbook(boss, [
      { type: "approval", title: "Go?", approver_type: "role", approver_value: "admin" },
    ]);
    const { id: executionId } = await begin(id, {}, operator);
    const waits = () => executionWhen(boss, executionId, ({ status }) => status === "waiting");
    await waits();
    await boss.api.executions.decide({
      params: { id: executionId },
      body: { decision: "rejected", comment: "not now" },
    });
    expect(await executionWhen(boss, executionId)).toMatchObject({
      status: "failed",
      error: `Go?: Rejected by ${boss.email}: not now`,
    });
    await operator.api.executions.retry({ params: { id: executionId } });
    await waits();
    await boss.api.executions.decide({ params: { id: executionId }, body: { decision: "approved" } });
    expect(await executionWhen(boss, executionId)).toMatchObject({ status: "succeeded", error: null });
  });

  test("complete a manual step, or let it run out of time", async () => {
    const { id } = await aRunbook(boss, [
      { type: "manual", title: "Pull the plug", instructions: "Rack **7**", timeout_seconds: 600 },
    ]);
    const first = await begin(id);
    const second = await begin(id);
    for (const each of [first, second]) await executionWhen(boss, each.id, ({ status }) => status === "waiting");
    await operator.api.executions.decide({
      params: { id: first.id },
      body: { decision: "approved", comment: "pulled" },
    });
    expect(await executionWhen(boss, first.id)).toMatchObject({
      status: "succeeded",
      steps: [{ decided_by: operator.email, output: { comment: "pulled" } }],
    });
    plane.travel(601_000);
    await plane.schedules.runNow("runs.due");
    plane.travel(-601_000);
    expect(await executionWhen(boss, second.id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("within the time"),
    });
  });

  test("get a notification once, and it is on the incident's timeline", async () => {
    const incident = await boss.api.incidents.create({ body: { title: "Disk full", severity: "P1" } });
    const { id } = await aRunbook(boss, [
      {
        type: "notification",
        title: "Say it",
        subject: "{{ incident.reference }} is being worked on",
        message: "{{ incident.title }} ({{ incident.severity }})",
        recipients: [{ type: "user", value: operator.email }],
      },
    ]);
    const done = await run(id, { incident_id: incident.reference });
    expect(done).toMatchObject({ status: "succeeded", incident: { reference: incident.reference } });
    const letters = () => sink.letters.filter((letter) => JSON.stringify(letter).includes("is being worked on"));
    await expect.poll(() => letters().length).toBe(1);
    expect(JSON.stringify(letters())).toContain("Disk full (P1)");
    const { items } = await boss.api.incidents.timeline({ params: { id: incident.id } });
    expect(items.filter(({ kind }) => kind === "runbook").map(({ body }) => body)).toEqual([
      expect.stringContaining(`Started the runbook '${done.runbook_name}' (${done.reference})`),
      `${done.reference} sent “${incident.reference} is being worked on”: Disk full (P1)`,
      expect.stringContaining(`${done.reference} ('${done.runbook_name}') succeeded.`),
    ]);
  });

  test("get a notification through a shared channel; an unknown one fails the step", async () => {
    const config = { url: `${receiver.url}/chat` };
    const { id: channel_id } = await boss.api.channels.create({ body: { name: "Chat", type: "slack", config } });
    const step = { type: "notification" as const, title: "Say", subject: "Deployed", message: "All good." };
    const { id } = await aRunbook(boss, [{ ...step, channel_id }]);
    expect(await run(id)).toMatchObject({ status: "succeeded" });
    await expect
      .poll(() => receiver.at("/chat").map(({ body }) => JSON.parse(body).text))
      .toEqual(["Deployed\nAll good."]);
    const { id: broken } = await aRunbook(boss, [{ ...step, channel_id: boss.tokens.user.id }]);
    expect((await run(broken)).steps[0]).toMatchObject({
      status: "failed",
      error: expect.stringContaining("There is no shared channel"),
    });
  });
});

test("a wait ends at its time, and a condition skips a step", async () => {
  const { id } = await aRunbook(
    boss,
    [
      { type: "wait", title: "Let it settle", seconds: 3600 },
      { type: "manual", title: "Only at night", instructions: "x", condition: "parameters.night" },
    ],
    { parameters: [{ name: "night", type: "boolean", default: false }] },
  );
  const { id: executionId } = await begin(id);
  await executionWhen(boss, executionId, ({ status }) => status === "waiting");
  await plane.schedules.runNow("runs.due");
  expect((await boss.api.executions.get({ params: { id: executionId } })).status).toBe("waiting");
  plane.travel(3_601_000);
  await plane.schedules.runNow("runs.due");
  plane.travel(-3_601_000);
  const done = await executionWhen(boss, executionId);
  expect(done).toMatchObject({ status: "succeeded", steps: [{ status: "succeeded" }, { status: "skipped" }] });
});

test("one lock key has one execution", async () => {
  const { id } = await aRunbook(boss, [{ type: "manual", title: "Work", instructions: "x" }], {
    parameters: [{ name: "service", type: "string", required: true }],
    lock_key: "restart {{ parameters.service }}",
  });
  const starts = await Promise.allSettled(
    Array.from({ length: 5 }, () => begin(id, { parameters: { service: "web" } })),
  );
  const started = starts.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(started).toHaveLength(1);
  expect(await refusalOf(begin(id, { parameters: { service: "web" } }))).toMatchObject({
    status: 409,
    message: expect.stringContaining(started[0]?.reference ?? "?"),
  });
  await begin(id, { parameters: { service: "db" } });
  const [first] = started;
  await executionWhen(boss, first?.id ?? "", ({ status }) => status === "waiting");
  await boss.api.executions.cancel({ params: { id: first?.id ?? "" } });
  await begin(id, { parameters: { service: "web" } });
});

describe("a signal", () => {
  const verified = (threshold: number, within = 60) => ({
    verification: {
      query: { source: "logs" as const, q: '"all is well"', operator: ">=" as const, threshold, window_seconds: 3600 },
      within_seconds: within,
    },
  });

  test("that is good verifies an execution", async () => {
    await boss.api.ingest.logs({ body: { message: "all is well", service: "web" } });
    const { id } = await aRunbook(boss, [{ type: "notification", title: "Say", message: "done" }], verified(1));
    expect(await run(id)).toMatchObject({ status: "succeeded", verified: true });
    const { stats } = await boss.api.runbooks.get({ params: { id } });
    expect(stats).toMatchObject({ executions: 1, succeeded: 1, verified: 1, not_verified: 0 });
    expect(await boss.api.runbooks.steps({ params: { id } })).toMatchObject([
      { id: "say", runs: 1, succeeded: 1, failed: 0 },
      { id: "verification", runs: 1, succeeded: 1 },
    ]);
  });

  test("that stays bad marks it as not verified, once the time is over", async () => {
    const { id } = await aRunbook(boss, [{ type: "notification", title: "Say", message: "done" }], verified(1000));
    const { id: executionId } = await begin(id);
    await executionWhen(boss, executionId, ({ status }) => status === "waiting");
    plane.travel(61_000);
    await plane.schedules.runNow("runs.due");
    const done = await executionWhen(boss, executionId);
    plane.travel(-61_000);
    expect(done).toMatchObject({ status: "succeeded", verified: false });
  });

  test("of a query step decides whether an execution goes on", async () => {
    const query = {
      source: "logs" as const,
      q: '"all is well"',
      operator: "<" as const,
      threshold: 1,
      window_seconds: 3600,
    };
    const { id } = await aRunbook(boss, [{ type: "query", title: "Quiet?", query }]);
    expect(await run(id)).toMatchObject({ status: "failed", error: expect.stringContaining("records is 1") });
  });
});
