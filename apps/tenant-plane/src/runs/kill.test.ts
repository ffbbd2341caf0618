import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkflowRun } from "@opsplane/contract";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aHost, aRunbook, executionWhen, outputOf, runWhen } from "../../test/a-runbook.ts";
import { fewAtATime } from "../../test/few-at-a-time.ts";
import type { Api } from "../../test/plane.ts";
import {
  adminOf,
  migratedDatabase,
  noClickHouse,
  type RunningPlane,
  sideBySide,
  startProcess,
  stopAll,
} from "../../test/process.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { type Sshd, startSshd } from "../../test/sshd.ts";

// The shipped bundle, killed in the middle of a run. The receiver counts how often each finished step ran.

let folder: string;
let receiver: Receiver;
let sshd: Sshd;
let env: Record<string, string>;

beforeAll(async () => {
  sshd = await startSshd();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-runs-"));
  receiver = await startReceiver();
  env = {
    ...noClickHouse,
    TENANT_PLANE_DATABASE_URL: await migratedDatabase(),
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    OUTBOUND_ALLOW_PRIVATE: "1",
    LOG_LEVEL: "fatal",
  };
});
afterEach(async () => {
  await stopAll();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => sshd.stop());

const instance = (settings: Record<string, string> = {}) =>
  startProcess({ ...env, ...settings, DATA_DIR: join(folder, randomBytes(4).toString("hex")) });
const call = (path: string) => ({
  type: "http" as const,
  title: `Call ${path}`,
  method: "POST" as const,
  url: `${receiver.url}${path}`,
  body: "{}",
});
const times = (path: string) => receiver.at(path).length;

/** After a kill, the next instance takes over: a new start of the same one, or another that runs already. */
describe.each([
  { how: "a restart", settings: {}, successor: async (dying: RunningPlane) => ({ dying, next: undefined }) },
  {
    how: "a second instance, while the first is gone for good",
    settings: sideBySide,
    successor: async (dying: RunningPlane) => ({ dying, next: await instance(sideBySide) }),
  },
])("kill -9 and $how", ({ settings, successor }) => {
  const killed = async (first: RunningPlane): Promise<{ api: Api }> => {
    const { dying, next } = await successor(first);
    await dying.stop("SIGKILL");
    return adminOf(next ?? (await instance()));
  };

  test("in the middle of a command: a safe one runs again, another one fails, and no finished step runs twice", async () => {
    const first = await instance(settings);
    const boss = await adminOf(first);
    const host = await aHost(boss, sshd);
    // The command cannot end before the kill.
    const go = join(folder, "go");
    const command = `echo began; until [ -e ${go} ]; do sleep 0.1; done; echo done`;
    const make = (safe_to_repeat: boolean, path: string) =>
      aRunbook(
        boss,
        [call(`${path}/before`), { type: "command", title: "Long", command, safe_to_repeat }, call(`${path}/after`)],
        {
          on_failure: [call(`${path}/failed`)],
        },
      );
    const [safe, unsafe] = [await make(true, "/safe"), await make(false, "/unsafe")];
    const ids = [];
    for (const { id } of [safe, unsafe])
      ids.push((await boss.api.executions.execute({ params: { id }, body: { targets: [host.id] } })).id);
    for (const id of ids) await expect.poll(() => outputOf(boss, id)).toContain("began");
    const again = await killed(first);
    await writeFile(go, "");
    const [one, two] = [await executionWhen(again, ids[0] ?? ""), await executionWhen(again, ids[1] ?? "")];
    expect(one).toMatchObject({ status: "succeeded" });
    expect(two).toMatchObject({ status: "failed", error: expect.stringContaining("its result is unknown") });
    expect({ ...counts("/safe"), ...counts("/unsafe") }).toEqual({
      "/safe/before": 1,
      "/safe/after": 1,
      "/safe/failed": 0,
      "/unsafe/before": 1,
      "/unsafe/after": 0,
      "/unsafe/failed": 1,
    });
  });

  const counts = (path: string) =>
    Object.fromEntries(["before", "after", "failed"].map((name) => [`${path}/${name}`, times(`${path}/${name}`)]));

  test("while a delay and an approval wait: both go on, and nothing runs twice", async () => {
    const first = await instance(settings);
    const boss = await adminOf(first);
    const runbook = (path: string) => aRunbook(boss, [call(path)]);
    const [before, left, right, after] = [
      await runbook("/w/before"),
      await runbook("/w/left"),
      await runbook("/w/right"),
      await runbook("/w/after"),
    ];
    const step = (id: string, { id: runbook_id }: { id: string }) => ({
      id,
      type: "runbook" as const,
      config: { runbook_id },
    });
    const { id: workflowId } = await boss.api.workflows.create({
      body: {
        name: "Survives",
        steps: [
          step("before", before),
          { id: "wait", type: "delay", config: { seconds: 4 } },
          { id: "ask", type: "approval", config: { approver_type: "any", allow_self_approval: true } },
          step("left", left),
          step("right", right),
          step("after", after),
        ],
        edges: [
          { from: "before", to: "wait" },
          { from: "before", to: "ask" },
          { from: "wait", to: "left" },
          { from: "ask", to: "right" },
          { from: "left", to: "after" },
          { from: "right", to: "after" },
        ],
      },
    });
    const { id } = await boss.api.workflows.run({ params: { id: workflowId }, body: {} });
    const stepOf = ({ steps }: WorkflowRun, name: string) => steps.find((each) => each.id === name);
    const waiting = await runWhen(boss, id, (run) =>
      ["wait", "ask"].every((name) => stepOf(run, name)?.status === "waiting"),
    );
    const due = Date.parse(stepOf(waiting, "wait")?.due_at ?? "");
    const again = await killed(first);
    const later = await runWhen(again, id, (run) => stepOf(run, "left")?.status === "succeeded");
    expect(Date.parse(stepOf(later, "wait")?.finished_at ?? "")).toBeGreaterThanOrEqual(due);
    await again.api.workflows.decide({ params: { id }, body: { decision: "approved" } });
    expect(await runWhen(again, id)).toMatchObject({ status: "succeeded" });
    expect(["before", "left", "right", "after"].map((name) => times(`/w/${name}`))).toEqual([1, 1, 1, 1]);
  });
});

test("kill -9 of the taker in the middle of its takeover: a third instance takes over all of it", async () => {
  const first = await instance(sideBySide);
  const boss = await adminOf(first);
  const host = await aHost(boss, sshd);
  const go = join(folder, "go");
  const command = `echo began; until [ -e ${go} ]; do sleep 0.1; done; echo done`;
  const { id } = await aRunbook(boss, [
    call("/taken/before"),
    { type: "command", title: "Long", command, safe_to_repeat: true },
    call("/taken/after"),
  ]);
  const started = await boss.api.executions.execute({ params: { id }, body: { targets: [host.id] } });
  await expect.poll(() => outputOf(boss, started.id)).toContain("began");
  const taker = await instance(sideBySide);
  // A takeover waits for this table after it has changed others.
  const lock = new pg.Client({ connectionString: env.TENANT_PLANE_DATABASE_URL });
  await lock.connect();
  await lock.query("begin; lock table suspects in exclusive mode");
  await first.stop("SIGKILL");
  const waiting = async () =>
    (await lock.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .rowCount;
  await expect.poll(waiting).toBe(1);
  await taker.stop("SIGKILL");
  await lock.end();
  await writeFile(go, "");
  const third = await adminOf(await instance(sideBySide));
  expect(await executionWhen(third, started.id)).toMatchObject({ status: "succeeded" });
  expect([times("/taken/before"), times("/taken/after")]).toEqual([1, 1]);
});

test("two instances share the runs, and each step runs once", async () => {
  const planes = [await instance(sideBySide), await instance(sideBySide)];
  const boss = await adminOf(planes[0] ?? (await instance(sideBySide)));
  const { id } = await aRunbook(boss, [call("/shared/a"), call("/shared/b")]);
  const started = await fewAtATime(40, () => boss.api.executions.execute({ params: { id }, body: {} }));
  for (const execution of started)
    expect(await executionWhen(boss, execution.id)).toMatchObject({ status: "succeeded" });
  expect([times("/shared/a"), times("/shared/b")]).toEqual([40, 40]);
});

test("a planned stop lets a step that must not be repeated end, and another instance goes on with the run", async () => {
  const leaving = await instance(sideBySide);
  const boss = await adminOf(leaving);
  const host = await aHost(boss, sshd);
  const go = join(folder, "go");
  const command = `echo began; until [ -e ${go} ]; do sleep 0.1; done; echo done`;
  const { id } = await aRunbook(boss, [{ type: "command", title: "Long", command }, call("/planned/after")]);
  const started = await boss.api.executions.execute({ params: { id }, body: { targets: [host.id] } });
  await expect.poll(() => outputOf(boss, started.id)).toContain("began");
  const staying = await adminOf(await instance(sideBySide));
  const left = leaving.stop("SIGTERM");
  await expect.poll(leaving.output).toContain("running work has 30 seconds to end");
  await writeFile(go, "");
  expect(await left).toBe(0);
  expect(await executionWhen(staying, started.id)).toMatchObject({ status: "succeeded" });
  expect(times("/planned/after")).toBe(1);
});

test("a second signal ends a stop that waits", async () => {
  const leaving = await instance();
  const boss = await adminOf(leaving);
  const host = await aHost(boss, sshd);
  // The server that would end it is gone, so it ends with the test's folder.
  const command = `echo began; while [ -d ${folder} ]; do sleep 0.1; done`;
  const { id } = await aRunbook(boss, [{ type: "command", title: "Endless", command }]);
  const started = await boss.api.executions.execute({ params: { id }, body: { targets: [host.id] } });
  await expect.poll(() => outputOf(boss, started.id)).toContain("began");
  const left = leaving.stop("SIGTERM");
  await expect.poll(leaving.output).toContain("running work has 30 seconds to end");
  // The first second belongs to the first signal, which npm passes on twice.
  const again = setInterval(() => process.kill(leaving.pid, "SIGTERM"), 200);
  expect(await left.finally(() => clearInterval(again))).toBe(1);
});
