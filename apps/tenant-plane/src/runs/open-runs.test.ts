import { expect, test } from "vitest";
import { aRunbook, executionWhen, runWhen } from "../../test/a-runbook.ts";
import { startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

test("a tenant may have so many open runs; what a workflow starts and other tenants do not count", async () => {
  const plane = await startPlane({ RUN_OPEN_PER_TENANT: "3" });
  const [boss, other] = [await plane.tenant(), await plane.tenant()];
  const manual = { type: "manual" as const, title: "Work", instructions: "x" };
  const { id } = await aRunbook(boss, [manual]);
  const start = () => boss.api.executions.execute({ params: { id }, body: {} });
  const first = await start();
  await start();
  const { id: workflowId } = await boss.api.workflows.create({
    body: { name: "Calls it", steps: [{ id: "call", type: "runbook", config: { runbook_id: id } }] },
  });
  const run = await boss.api.workflows.run({ params: { id: workflowId }, body: {} });
  await runWhen(boss, run.id, ({ steps }) => steps[0]?.waits_for === "execution");

  const message = expect.stringContaining("3 executions and workflow runs are open already");
  expect(await refusalOf(start())).toMatchObject({ status: 409, message });
  expect(await refusalOf(boss.api.workflows.run({ params: { id: workflowId }, body: {} }))).toMatchObject({ message });
  const theirs = await aRunbook(other, [manual]);
  await other.api.executions.execute({ params: { id: theirs.id }, body: {} });

  await executionWhen(boss, first.id, ({ status }) => status === "waiting");
  await boss.api.executions.cancel({ params: { id: first.id } });
  await start();
  await plane.close();
});
