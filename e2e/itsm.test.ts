import type { Change } from "@opsplane/contract";
import { type Person, type Plane, startPlane } from "@opsplane/tenant-plane/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { leave, openBrowser, seriousViolations, sidewaysScroll, signedIn, untilLive, untilStill } from "./browser.ts";

let plane: Plane;
let browser: Browser;

beforeAll(async () => {
  [plane, browser] = await Promise.all([startPlane(), openBrowser()]);
});
afterEach(() => leave(browser));
afterAll(async () => {
  await browser?.close();
  await plane?.close();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const visit = (person: Person) => signedIn(browser, plane.url, person);
const status = (page: Page) => page.locator("article header");

async function offered(page: Page): Promise<string[]> {
  const names = await status(page).getByRole("button").allTextContents();
  return names.filter((name) => name !== "");
}

/** The navigation's link to the approvals, which says how many wait. */
async function waiting(page: Page): Promise<string | null> {
  return page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Approvals/ })
    .textContent();
}

/** A tenant where an admin, then the board, then (optionally) anyone approves normal changes. */
async function office() {
  const boss = await plane.tenant();
  const asker = await plane.person("operator", boss);
  const member = await plane.person("operator", boss);
  const other = await plane.person("operator", boss);
  const board = await boss.api.groups.create({ body: { name: "Board", member_ids: [member.tokens.user.id] } });
  const chain = await boss.api.definitions.create({
    body: {
      name: "Three steps",
      default_for: ["normal"],
      steps: [
        { name: "Owner", approver_type: "role", approver_value: "admin" },
        { name: "Board", approver_type: "group", approver_value: board.id },
        { approver_type: "any", required: false },
      ],
    },
  });
  return { boss, asker, member, other, chain };
}

function submitted(by: Person, title: string, more: Partial<Change> = {}) {
  const { ci_ids = [], requested_start = null, requested_end = null } = more;
  return by.api.changes.create({
    body: { title, ci_ids, requested_start, requested_end, status: "pending_approval" },
  });
}

test("a change goes from the form through three approvers to completed, by legal moves alone", async () => {
  const { boss, asker, member, other } = await office();
  const [asking, owner] = await Promise.all([visit(asker), visit(boss)]);
  await owner.goto("/approvals");
  await owner.getByText("Nothing waits for you").waitFor();
  await untilLive(owner);

  await asking.goto("/changes");
  await asking.getByText("No changes yet").waitFor();
  await asking.getByRole("link", { name: "New change" }).first().click();
  await heading(asking, "New change").waitFor();
  await asking.getByRole("button", { name: "Submit for approval" }).click();
  await asking.getByText("Say in a few words what will be changed.").waitFor();
  await asking.getByLabel("Title").fill("Upgrade the database");
  await asking.getByText("High", { exact: true }).click();
  await asking.getByLabel("Window from").fill("2031-03-10T22:00");
  await asking.getByLabel("Window to").fill("2031-03-10T21:00");
  await asking.getByLabel("Rollback plan").fill("Promote the *replica*.");
  await asking.getByRole("button", { name: "Submit for approval" }).click();
  await asking.getByText("The end must be after the start.").waitFor();
  await asking.getByLabel("Window to").fill("2031-03-11T01:00");
  await asking.getByRole("button", { name: "Submit for approval" }).click();
  await heading(asking, "Upgrade the database").waitFor();
  await status(asking).getByText("Pending approval").waitFor();
  await untilLive(asking);
  await expect.poll(() => offered(asking)).toEqual(["Back to draft", "Cancel the change"]);
  // Whoever asks is not asked.
  const approval = region(asking, "Approval");
  await approval.getByText("You asked for this, so that somebody else decides.").waitFor();
  expect(await asking.getByRole("button", { name: "Approve" }).count()).toBe(0);
  expect(await asking.getByRole("button", { name: "Edit the rollback plan" }).count()).toBe(0);

  await expect.poll(() => waiting(owner)).toBe("Approvals1 waiting for you");
  const card = owner.getByRole("listitem", { name: "Upgrade the database" });
  await card.getByText("Step 1 of 3: Owner").waitFor();
  await card.getByText("High", { exact: true }).waitFor();
  await card.getByLabel(/^Comment on/).fill("The replica is ready.");
  await card.getByRole("button", { name: "Approve" }).click();
  await owner.getByText("Nothing waits for you").waitFor();
  await expect.poll(() => waiting(owner)).toBe("Approvals");

  const steps = approval.getByRole("list", { name: "Approval steps" }).getByRole("listitem");
  await steps.nth(0).getByText("The replica is ready.").waitFor();
  await steps.nth(1).getByText(`Waits for operator`).waitFor();
  expect(await steps.nth(1).getAttribute("aria-current")).toBe("step");

  const reference = asking.url().split("/").at(-1) ?? "";
  const deciding = await visit(member);
  await deciding.goto(`/changes/${reference}`);
  await region(deciding, "Approval").getByRole("button", { name: "Approve" }).click();
  await region(deciding, "Approval").getByText(`Approved by ${member.email}`).waitFor();
  const passing = await visit(other);
  await passing.goto(`/changes/${reference}`);
  await region(passing, "Approval").getByRole("button", { name: "Skip" }).click();

  await status(asking).getByText("Approved", { exact: true }).waitFor();
  await expect.poll(() => offered(asking)).toEqual(["Schedule", "Back to draft", "Cancel the change"]);
  await asking.getByRole("button", { name: "Schedule" }).click();
  await expect.poll(() => offered(asking)).toEqual(["Start implementing", "Back to draft", "Cancel the change"]);
  await asking.getByRole("button", { name: "Start implementing" }).click();
  await expect.poll(() => offered(asking)).toEqual(["Complete", "Fail"]);
  await asking.getByRole("button", { name: "Complete" }).click();
  const dialog = asking.getByRole("dialog");
  await dialog.getByLabel("Closure notes").fill("Done in **40** minutes.");
  await dialog.getByRole("button", { name: "Complete" }).click();
  await region(asking, "Closure notes").getByText("40").waitFor();
  await expect.poll(() => offered(asking)).toEqual([]);
});

test("a rejection says why and ends the chain; back in draft the plan is open again", async () => {
  const { boss, asker } = await office();
  const { reference } = await submitted(asker, "Turn off the firewall");
  const [asking, owner] = await Promise.all([visit(asker), visit(boss)]);
  await asking.goto(`/changes/${reference}`);
  await untilLive(asking);
  await owner.goto("/approvals");
  await owner.getByRole("listitem", { name: "Turn off the firewall" }).waitFor();
  await owner.keyboard.press("j");
  await owner.keyboard.press("r");
  await owner.getByText("Say why: whoever asked will read it.").waitFor();
  await owner.keyboard.type("Not on a Friday");
  await owner.keyboard.press("Control+Enter");
  await owner.getByText("Nothing waits for you").waitFor();

  await status(asking).getByText("Rejected", { exact: true }).waitFor();
  await region(asking, "Approval").getByText("Not on a Friday").waitFor();
  await expect.poll(() => offered(asking)).toEqual(["Back to draft"]);
  await asking.getByRole("button", { name: "Back to draft" }).click();
  await asking.getByRole("dialog").getByLabel("Note").fill("Will do it on Monday");
  await asking.getByRole("dialog").getByRole("button", { name: "Back to draft" }).click();
  await status(asking).getByText("Draft", { exact: true }).waitFor();
  await asking
    .getByRole("list", { name: /Timeline/ })
    .getByText("Will do it on Monday")
    .waitFor();
  await asking.getByRole("button", { name: "Edit the test plan" }).click();
  await asking.getByLabel("Test plan, in markdown").fill("Ping it.");
  await asking.keyboard.press("Control+Enter");
  await region(asking, "Test plan").getByText("Ping it.").waitFor();
  await expect.poll(() => offered(asking)).toEqual(["Submit for approval", "Cancel the change"]);
});

test("who decides too late is told who was faster and sees how it stands", async () => {
  const { boss, asker } = await office();
  const second = await plane.person("admin", boss);
  const { reference, workflow_instance_id } = await submitted(asker, "Move the rack");
  const page = await visit(second);
  await page.route("**/api/events/stream", (route) => route.abort());
  await page.goto(`/changes/${reference}`);
  await region(page, "Approval").getByRole("button", { name: "Approve" }).waitFor();
  await boss.api.instances.decide({ params: { id: workflow_instance_id ?? "" }, body: { decision: "approved" } });
  await region(page, "Approval").getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alert").getByText(`Already decided by ${boss.email}: approved.`).waitFor();
  await region(page, "Approval").getByText("Waits for operator").waitFor();
});

test("the calendar shows bars by their windows and marks those that are in each other's way", async () => {
  const { boss, asker } = await office();
  const item = await boss.api.cmdb.create({ body: { name: "db-1", class: "database" } });
  const night = { requested_start: "2031-03-10T20:00:00.000Z", requested_end: "2031-03-12T02:00:00.000Z" };
  const evening = { requested_start: "2031-03-10T21:00:00.000Z", requested_end: "2031-03-10T23:00:00.000Z" };
  await submitted(asker, "Upgrade it", { ...night, ci_ids: [item.id] });
  const { reference } = await submitted(asker, "Restart it", { ...evening, ci_ids: [item.id] });
  for (let more = 1; more <= 4; more++) await submitted(asker, `Elsewhere ${more}`, evening);
  const page = await visit(asker);
  await page.goto("/changes?view=calendar&at=2031-03");
  await page.getByRole("heading", { name: "March 2031" }).waitFor();
  await page
    .getByRole("link", { name: /Upgrade it\s*CHG-\d+, Pending approval, .*in the way of another change/ })
    .first()
    .waitFor();
  await page
    .getByRole("link", { name: /^\+\d more$/ })
    .first()
    .waitFor();
  const pairs = region(page, "In each other's way");
  await pairs.getByText("on the same item").waitFor();
  expect(await pairs.getByRole("link").count()).toBe(2);
  await page.keyboard.press("l");
  await page.getByRole("heading", { name: "April 2031" }).waitFor();
  await page.getByText("No change in this month").waitFor();
  await page.keyboard.press("h");
  await page
    .getByRole("link", { name: /^\+\d more$/ })
    .first()
    .click();
  await expect.poll(() => page.url()).toContain("at=2031-03-1");
  await page.getByRole("link", { name: /Elsewhere 4/ }).waitFor();
  await pairs.getByRole("link", { name: "Restart it" }).click();
  await heading(page, "Restart it").waitFor();
  expect(page.url()).toContain(reference);
  await region(page, "In the way: 1").getByRole("link", { name: "Upgrade it" }).waitFor();
  await region(page, "In the way: 1").getByRole("link", { name: "db-1" }).waitFor();
});

test("a standard change is approved beforehand; an emergency one may start at once and is reviewed", async () => {
  const boss = await plane.tenant();
  const page = await visit(boss);
  await page.goto("/changes/new");
  await page.getByLabel("Title").fill("Rotate certificates");
  await page.getByLabel("Standard").check();
  await page.getByRole("button", { name: "Create, pre-approved" }).click();
  await status(page).getByText("Approved", { exact: true }).waitFor();
  await expect.poll(() => offered(page)).toEqual(["Schedule", "Back to draft", "Cancel the change"]);

  await page.goto("/changes/new");
  await page.getByLabel("Title").fill("Restart payments");
  await page.getByLabel("Emergency").check();
  await page.getByRole("button", { name: "Save draft" }).click();
  await status(page).getByText("Draft", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Start implementing" }).click();
  await page.getByRole("dialog").getByLabel("Note").fill("Nobody can pay");
  await page.getByRole("dialog").getByRole("button", { name: "Start implementing" }).click();
  await region(page, "Review").getByText("reviewed when it has ended").waitFor();
  await page.getByRole("button", { name: "Complete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await page.getByLabel("Review notes, in markdown").fill("It was right.");
  await region(page, "Review").getByRole("button", { name: "Accept" }).click();
  await region(page, "Review").getByText("accepted").waitFor();
  await region(page, "Review").getByText("It was right.").waitFor();
});

test("a request goes from its card and form over an approval to fulfilled", async () => {
  const { boss, asker, member } = await office();
  const chain = await boss.api.definitions.create({
    body: { name: "Manager", steps: [{ approver_type: "user", approver_value: boss.email }] },
  });
  await boss.api.catalog.create({
    body: {
      name: "Laptop",
      category: "Equipment",
      icon: "laptop",
      workflow_definition_id: chain.id,
      target_hours: 3,
      form: {
        type: "object",
        required: ["model", "reason"],
        properties: {
          model: { type: "string", title: "Model", enum: ["Air", "Pro"] },
          contact: { type: "string", title: "Contact", format: "email" },
          count: { type: "integer", title: "How many", minimum: 1, maximum: 3, default: 1 },
          extras: { type: "array", title: "Extras", items: { enum: ["Dock", "Monitor"] } },
          reason: { type: "string", title: "Reason", format: "multiline" },
        },
      },
    },
  });
  const [asking, owner] = await Promise.all([visit(asker), visit(boss)]);
  await owner.goto("/approvals");
  await untilLive(owner);
  await asking.goto("/catalog");
  await asking.getByText("needs approval").waitFor();
  await asking.getByText("within 3 hours").waitFor();
  await asking.getByRole("link", { name: "Laptop", exact: true }).click();
  await heading(asking, "Laptop").waitFor();
  await asking.getByLabel("Contact").fill("nobody");
  await asking.getByRole("button", { name: "Send the request" }).click();
  expect(await asking.getByText("Is required.").count()).toBe(2);
  await asking.getByText("Must be a valid email.").waitFor();
  await asking.getByLabel("Pro").check();
  await asking.getByLabel("Contact").fill("me@example.com");
  await asking.getByLabel("Reason").fill("The old one is broken");
  await asking.getByText("For somebody else").click();
  await asking.getByRole("button", { name: "Send the request" }).click();
  await asking.getByText("Say for whom it is.").waitFor();
  await asking.getByRole("combobox", { name: "Who" }).fill("mara@example.com");
  await asking.getByRole("button", { name: "Send the request" }).click();
  await status(asking).getByText("Pending approval").waitFor();
  await status(asking).getByText("due in 2h 59m").waitFor();
  await untilLive(asking);
  await region(asking, "What was asked for").getByText("The old one is broken").waitFor();
  await expect.poll(() => offered(asking)).toEqual(["Cancel the request"]);

  const card = owner.getByRole("listitem", { name: "Laptop" });
  await card.getByText("Pro", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Approve" }).click();
  await status(asking).getByText("In fulfilment").waitFor();

  const reference = asking.url().split("/").at(-1) ?? "";
  const working = await visit(member);
  await working.goto("/requests?scope=all");
  await row(working, reference).getByText("mara@example.com").waitFor();
  await row(working, reference).getByRole("link").click();
  await expect.poll(() => offered(working)).toEqual(["Start work", "Fulfil", "Fail", "Cancel the request"]);
  await working.getByRole("button", { name: "Start work" }).click();
  await expect.poll(() => offered(working)).toEqual(["Fulfil", "Fail", "Cancel the request"]);
  await working.getByRole("button", { name: "Fulfil" }).click();
  await working.getByRole("dialog").getByLabel("Fulfilment notes").fill("It is on your desk.");
  await working.getByRole("dialog").getByRole("button", { name: "Fulfil" }).click();
  await region(asking, "Fulfilment notes").getByText("It is on your desk.").waitFor();
  await status(asking).getByText("Fulfilled", { exact: true }).waitFor();
  await expect.poll(() => offered(asking)).toEqual([]);
  await working.goto("/requests?scope=assigned");
  await row(working, reference).waitFor();
});

test("an approval chain is written, ordered, kept in versions and deleted", async () => {
  const { boss } = await office();
  const page = await visit(boss);
  await page.goto("/workflows/definitions");
  await row(page, "Three steps").getByText("role admin → group Board → anyone (optional)").waitFor();
  await page.getByRole("link", { name: "New chain" }).click();
  await page.getByRole("button", { name: "Create the chain" }).click();
  await page.getByText("Enter a name.").waitFor();
  await page.getByText("Which group?").waitFor();
  await page.getByRole("textbox", { name: "Name" }).first().fill("Two steps");
  const step = (number: number) => page.getByRole("group", { name: `Step ${number}` });
  await step(1).getByRole("combobox", { name: "Group" }).click();
  await page.getByRole("option", { name: "Board" }).click();
  await page.getByRole("button", { name: "Add a step" }).click();
  await step(2).getByRole("combobox", { name: "Decided by" }).click();
  await page.getByRole("option", { name: "A role" }).click();
  await step(2).getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "operator" }).click();
  await step(2).getByRole("textbox", { name: "Name" }).fill("Second look");
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => step(1).getByRole("textbox", { name: "Name" }).inputValue()).toBe("Second look");
  await page.getByRole("button", { name: "Create the chain" }).click();
  await heading(page, "Two steps").waitFor();
  await region(page, "Versions").getByText("role operator → group Board").waitFor();
  await page.getByRole("button", { name: "Move step 1 down" }).click();
  await step(2).getByRole("switch").click();
  await page.getByRole("button", { name: "Save a new version" }).click();
  await region(page, "Versions").getByText("group Board → role operator (optional)").waitFor();
  await region(page, "Versions").getByText("Version 1").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await heading(page, "Approval chains").waitFor();
  await row(page, "Two steps").waitFor({ state: "detached" });
});

test("a catalog item's form is built by fields or as JSON Schema, with a preview that follows", async () => {
  const boss = await plane.tenant();
  const page = await visit(boss);
  await page.goto("/catalog");
  await page.getByText("The catalog is empty").waitFor();
  await page.getByRole("link", { name: "New item" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("VPN access");
  await page.getByRole("combobox", { name: "Category" }).fill("Access");
  await page.getByRole("button", { name: "Add a field" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("Until when");
  await page.getByRole("textbox", { name: "Key" }).fill("until");
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Date", exact: true }).click();
  await page.getByRole("checkbox", { name: "Required" }).check();
  const preview = region(page, "Preview");
  await preview.getByLabel(/Until when/).waitFor();
  await page.getByText("JSON Schema", { exact: true }).click();
  const json = page.getByLabel("JSON Schema of the form");
  expect(JSON.parse(await json.inputValue())).toEqual({
    type: "object",
    properties: { until: { type: "string", title: "Until when", format: "date" } },
    required: ["until"],
  });
  await json.fill('{"type":"object","properties":{"until":{"type":"object"}}}');
  await page.getByRole("alert").getByText("form.properties.until.type").waitFor();
  await json.fill('{"type":"object","properties":{"host":{"type":"string","title":"Host"}}}');
  await preview.getByLabel("Host").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await heading(page, "VPN access").waitFor();
  await page.getByLabel("Host").waitFor();
  await page.getByRole("link", { name: "Edit the item" }).click();
  await page.getByRole("switch", { name: "Enabled" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Cannot be requested at present").waitFor();
});

test("a viewer reads everything and is offered no change", async () => {
  const { boss, asker, chain } = await office();
  const { reference } = await submitted(asker, "Something to look at");
  const item = await boss.api.catalog.create({ body: { name: "Mailbox" } });
  await boss.api.catalog.create({ body: { name: "Old printer", enabled: false } });
  const request = await asker.api.requests.create({ body: { catalog_item_id: item.id } });
  const page = await visit(await plane.person("viewer", boss));
  const buttons = async (names: RegExp) =>
    (await page.locator("main").getByRole("button", { name: names }).count()) +
    (await page.locator("main").getByRole("link", { name: names }).count());
  const writing = /^(New|Approve|Reject|Back to draft|Cancel|Edit|Save|Delete|Send|Start|Fulfil|Add|Assign to me)/;
  for (const [path, title] of [
    ["/changes", "Changes"],
    [`/changes/${reference}`, "Something to look at"],
    ["/catalog", "Catalog"],
    [`/catalog/${item.id}`, "Mailbox"],
    ["/requests?scope=all", "Requests"],
    [`/requests/${request.reference}`, "Mailbox"],
    ["/approvals?show=all", "Approvals"],
    ["/workflows/definitions", "Approval chains"],
    [`/workflows/definitions/${chain.id}`, "Three steps"],
  ] as const) {
    await page.goto(path);
    await heading(page, title).waitFor();
    await untilLive(page);
    expect([path, await buttons(writing)]).toEqual([path, 0]);
  }
  await page.goto("/catalog");
  await page.getByText("Mailbox").waitFor();
  expect(await page.getByText("Old printer").count()).toBe(0);
  for (const path of ["/changes/new", "/catalog/new/edit", "/workflows/definitions/new"]) {
    await page.goto(path);
    await page.getByText("You may not see this").waitFor();
  }
});

test.each(["dark", "light"] as const)(
  "axe finds no serious violation in calendar, form and dialogs: %s",
  async (colorScheme) => {
    const { boss, asker } = await office();
    const start = new Date().toISOString();
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const item = await boss.api.cmdb.create({ body: { name: "db-1", class: "database" } });
    for (const title of ["One", "Two"])
      await submitted(asker, title, { requested_start: start, requested_end: end, ci_ids: [item.id] });
    const mailbox = await boss.api.catalog.create({
      body: {
        name: "Mailbox",
        form: { properties: { kind: { type: "string", enum: ["Shared", "Own"] } }, required: ["kind"] },
      },
    });
    const page = await signedIn(browser, plane.url, asker, { colorScheme });
    const problems: Record<string, unknown> = {};
    const check = async (name: string) => {
      await untilStill(page);
      const found = await seriousViolations(page);
      const sideways = await sidewaysScroll(page);
      if (found.length > 0 || sideways > 0) problems[name] = { found, sideways };
    };
    await page.goto("/changes?view=calendar");
    await region(page, "In each other's way").getByText("on the same item").waitFor();
    await check("month");
    await page.keyboard.press("w");
    await page.getByRole("heading", { name: /^Mon/ }).waitFor();
    await check("week");
    await page.setViewportSize({ width: 390, height: 844 });
    await check("agenda");
    await page.goto(`/catalog/${mailbox.id}`);
    await page.getByRole("button", { name: "Send the request" }).click();
    await page.getByText("Is required.").waitFor();
    await check("form with an error");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/changes/CHG-00000001");
    await page.getByRole("button", { name: "Cancel the change" }).click();
    await page.getByRole("dialog").waitFor();
    await check("move");
    expect(problems).toEqual({});
  },
);
