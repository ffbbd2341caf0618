import type { WorkflowRun } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aRunbook, executionWhen, runWhen, unique } from "../../test/a-runbook.ts";
import { type Api, type Person, type Plane, startPlane } from "../../test/plane.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: Plane;
let boss: Person;
let operator: Person;
let receiver: Receiver;

beforeAll(async () => {
  plane = await startPlane({ OUTBOUND_ALLOW_PRIVATE: "1" });
  receiver = await startReceiver((request, response) => {
    response.writeHead(request.path.startsWith("/fail") ? 500 : 200).end("{}");
  });
  boss = await plane.tenant();
  operator = await plane.person("operator", boss);
});
afterAll(async () => {
  await plane.close();
  receiver.close();
});

type WorkflowBody = Parameters<Api["workflows"]["create"]>[0]["body"];
const make = (body: Omit<WorkflowBody, "name">) =>
  boss.api.workflows.create({ body: { name: unique("workflow"), ...body } });
const start = async (workflowId: string, body: object = {}, as: Person = boss) =>
  (await as.api.workflows.run({ params: { id: workflowId }, body })).id;
const statuses = ({ steps }: WorkflowRun) => Object.fromEntries(steps.map(({ id, status }) => [id, status]));
const say = (id: string, message = id) => ({ id, type: "notification" as const, config: { message } });

/** A runbook that calls the receiver at a path, so that the test counts its executions. */
const caller = (path: string, fields: object = {}) =>
  aRunbook(boss, [
    { type: "http", title: "Call", method: "POST", url: `${receiver.url}${path}`, body: "{}", ...fields },
  ]);

test("steps without edges run in order, and the run keeps its version, inputs and outputs", async () => {
  const runbook = await caller("/in-order");
  const workflow = await make({
    inputs: [
      { name: "service", type: "string", required: true },
      { name: "count", type: "integer", default: 2 },
    ],
    outputs: [
      { name: "twice", expression: "input.count * 2" },
      { name: "reference", expression: "steps.fix.reference" },
    ],
    steps: [
      { id: "check", type: "condition", config: { expression: 'input.service == "web"' } },
      { id: "fix", type: "runbook", config: { runbook_id: runbook.id } },
      say("done", "Fixed {{ input.service }} with {{ steps.fix.reference }}"),
    ],
  });
  expect(await refusalOf(start(workflow.id, { input: {} }))).toMatchObject({
    status: 422,
    details: [{ path: "input.service" }],
  });
  const id = await start(workflow.id, { input: { service: "web" } });
  await boss.api.workflows.update({ params: { id: workflow.id }, body: { steps: [say("other")], outputs: [] } });
  const run = await runWhen(boss, id);
  expect(run).toMatchObject({
    status: "succeeded",
    workflow_version: 1,
    trigger: "manual",
    input: { service: "web", count: 2 },
  });
  expect(statuses(run)).toEqual({ check: "succeeded", fix: "succeeded", done: "succeeded" });
  const fix = run.steps.find((step) => step.id === "fix");
  expect(run.output).toEqual({ twice: 4, reference: fix?.output.reference });
  const execution = await boss.api.executions.get({ params: { id: fix?.child_id ?? "" } });
  expect(execution).toMatchObject({ status: "succeeded", workflow_run_reference: run.reference });
  expect(receiver.at("/in-order")).toHaveLength(1);

  const other = await runWhen(boss, await start(workflow.id, { input: { service: "db" } }));
  expect(statuses(other)).toEqual({ other: "succeeded" });
  const { items } = await boss.api.workflows.versions({ params: { id: workflow.id } });
  expect(items.map(({ version }) => version)).toEqual([2, 1]);
});

test("a false condition without edges ends the run well", async () => {
  const { id } = await make({
    steps: [{ id: "check", type: "condition", config: { expression: "input.go == true" } }, say("next")],
    inputs: [{ name: "go", type: "boolean", default: false }],
  });
  const run = await runWhen(boss, await start(id));
  expect(run.status).toBe("succeeded");
  expect(statuses(run)).toEqual({ check: "succeeded", next: "skipped" });
});

describe("a graph", () => {
  test("branches, takes the true side, and joins", async () => {
    const { id } = await make({
      inputs: [{ name: "severity", type: "string", default: "P1" }],
      steps: [
        { id: "urgent", type: "condition", config: { expression: 'input.severity == "P1"' } },
        say("page"),
        say("mail"),
        say("log"),
        say("join"),
      ],
      edges: [
        { from: "urgent", to: "page", condition: "true" },
        { from: "urgent", to: "mail", condition: "false" },
        { from: "urgent", to: "log" },
        { from: "page", to: "join" },
        { from: "mail", to: "join" },
        { from: "log", to: "join" },
      ],
    });
    const urgent = await runWhen(boss, await start(id));
    expect(statuses(urgent)).toMatchObject({ page: "succeeded", mail: "skipped", log: "succeeded", join: "succeeded" });
    const calm = await runWhen(boss, await start(id, { input: { severity: "P4" } }));
    expect(statuses(calm)).toMatchObject({ page: "skipped", mail: "succeeded", log: "succeeded", join: "succeeded" });
  });

  test("waits at its join for the slower branch", async () => {
    const { id } = await make({
      steps: [
        say("begin"),
        { id: "ask", type: "approval", config: { approver_type: "any" } },
        say("fast"),
        say("join"),
      ],
      edges: [
        { from: "begin", to: "ask" },
        { from: "begin", to: "fast" },
        { from: "ask", to: "join" },
        { from: "fast", to: "join" },
      ],
    });
    const runId = await start(id, {}, operator);
    const waiting = await runWhen(boss, runId, ({ status }) => status === "waiting");
    expect(statuses(waiting)).toEqual({ begin: "succeeded", ask: "waiting", fast: "succeeded", join: "pending" });
    await boss.api.workflows.decide({ params: { id: runId }, body: { decision: "approved" } });
    expect(statuses(await runWhen(boss, runId))).toMatchObject({ ask: "succeeded", join: "succeeded" });
  });

  test("goes on from a rejected approval only through a condition", async () => {
    const approval = { id: "ask", type: "approval" as const, config: { approver_type: "any" } };
    const plain = await make({ steps: [approval, say("go")] });
    const handled = await make({
      steps: [approval, say("go"), say("sorry")],
      edges: [
        { from: "ask", to: "go" },
        { from: "ask", to: "sorry", condition: 'steps.ask.decision == "rejected"' },
      ],
    });
    for (const { id } of [plain, handled]) {
      const runId = await start(id, {}, operator);
      await runWhen(boss, runId, ({ status }) => status === "waiting");
      await boss.api.workflows.decide({ params: { id: runId }, body: { decision: "rejected", comment: "no" } });
      const run = await runWhen(boss, runId);
      if (id === plain.id) expect(run).toMatchObject({ status: "failed", error: `ask: Rejected by ${boss.email}: no` });
      else expect(statuses(run)).toEqual({ ask: "failed", go: "skipped", sorry: "succeeded" });
      expect(run.status).toBe(id === plain.id ? "failed" : "succeeded");
    }
  });

  test.each([
    [
      "a cycle",
      [
        { from: "a", to: "b" },
        { from: "b", to: "a" },
      ],
      /cycle/i,
      "edges",
    ],
    ["an unknown step", [{ from: "a", to: "nowhere" }], /nowhere/, "edges.0.to"],
    [
      "an unreachable step",
      [
        { from: "b", to: "c" },
        { from: "c", to: "b" },
      ],
      /cycle|reach/i,
      "",
    ],
    ["a wrong expression", [{ from: "a", to: "b", condition: "input.x ==" }], /./, "edges.0.condition"],
    [
      "true after a plain step",
      [
        { from: "a", to: "b", condition: "true" },
        { from: "a", to: "c" },
      ],
      /./,
      "edges.0.condition",
    ],
  ])("with %s is 422 and names the place", async (_, edges, message, path) => {
    const refusal = await refusalOf(make({ steps: [say("a"), say("b"), say("c")], edges }));
    expect(refusal).toMatchObject({ status: 422, message: expect.stringMatching(message) });
    expect(JSON.stringify(refusal)).toContain(path);
  });

  test("that names an unknown runbook is 404", async () => {
    const runbook_id = "01890000-0000-7000-8000-000000000000";
    const refusal = await refusalOf(make({ steps: [{ id: "a", type: "runbook", config: { runbook_id } }] }));
    expect(refusal).toMatchObject({
      status: 404,
      message: `There is no runbook ${runbook_id}.`,
      details: [{ path: "steps.0.config.runbook_id" }],
    });
  });
});

test("a delay keeps its due time", async () => {
  const { id } = await make({ steps: [{ id: "wait", type: "delay", config: { seconds: 7200 } }, say("after")] });
  const runId = await start(id);
  const waiting = await runWhen(boss, runId, ({ status }) => status === "waiting");
  const [step] = waiting.steps;
  expect(Date.parse(step?.due_at ?? "") - Date.parse(step?.started_at ?? "")).toBeCloseTo(7_200_000, -3);
  plane.travel(7_201_000);
  await plane.schedules.runNow("runs.due");
  plane.travel(-7_201_000);
  expect(statuses(await runWhen(boss, runId))).toEqual({ wait: "succeeded", after: "succeeded" });
});

test("a failed step is tried again; then a retry goes on from it, and nothing else runs twice", async () => {
  const good = await caller("/good-once");
  const bad = await caller("/fail-thrice");
  const { id } = await make({
    steps: [
      { id: "good", type: "runbook", config: { runbook_id: good.id } },
      { id: "bad", type: "runbook", config: { runbook_id: bad.id }, retries: 1, retry_delay_seconds: 0 },
      say("end"),
    ],
  });
  const runId = await start(id);
  expect(await runWhen(boss, runId)).toMatchObject({ status: "failed", error: expect.stringContaining("500") });
  expect(receiver.at("/fail-thrice")).toHaveLength(2);
  await boss.api.workflows.retry({ params: { id: runId } });
  await expect.poll(() => receiver.at("/fail-thrice").length).toBe(4);
  expect(statuses(await runWhen(boss, runId))).toEqual({ good: "succeeded", bad: "failed", end: "skipped" });
  expect(receiver.at("/good-once")).toHaveLength(1);
});

test("cancelling a run cancels the execution that it waits for", async () => {
  const manual = await aRunbook(boss, [{ type: "manual", title: "Work", instructions: "x" }]);
  const { id } = await make({
    steps: [{ id: "work", type: "runbook", config: { runbook_id: manual.id } }, say("end")],
  });
  const runId = await start(id);
  const waiting = await runWhen(boss, runId, ({ status }) => status === "waiting");
  const child = waiting.steps[0]?.child_id ?? "";
  await executionWhen(boss, child, ({ status }) => status === "waiting");
  await operator.api.workflows.cancel({ params: { id: runId }, body: { reason: "no need" } });
  expect(await runWhen(boss, runId)).toMatchObject({ status: "cancelled", cancelled_by: operator.email });
  expect(await executionWhen(boss, child)).toMatchObject({ status: "cancelled" });
});

test("a run and an approval end when their time is over", async () => {
  const ask = { id: "ask", type: "approval" as const, config: { approver_type: "any" } };
  const whole = await make({ steps: [ask], timeout_seconds: 60 });
  const step = await make({ steps: [{ ...ask, timeout_seconds: 60 }] });
  const ids = [await start(whole.id, {}, operator), await start(step.id, {}, operator)];
  for (const id of ids) await runWhen(boss, id, ({ status }) => status === "waiting");
  plane.travel(61_000);
  await plane.schedules.runNow("runs.due");
  await plane.schedules.runNow("runs.overdue");
  plane.travel(-61_000);
  expect(await runWhen(boss, ids[0] ?? "")).toMatchObject({
    status: "failed",
    error: expect.stringContaining("timeout"),
  });
  expect(await runWhen(boss, ids[1] ?? "")).toMatchObject({
    status: "failed",
    error: expect.stringContaining("decided"),
  });
  const { items } = await boss.api.instances.list({ query: { status: ["pending"], subject_type: "workflow_run" } });
  expect(items.filter(({ subject_id }) => ids.includes(subject_id))).toEqual([]);
});

test("another tenant sees nothing, a viewer reads, and a plan without workflows has none", async () => {
  const { id } = await make({ steps: [say("a")] });
  const runId = await start(id);
  const stranger = await plane.tenant();
  expect(await refusalOf(stranger.api.workflows.getRun({ params: { id: runId } }))).toMatchObject({ status: 404 });
  const viewer = await plane.person("viewer", boss);
  expect(await viewer.api.workflows.getRun({ params: { id: runId } })).toMatchObject({ id: runId });
  expect(await refusalOf(start(id, {}, viewer))).toMatchObject({ status: 403 });
  const small = await plane.tenant("startup");
  expect(await refusalOf(small.api.workflows.list())).toMatchObject({ status: 403, code: "FEATURE_DISABLED" });
});
