import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, row, untilLive } from "./browser.ts";
import { offered, office, region, status, submitted, waiting } from "./office.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("a change goes from the form through three approvers to completed, with legal moves only", async () => {
  const { boss, asker, member, other } = await office(stage.plane);
  const [asking, owner] = await Promise.all([stage.visit(asker), stage.visit(boss)]);
  await owner.goto("/approvals");
  await owner.getByText("You're all caught up").waitFor();
  await untilLive(owner);

  await asking.goto("/changes");
  await asking.getByText("No changes yet").waitFor();
  await asking.getByRole("link", { name: "New change" }).first().click();
  await heading(asking, "New change").waitFor();
  await asking.getByRole("button", { name: "Submit for approval" }).click();
  await asking.getByText("Enter a title.").waitFor();
  await asking.getByLabel("Title").fill("Upgrade the database");
  await asking.getByText("High", { exact: true }).click();
  await asking.getByLabel("Start", { exact: true }).fill("2031-03-10T22:00");
  await asking.getByLabel("End", { exact: true }).fill("2031-03-10T21:00");
  await asking.getByLabel("Rollback plan").fill("Promote the *replica*.");
  await asking.getByRole("button", { name: "Submit for approval" }).click();
  await asking.getByText("The end must be after the start.").waitFor();
  await asking.getByLabel("End", { exact: true }).fill("2031-03-11T01:00");
  await asking.getByRole("button", { name: "Submit for approval" }).click();
  await heading(asking, "Upgrade the database").waitFor();
  await status(asking).getByText("Pending approval").waitFor();
  await untilLive(asking);
  await expect.poll(() => offered(asking)).toEqual(["Return to draft", "Cancel change"]);
  // The requester is not an approver.
  const approval = region(asking, "Approval");
  await approval.getByText("You requested this, so someone else must approve it.").waitFor();
  expect(await asking.getByRole("button", { name: "Approve" }).count()).toBe(0);
  expect(await asking.getByRole("button", { name: "Edit the rollback plan" }).count()).toBe(0);

  await expect.poll(() => waiting(owner)).toBe("Approvals1 pending");
  const card = owner.getByRole("listitem", { name: "Upgrade the database" });
  await card.getByText("Step 1 of 3: Owner").waitFor();
  await card.getByText("High", { exact: true }).waitFor();
  await card.getByLabel(/^Comment on/).fill("The replica is ready.");
  await card.getByRole("button", { name: "Approve" }).click();
  await owner.getByText("You're all caught up").waitFor();
  await expect.poll(() => waiting(owner)).toBe("Approvals");

  const steps = approval.getByRole("list", { name: "Approval steps" }).getByRole("listitem");
  await steps.nth(0).getByText("The replica is ready.").waitFor();
  await steps.nth(1).getByText(`Waiting for operator`).waitFor();
  expect(await steps.nth(1).getAttribute("aria-current")).toBe("step");

  const reference = asking.url().split("/").at(-1) ?? "";
  const deciding = await stage.visit(member);
  await deciding.goto(`/changes/${reference}`);
  await region(deciding, "Approval").getByRole("button", { name: "Approve" }).click();
  await region(deciding, "Approval").getByText(`Approved by ${member.email}`).waitFor();
  const passing = await stage.visit(other);
  await passing.goto(`/changes/${reference}`);
  await region(passing, "Approval").getByRole("button", { name: "Skip" }).click();

  await status(asking).getByText("Approved", { exact: true }).waitFor();
  await expect.poll(() => offered(asking)).toEqual(["Schedule", "Return to draft", "Cancel change"]);
  await asking.getByRole("button", { name: "Schedule" }).click();
  await expect.poll(() => offered(asking)).toEqual(["Start implementing", "Return to draft", "Cancel change"]);
  await asking.getByRole("button", { name: "Start implementing" }).click();
  await expect.poll(() => offered(asking)).toEqual(["Complete", "Fail"]);
  await asking.getByRole("button", { name: "Complete" }).click();
  const dialog = asking.getByRole("dialog");
  await dialog.getByLabel("Closure notes").fill("Done in **40** minutes.");
  await dialog.getByRole("button", { name: "Complete" }).click();
  await region(asking, "Closure notes").getByText("40").waitFor();
  await expect.poll(() => offered(asking)).toEqual([]);
});

test("a rejection has a reason and ends the chain; back in draft the plan is editable", async () => {
  const { boss, asker } = await office(stage.plane);
  const { reference } = await submitted(asker, "Turn off the firewall");
  const [asking, owner] = await Promise.all([stage.visit(asker), stage.visit(boss)]);
  await asking.goto(`/changes/${reference}`);
  await untilLive(asking);
  await owner.goto("/approvals");
  await owner.getByRole("listitem", { name: "Turn off the firewall" }).waitFor();
  await owner.keyboard.press("j");
  await owner.keyboard.press("r");
  await owner.getByText("A reason is required and shared with the requester.").waitFor();
  await owner.keyboard.type("Not on a Friday");
  await owner.keyboard.press("Control+Enter");
  await owner.getByText("You're all caught up").waitFor();

  await status(asking).getByText("Rejected", { exact: true }).waitFor();
  await region(asking, "Approval").getByText("Not on a Friday").waitFor();
  await expect.poll(() => offered(asking)).toEqual(["Return to draft"]);
  await asking.getByRole("button", { name: "Return to draft" }).click();
  await asking.getByRole("dialog").getByLabel("Note").fill("Will do it on Monday");
  await asking.getByRole("dialog").getByRole("button", { name: "Return to draft" }).click();
  await status(asking).getByText("Draft", { exact: true }).waitFor();
  await asking
    .getByRole("list", { name: /Timeline/ })
    .getByText("Will do it on Monday")
    .waitFor();
  await asking.getByRole("button", { name: "Edit the test plan" }).click();
  await asking.getByLabel("Test plan, in markdown").fill("Ping it.");
  await asking.keyboard.press("Control+Enter");
  await region(asking, "Test plan").getByText("Ping it.").waitFor();
  await expect.poll(() => offered(asking)).toEqual(["Submit for approval", "Cancel change"]);
});

test("a late decision shows who was faster and the latest state", async () => {
  const { boss, asker } = await office(stage.plane);
  const second = await stage.plane.person("admin", boss);
  const { reference, workflow_instance_id } = await submitted(asker, "Move the rack");
  const page = await stage.visit(second);
  await page.route("**/api/events/stream", (route) => route.abort());
  await page.goto(`/changes/${reference}`);
  await region(page, "Approval").getByRole("button", { name: "Approve" }).waitFor();
  await boss.api.instances.decide({ params: { id: workflow_instance_id ?? "" }, body: { decision: "approved" } });
  await region(page, "Approval").getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alert").getByText(`Already decided by ${boss.email}: approved.`).waitFor();
  await region(page, "Approval").getByText("Waiting for operator").waitFor();
});

test("the calendar shows bars by their windows and marks conflicts", async () => {
  const { boss, asker } = await office(stage.plane);
  const item = await boss.api.cmdb.create({ body: { name: "db-1", class: "database" } });
  const night = { requested_start: "2031-03-10T20:00:00.000Z", requested_end: "2031-03-12T02:00:00.000Z" };
  const evening = { requested_start: "2031-03-10T21:00:00.000Z", requested_end: "2031-03-10T23:00:00.000Z" };
  await submitted(asker, "Upgrade it", { ...night, ci_ids: [item.id] });
  const { reference } = await submitted(asker, "Restart it", { ...evening, ci_ids: [item.id] });
  for (let more = 1; more <= 4; more++) await submitted(asker, `Elsewhere ${more}`, evening);
  const page = await stage.visit(asker);
  await page.goto("/changes?view=calendar&at=2031-03");
  await page.getByRole("heading", { name: "March 2031" }).waitFor();
  await page
    .getByRole("link", { name: /Upgrade it\s*CHG-\d+, Pending approval, .*conflicts with another change/ })
    .first()
    .waitFor();
  await page
    .getByRole("link", { name: /^\+\d more$/ })
    .first()
    .waitFor();
  const pairs = region(page, "Conflicts");
  await pairs.getByText("Same CI").waitFor();
  expect(await pairs.getByRole("link").count()).toBe(2);
  await page.keyboard.press("l");
  await page.getByRole("heading", { name: "April 2031" }).waitFor();
  await page.getByText("No changes this month").waitFor();
  await page.keyboard.press("h");
  await page
    .getByRole("link", { name: /^\+\d more$/ })
    .first()
    .click();
  await expect.poll(() => page.url()).toContain("at=2031-03-1");
  await page.getByRole("link", { name: /Elsewhere 4/ }).waitFor();
  await pairs.getByRole("link", { name: "Restart it" }).click();
  await heading(page, "Restart it").waitFor();
  await expect.poll(() => page.url()).toContain(reference);
  await region(page, "Conflicts (1)").getByRole("link", { name: "Upgrade it" }).waitFor();
  await region(page, "Conflicts (1)").getByRole("link", { name: "db-1" }).waitFor();
});

test("a standard change is pre-approved; an emergency change can start at once and is reviewed", async () => {
  const boss = await stage.plane.tenant();
  const page = await stage.visit(boss);
  await page.goto("/changes/new");
  await page.getByLabel("Title").fill("Rotate certificates");
  await page.getByLabel("Standard").check();
  await page.getByRole("button", { name: "Create change" }).click();
  await status(page).getByText("Approved", { exact: true }).waitFor();
  await expect.poll(() => offered(page)).toEqual(["Schedule", "Return to draft", "Cancel change"]);

  await page.goto("/changes/new");
  await page.getByLabel("Title").fill("Restart payments");
  await page.getByLabel("Emergency").check();
  await page.getByRole("button", { name: "Save draft" }).click();
  await status(page).getByText("Draft", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Start implementing" }).click();
  await page.getByRole("dialog").getByLabel("Note").fill("Nobody can pay");
  await page.getByRole("dialog").getByRole("button", { name: "Start implementing" }).click();
  await region(page, "Review").getByText("Review opens when the change ends").waitFor();
  await page.getByRole("button", { name: "Complete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await page.getByLabel("Review notes, in markdown").fill("It was right.");
  await region(page, "Review").getByRole("button", { name: "Accept" }).click();
  await region(page, "Review").getByText("accepted").waitFor();
  await region(page, "Review").getByText("It was right.").waitFor();
});

test("a recurring change is planned in its timezone, shows its next windows, is paused and deleted", async () => {
  const { asker } = await office(stage.plane);
  const page = await stage.visit(asker);
  await page.goto("/changes");
  await page.getByRole("link", { name: "Recurring" }).click();
  await page.getByText("No recurring changes yet").waitFor();
  await page.getByRole("link", { name: "New recurring change" }).first().click();
  await page.getByLabel("Title").fill("Patch the web servers");
  await choose(page, "Repeats", "Custom (cron)");
  await page.getByLabel("Cron expression").fill("0 22 * *");
  await page.getByText("must have five fields").waitFor();
  await choose(page, "Repeats", "Every month");
  await choose(page, "On the", "second");
  await field(page, "Timezone").fill("Tokyo");
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  const next = page.getByRole("listitem").filter({ hasText: /^Tue, \d+ \w+ \d{4}, 22:00$/ });
  await expect.poll(() => next.count()).toBe(5);
  await page.getByRole("button", { name: "Save" }).click();

  const line = row(page, "Patch the web servers");
  await line.getByText("Every second Tuesday of the month at 22:00").waitFor();
  await line.getByText("active").waitFor();
  await page.getByRole("button", { name: "Pause Patch the web servers" }).click();
  await line.getByText("paused").waitFor();
  await page.getByRole("link", { name: "Patch the web servers" }).click();
  await expect.poll(() => field(page, "Timezone").inputValue()).toBe("Asia/Tokyo");
  await page.getByRole("link", { name: "Recurring changes" }).click();
  await page.getByRole("button", { name: "Delete Patch the web servers" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No recurring changes yet").waitFor();
});

const field = (page: Page, name: string) => page.getByRole("combobox", { name });

async function choose(page: Page, name: string, option: string) {
  await field(page, name).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}
