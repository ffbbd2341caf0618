import { afterAll, beforeAll, expect, test } from "vitest";
import { aRunbook, executionWhen, outputOf, unique } from "../../test/a-runbook.ts";
import { type Api, type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: Plane;
let boss: Person;
beforeAll(async () => {
  plane = await startPlane();
  boss = await plane.tenant();
});
afterAll(() => plane.close());

/** An agent: its host, its token, and a client that uses it. */
async function anAgent(): Promise<{ agent: string; hostId: string; api: Api }> {
  const agent = unique("agent");
  const { id: hostId } = await boss.api.hosts.create({ body: { name: agent, connection: "agent", agent } });
  const { token } = await boss.api.collectors.create({ body: { name: agent, capabilities: ["command"] } });
  return {
    agent,
    hostId,
    api: plane.api({ authorization: `Bearer ${token}`, "x-tenant-id": boss.tokens.user.tenant_id }),
  };
}

const capabilities: "command"[] = ["command"];
const claim = ({ agent, api }: { agent: string; api: Api }, limit = 1) =>
  api.agentJobs.claim({ body: { agent, capabilities, limit } });

async function claimed(agent: { agent: string; api: Api }) {
  let jobs = await claim(agent);
  await expect
    .poll(async () => {
      if (jobs.length === 0) jobs = await claim(agent);
      return jobs.length;
    })
    .toBe(1);
  const [job] = jobs;
  if (!job) throw new Error("There is no job.");
  return job;
}

const execute = async (runbookId: string, targets: string[], body: object = {}) =>
  (await boss.api.executions.execute({ params: { id: runbookId }, body: { targets, ...body } })).id;

test("an agent takes a command, streams its output and reports the result; the next step uses it", async () => {
  const agent = await anAgent();
  const { id } = await aRunbook(
    boss,
    [
      { id: "ask", type: "command", title: "Ask", command: "uptime {{ parameters.flag }}", timeout_seconds: 30 },
      { type: "manual", title: "Look", instructions: "It said {{ steps.ask.stdout }} ({{ steps.ask.exit_code }})" },
    ],
    { parameters: [{ name: "flag", type: "choice", choices: ["-p"], default: "-p" }] },
  );
  const executionId = await execute(id, [agent.hostId]);
  const job = await claimed(agent);
  expect(job).toMatchObject({ capability: "command", command: "uptime '-p'", stdin: null, timeout_seconds: 30 });
  expect(await claim(agent)).toEqual([]);
  const params = { id: job.id };
  const part = (seq: number, text: string) =>
    agent.api.agentJobs.output({ params, body: { claim: job.claim, seq, chunks: [{ stream: "stdout", text }] } });
  expect(await part(1, "up 3 ")).toEqual({ cancel: false });
  await part(1, "up 3 ");
  await part(2, "days\n");
  expect(await agent.api.agentJobs.heartbeat({ params, body: { claim: job.claim } })).toEqual({ cancel: false });
  const report = { params, body: { claim: job.claim, exit_code: 0 } };
  expect(await agent.api.agentJobs.result(report)).toEqual({ status: "succeeded" });
  expect(await agent.api.agentJobs.result(report)).toEqual({ status: "succeeded" });
  const waiting = await executionWhen(boss, executionId, ({ steps }) => steps[1]?.status === "waiting");
  expect(waiting.steps[0]).toMatchObject({ status: "succeeded", targets: [{ name: agent.agent, exit_code: 0 }] });
  expect(waiting.steps[1]?.instructions).toBe("It said up 3 days (0)");
  expect(await outputOf(boss, executionId)).toBe("up 3 days\n");
  // The audit log has the claim and the result, and neither heartbeats nor claims that found nothing.
  const { items } = await boss.api.audit.list({ query: { target_id: agent.agent } });
  expect(items.map(({ action, after }) => [action, after])).toEqual([
    ["agentJobs.result", { job: job.id, target: agent.agent, status: "succeeded", exit_code: 0 }],
    ["agentJobs.claim", { jobs: [job.id], targets: agent.agent }],
  ]);
  const { items: tokens } = await boss.api.collectors.list({ query: { q: agent.agent } });
  expect(tokens[0]?.last_used_at).not.toBeNull();
});

test("many claims at once give each job out once", async () => {
  const agent = await anAgent();
  const { id } = await aRunbook(boss, [{ type: "command", title: "Run", command: "true" }]);
  const ids = await Promise.all(Array.from({ length: 6 }, () => execute(id, [agent.hostId])));
  for (const executionId of ids) await executionWhen(boss, executionId, ({ status }) => status === "waiting");
  const taken = (await Promise.all(Array.from({ length: 10 }, () => claim(agent, 2)))).flat();
  expect(new Set(taken.map((job) => job.id)).size).toBe(6);
  expect(taken).toHaveLength(6);
});

test("a claim is needed to report; another agent, a plain collector and an operator have none", async () => {
  const [agent, other] = [await anAgent(), await anAgent()];
  const { id } = await aRunbook(boss, [{ type: "command", title: "Run", command: "true" }]);
  await execute(id, [agent.hostId]);
  const job = await claimed(agent);
  const params = { id: job.id };
  const wrong = { params, body: { claim: "opj_wrong", exit_code: 0 } };
  expect(await refusalOf(agent.api.agentJobs.result(wrong))).toMatchObject({ status: 404 });
  expect(await refusalOf(claim({ ...agent, api: other.api }))).toMatchObject({ status: 403 });
  const { token } = await boss.api.collectors.create({ body: { name: agent.agent } });
  const plain = plane.api({ authorization: `Bearer ${token}`, "x-tenant-id": boss.tokens.user.tenant_id });
  expect(await refusalOf(claim({ ...agent, api: plain }))).toMatchObject({ status: 403 });
  const operator = await plane.person("operator", boss);
  expect(await refusalOf(claim({ ...agent, api: operator.api }))).toMatchObject({ status: 403 });
  expect(await refusalOf(agent.api.incidents.list())).toMatchObject({ status: 403 });
  // No person takes a job or reports for an agent, not even with the claim.
  expect(await refusalOf(claim({ ...agent, api: boss.api }))).toMatchObject({ status: 403 });
  for (const api of [boss.api, other.api])
    expect(await refusalOf(api.agentJobs.result({ params, body: { claim: job.claim, exit_code: 0 } }))).toMatchObject({
      status: 404,
    });
});

test("a secret reaches the agent through standard input, and its output is masked", async () => {
  const agent = await anAgent();
  const { id } = await aRunbook(
    boss,
    [{ type: "command", title: "Log in", command: "login {{ parameters.password }}" }],
    {
      parameters: [{ name: "password", type: "secret", required: true }],
    },
  );
  const executionId = await execute(id, [agent.hostId], { parameters: { password: "open sesame" } });
  const job = await claimed(agent);
  expect(job.command).not.toContain("sesame");
  expect(job.stdin).toContain("open sesame");
  // The pipe may cut a secret anywhere.
  for (const [at, text] of [
    "your password is open ses",
    "ame, or ",
    "op",
    "en s",
    "esame\nand open",
    " no more",
  ].entries()) {
    const chunks = [{ stream: "stdout" as const, text }];
    await agent.api.agentJobs.output({ params: { id: job.id }, body: { claim: job.claim, seq: at + 1, chunks } });
  }
  const during = await outputOf(boss, executionId);
  await agent.api.agentJobs.output({
    params: { id: job.id },
    body: { claim: job.claim, seq: 7, chunks: [{ stream: "stdout", text: ", op" }] },
  });
  await agent.api.agentJobs.result({ params: { id: job.id }, body: { claim: job.claim, exit_code: 0 } });
  const done = await executionWhen(boss, executionId);
  expect(JSON.stringify([during, done, await outputOf(boss, executionId)])).not.toMatch(/open ses|esame/);
  expect(await outputOf(boss, executionId)).toBe("your password is ••••••, or ••••••\nand open no more, op");
});

test("a cancelled execution withdraws a queued job and stops a claimed one", async () => {
  const agent = await anAgent();
  const { id } = await aRunbook(boss, [{ type: "command", title: "Run", command: "sleep 100" }]);
  const first = await execute(id, [agent.hostId]);
  const job = await claimed(agent);
  const second = await execute(id, [agent.hostId]);
  await executionWhen(boss, second, ({ status }) => status === "waiting");
  for (const each of [first, second]) await boss.api.executions.cancel({ params: { id: each } });
  expect(await agent.api.agentJobs.heartbeat({ params: { id: job.id }, body: { claim: job.claim } })).toEqual({
    cancel: true,
  });
  expect(
    await agent.api.agentJobs.result({ params: { id: job.id }, body: { claim: job.claim, exit_code: null } }),
  ).toEqual({
    status: "cancelled",
  });
  expect(await claim(agent)).toEqual([]);
});

test("a failing command fails the step; an agent that falls silent is lost, and its command is never given out again", async () => {
  const agent = await anAgent();
  const { id } = await aRunbook(boss, [{ type: "command", title: "Run", command: "false" }]);
  const failing = await execute(id, [agent.hostId]);
  const one = await claimed(agent);
  await agent.api.agentJobs.result({ params: { id: one.id }, body: { claim: one.claim, exit_code: 1 } });
  expect(await executionWhen(boss, failing)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("exit code 1"),
  });

  const silent = await execute(id, [agent.hostId]);
  const two = await claimed(agent);
  const untaken = await execute(id, [(await anAgent()).hostId]);
  await executionWhen(boss, untaken, ({ status }) => status === "waiting");
  plane.travel(16 * 60_000);
  await plane.schedules.runNow("agents.overdue");
  plane.travel(-16 * 60_000);
  expect(await executionWhen(boss, silent)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("stopped reporting"),
  });
  expect(await executionWhen(boss, untaken)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("No agent took"),
  });
  expect(await claim(agent)).toEqual([]);
  const late = { params: { id: two.id }, body: { claim: two.claim, exit_code: 0 } };
  expect(await agent.api.agentJobs.result(late)).toEqual({ status: "lost" });
  expect(
    await refusalOf(agent.api.agentJobs.heartbeat({ params: { id: two.id }, body: { claim: two.claim } })),
  ).toMatchObject({ status: 409 });
});
