import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, row, seriousViolations, untilLive, untilStill, violationsInBothThemes } from "./browser.ts";
import { region } from "./office.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

const canvas = (page: Page) => page.getByRole("region", { name: "Canvas" });
const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const edge = (page: Page, name: string | RegExp) => page.getByLabel(name).and(page.locator(".react-flow__edge"));

async function drag(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("Nothing to drag.");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2 + 20, { steps: 5 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}

const outlet = (page: Page, id: string, branch?: string) =>
  node(page, id).locator(branch ? `.source[data-handleid="${branch}"]` : ".source");
const inlet = (page: Page, id: string) => node(page, id).locator(".target");

test("a workflow is drawn on the canvas, refuses a cycle, is saved, run and approved", async () => {
  const { boss, page } = await stage.fresh();
  await page.goto("/workflows");
  await page.getByText("No workflows yet").waitFor();
  await page.getByRole("link", { name: "New workflow" }).first().click();
  await heading(page, "New workflow").waitFor();
  await page.getByLabel("Name").first().fill("Clean up");

  await page.getByRole("button", { name: "Add input" }).click();
  const input = page.getByRole("group", { name: "Input 1" });
  await input.getByLabel("Name").fill("size");
  await input.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Whole number" }).click();
  await input.getByLabel("Default").fill("5");

  await page.getByRole("button", { name: "Add condition" }).click();
  const panel = (name: string) => page.getByRole("region", { name, exact: true });
  await panel("Condition").getByLabel("Expression").fill("input.sizes > 3");
  await page.getByRole("region", { name: "Problems", exact: true }).getByText("There is no input 'sizes'").waitFor();
  await panel("Condition").getByLabel("Expression").fill("input.size > 3");
  await page.getByText("No problems found.").waitFor();

  await page.getByRole("button", { name: "Add notification" }).click();
  await panel("Notification").getByLabel("Message").fill("Large: {{ input.size }}");
  await page.getByRole("button", { name: "Add approval" }).click();
  await panel("Approval").getByLabel("Name").fill("Ask");
  await panel("Approval").getByRole("switch", { name: "Allow self-approval" }).setChecked(true);

  await edge(page, "From Condition to Notification, when true").waitFor({ state: "attached" });
  await drag(page, outlet(page, "condition", "false"), inlet(page, "approval"));
  await edge(page, "From Condition to Ask, when false").waitFor({ state: "attached" });
  await drag(page, outlet(page, "approval"), inlet(page, "condition"));
  await canvas(page).getByRole("alert").getByText("This edge would form a cycle.").waitFor();
  await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(3);

  // The arrow keys move the selected step, Delete removes it, and Ctrl Z brings it back.
  const placeOf = (id: string) => node(page, id).getAttribute("style");
  await node(page, "approval").click();
  const before = await placeOf("approval");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => placeOf("approval")).not.toBe(before);
  await page.keyboard.press("Delete");
  await node(page, "approval").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await node(page, "approval").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await node(page, "approval").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Arrange" }).click();
  await untilStill(page);
  expect(await violationsInBothThemes(page, { within: "main" })).toEqual([]);

  await page.getByRole("tab", { name: "List" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("form")).toBe("list");
  const third = page.getByRole("group", { name: "Step 3: Ask" });
  expect(await third.getByLabel("Name").inputValue()).toBe("Ask");
  const branch = page.getByRole("group", { name: "Step 1: Condition" }).getByRole("group", { name: "Next step 2" });
  expect(await branch.getByRole("combobox", { name: "When the result is" }).inputValue()).toBe("False");
  await untilStill(page);
  expect(await violationsInBothThemes(page, { within: "main" })).toEqual([]);

  await page.getByRole("button", { name: "Create workflow" }).click();
  await heading(page, "Clean up").waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Run Clean up" });
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Run" }).click();
  const ask = region(page, "Ask");
  await ask.getByText("Waiting for approval").waitFor();
  await page
    .getByLabel(/Condition: condition. Succeeded/i)
    .first()
    .waitFor();
  await edge(page, /From condition to notification, when true. Taken/).waitFor({ state: "attached" });
  await edge(page, /when false. Taken/).waitFor({ state: "detached" });
  await untilStill(page);
  expect(await violationsInBothThemes(page, { within: "main" })).toEqual([]);
  await ask.getByRole("button", { name: "Reject" }).click();
  await ask.getByText("A reason is required.").waitFor();
  await ask.getByLabel("Comment on Ask").fill("Fine");
  await ask.getByRole("button", { name: "Approve" }).click();
  await page.locator("article header").getByText("Succeeded").waitFor();
  await ask.getByText('"comment": "Fine"').waitFor();
  const { items } = await boss.api.workflows.list();
  expect(items).toMatchObject([{ name: "Clean up", step_count: 3, last_run: { status: "succeeded" } }]);

  await page.getByRole("link", { name: "Workflow runs" }).click();
  await row(page, "Clean up").getByText("Succeeded").waitFor();
  await page.getByRole("link", { name: "Workflows" }).last().click();
  await untilLive(page);
  await row(page, "Clean up").getByRole("switch", { name: "Enable Clean up" }).click({ force: true });
  await expect.poll(async () => (await boss.api.workflows.list()).items[0]?.enabled).toBe(false);
});

test("the list form does everything without a canvas, and unsaved changes are guarded", async () => {
  const { boss, page } = await stage.fresh();
  await page.goto("/workflows/new?form=list");
  await page.getByLabel("Name").first().fill("Ask twice");
  await page.getByRole("button", { name: "Create workflow" }).click();
  await page.getByText("The workflow has no steps; add at least one.").waitFor();
  await page.getByRole("button", { name: "Add approval" }).click();
  await page.getByRole("button", { name: "Add notification" }).click();
  await page.getByRole("button", { name: "Add notification" }).click();
  const step = (number: number) => page.getByRole("group", { name: new RegExp(`^Step ${number}:`) });
  await step(2).getByLabel("Message").fill("Done");
  await step(3).getByLabel("Message").fill("Sorry");
  await step(3).getByLabel("Name").fill("Say no");
  await page.getByRole("combobox", { name: "Add a step after approval" }).click();
  await page.getByRole("option", { name: "Say no" }).click();
  await step(1).getByRole("group", { name: "Next step 2" }).getByLabel("Condition").fill("steps.approval.decision ==");
  await step(1)
    .getByText(/it ends too early/)
    .waitFor();
  await step(1)
    .getByRole("group", { name: "Next step 2" })
    .getByLabel("Condition")
    .fill('steps.approval.decision == "rejected"');
  await step(2).getByRole("button", { name: "Remove the edge to Say no" }).click();
  await page.getByRole("button", { name: "Add trigger" }).click();
  await page.getByRole("menuitem", { name: "Schedule" }).click();
  await page.getByRole("group", { name: "Schedule trigger" }).getByRole("listitem").nth(4).waitFor();
  await page.getByRole("button", { name: "Add trigger" }).click();
  await page.getByRole("menuitem", { name: "Webhook" }).click();
  await page.getByRole("button", { name: "Create workflow" }).click();
  await heading(page, "Ask twice").waitFor();
  const { items } = await boss.api.workflows.list();
  const { edges, triggers } = await boss.api.workflows.get({ params: { id: items[0]?.id ?? "" } });
  expect(edges).toEqual([
    { from: "approval", to: "notification" },
    { from: "approval", to: "notification_2", condition: 'steps.approval.decision == "rejected"' },
  ]);
  expect(triggers.map(({ type }) => type)).toEqual(["manual", "schedule", "webhook"]);

  await page.getByRole("button", { name: "Make a secret" }).click();
  const secret = page.getByRole("dialog", { name: "Webhook secret of Ask twice" });
  expect(await secret.getByLabel("Secret").inputValue()).toMatch(/^whsec_/);
  await secret.getByText("openssl dgst").waitFor();
  await secret.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).waitFor();

  await page.getByLabel("Description").fill("Half written");
  await page.getByRole("link", { name: "Workflows" }).first().click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => page.getByLabel("Description").inputValue()).toBe("Half written");
  await boss.api.workflows.update({ params: { id: items[0]?.id ?? "" }, body: { description: "Theirs" } });
  await page.getByText("Someone else changed this workflow while you were editing").waitFor();
});

test("a failed run is retried from its failed step, an open one is cancelled", async () => {
  const { boss, page } = await stage.fresh();
  const other = await stage.plane.person("operator", boss);
  const workflow = await boss.api.workflows.create({
    body: { name: "Ask me", steps: [{ id: "ask", type: "approval", config: { approver_type: "any" } }] },
  });
  const first = await other.api.workflows.run({ params: { id: workflow.id }, body: {} });
  await page.goto(`/workflows/runs/${first.reference}`);
  const ask = region(page, "ask");
  await ask.getByLabel("Comment on ask").fill("No");
  await ask.getByRole("button", { name: "Reject" }).click();
  await page.getByRole("button", { name: "Retry from the failed step" }).click();
  await ask.getByText("Waiting for approval").waitFor();
  await page.getByRole("button", { name: "Cancel run" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this run?" });
  await dialog.getByLabel("Reason").fill("Not needed");
  await dialog.getByRole("button", { name: "Cancel run" }).click();
  await page.locator("article header").getByText("Cancelled").waitFor();
});
