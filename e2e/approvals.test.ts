import { expect, test } from "vitest";
import { office, region } from "./office.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("a default chain is shown as default, stays default when saved unchanged, and warns before it is removed", async () => {
  const { boss, chain } = await office(stage.plane);
  const page = await stage.visit(boss);
  await page.goto(`/workflows/definitions/${chain.id}`);
  const normal = page.getByRole("checkbox", { name: "Normal changes" });
  const emergency = page.getByRole("checkbox", { name: "Emergency changes" });
  await normal.waitFor();
  expect([await normal.isChecked(), await emergency.isChecked()]).toEqual([true, false]);
  const defaults = async () => (await boss.api.definitions.get({ params: { id: chain.id } })).default_for;
  const save = async (version: number) => {
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(`version ${version}`, { exact: true }).first().waitFor();
  };
  await save(2);
  expect(await defaults()).toEqual(["normal"]);

  await emergency.check();
  await save(3);
  expect(await defaults()).toEqual(["normal", "emergency"]);

  const warning = page.getByText("Normal changes will need no approval unless they name a chain.");
  expect(await warning.count()).toBe(0);
  await normal.uncheck();
  await warning.waitFor();
  await save(4);
  expect(await defaults()).toEqual(["emergency"]);
  await warning.waitFor({ state: "detached" });
});

test("a step without an eligible approver is marked on the change and in the list", async () => {
  const { boss, asker } = await office(stage.plane);
  const chain = await boss.api.definitions.create({
    body: { name: "Only one", steps: [{ approver_type: "user", approver_value: asker.email }] },
  });
  const { reference } = await asker.api.changes.create({
    body: { title: "Mine alone", workflow_definition_id: chain.id, status: "pending_approval" },
  });
  const page = await stage.visit(boss);
  await page.goto(`/changes/${reference}`);
  await region(page, "Approval")
    .getByText("No one but the requester can decide this step. Ask an admin to change the approvers.")
    .waitFor();
  await page.goto("/approvals?show=all");
  await page.getByRole("row").filter({ hasText: "Mine alone" }).getByText("No one but the requester").waitFor();
});

test("an operator sees approval chains and cannot change them", async () => {
  const { asker, chain } = await office(stage.plane);
  const page = await stage.visit(asker);
  await page.goto(`/workflows/definitions/${chain.id}`);
  await page.getByText("Default for normal changes.").waitFor();
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
});
