import type { Person } from "@opsplane/tenant-plane/testing";
import { failedWork } from "@opsplane/tenant-plane/testing/failed-work";
import pg from "pg";
import { expect, test } from "vitest";
import { heading, row, seriousViolations, untilLive, untilStill } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const targetCheck = "Check of a request's target time";

/** A request past its target, whose check was set aside, and a mail that is tried again by itself. */
async function failures({ api, tokens }: Person): Promise<string> {
  const tenant = tokens.user.tenant_id;
  const item = await api.catalog.create({ body: { name: "Laptop", target_hours: 1 } });
  const { id } = await api.requests.create({ body: { catalog_item_id: item.id } });
  await failedWork(stage.plane, tenant, { kind: "itsm.breaches", workId: id, reason: "This record is broken." });
  await failedWork(stage.plane, tenant, {
    ...{ kind: "send-approval-turn", workId: `turn-${id}-0`, reason: "connect ECONNREFUSED", nextTryMinutes: 30 },
  });
  const client = new pg.Client({ connectionString: stage.plane.databaseUrl });
  await client.connect();
  await client.query("update service_requests set target_at = now() - interval '1 hour' where id = $1", [id]);
  await client.end();
  return id;
}

test("Home says that work waits; an admin tries it again, and gives up what is not worth it", async () => {
  const boss = await stage.plane.tenant();
  const id = await failures(boss);
  const page = await stage.visit(boss);
  await page.goto("/");
  const notice = page.getByRole("alert").filter({ hasText: "1 background job was set aside" });
  await notice.getByRole("link").click();
  await heading(page, "Failed work").waitFor();
  expect(new URL(page.url()).search).toBe("?only=set_aside");
  await page.getByRole("navigation").getByRole("link", { name: "Failed work 1 set aside" }).waitFor();
  const check = row(page, targetCheck);
  await check.getByRole("cell", { name: "This record is broken.", exact: true }).waitFor();
  await check.getByText("Set aside").waitFor();
  await check.getByText("waits for you").waitFor();
  const mail = row(page, "Mail to the approvers of a step");
  expect(await mail.count()).toBe(0);
  const onlyMine = page.getByRole("switch", { name: "Only what waits for you" });
  await onlyMine.uncheck();
  await mail.getByText(/^in \d+m/).waitFor();
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);

  const watching = await stage.visit(boss);
  await watching.goto("/settings/work");
  await row(watching, targetCheck).getByText("Set aside").waitFor();
  await untilLive(watching);
  await page.getByRole("button", { name: `Try again: ${targetCheck}` }).press("Enter");
  const isBreached = async () => {
    await stage.plane.schedules.runNow("itsm.breaches");
    const { items } = await boss.api.requests.timeline({ params: { id } });
    return items.some(({ kind }) => kind === "breached");
  };
  await expect.poll(isBreached).toBe(true);
  for (const each of [page, watching]) await row(each, targetCheck).waitFor({ state: "detached" });

  const giveUp = page.getByRole("button", { name: "Give up: Mail to the approvers of a step" });
  await giveUp.click();
  const dialog = page.getByRole("dialog", { name: "Give this work up?" });
  await dialog.getByText(/The approvers get no mail\. .* The work is never tried again\./).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await giveUp.press("Enter");
  await dialog.getByRole("button", { name: "Give up" }).click();
  await page.getByText("No work has failed").waitFor();
  await row(watching, "Mail to the approvers").waitFor({ state: "detached" });
  await onlyMine.check();
  await page.getByText("Nothing waits for you").waitFor();
  await page.goto("/");
  await heading(page, "Home").waitFor();
  await untilStill(page);
  expect(await page.getByText("set aside").count()).toBe(0);
});
