import { expect, test } from "vitest";
import { heading, row, sidewaysScroll, untilLive, untilStill, violationsInBothThemes } from "./browser.ts";
import { offered, office, region, status, submitted } from "./office.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("a request goes from its card and form through three approvers to fulfilled", async () => {
  const { boss, asker, member, other, chain } = await office(stage.plane);
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
  const [asking, owner] = await Promise.all([stage.visit(asker), stage.visit(boss)]);
  await owner.goto("/approvals");
  await untilLive(owner);
  await asking.goto("/catalog");
  await asking.getByText("needs approval").waitFor();
  await asking.getByText("within 3 hours").waitFor();
  await asking.getByRole("link", { name: "Laptop", exact: true }).click();
  await heading(asking, "Laptop").waitFor();
  await asking.getByLabel("Contact").fill("nobody");
  await asking.getByRole("button", { name: "Submit request" }).click();
  await expect.poll(() => asking.getByText("Is required.").count()).toBe(2);
  await asking.getByText("Must be a valid email.").waitFor();
  await asking.getByRole("radio", { name: "Pro" }).check();
  await asking.getByLabel("Contact").fill("me@example.com");
  await asking.getByLabel("Reason").fill("The old one is broken");
  await asking.getByText("Someone else").click();
  await asking.getByRole("button", { name: "Submit request" }).click();
  await asking.getByText("Choose who this is for.").waitFor();
  await asking.getByRole("combobox", { name: "Person" }).fill("mara@example.com");
  await asking.getByRole("button", { name: "Submit request" }).click();
  await status(asking).getByText("Pending approval").waitFor();
  await status(asking)
    .getByText(/^due in (3h|2h \d+m)$/)
    .waitFor();
  await untilLive(asking);
  await region(asking, "Request details").getByText("The old one is broken").waitFor();
  await expect.poll(() => offered(asking)).toEqual(["Cancel request"]);

  const card = owner.getByRole("listitem", { name: "Laptop" });
  await card.getByText("Pro", { exact: true }).waitFor();
  await card.getByText("Step 1 of 3: Owner").waitFor();
  await card.getByRole("button", { name: "Approve" }).click();
  const approval = region(asking, "Approval");
  await approval.getByText(`Approved by ${boss.email}`).waitFor();
  expect(await approval.getByRole("button", { name: "Approve" }).count()).toBe(0);

  const reference = asking.url().split("/").at(-1) ?? "";
  const working = await stage.visit(member);
  await working.goto("/requests?scope=all");
  await row(working, reference).getByText("mara@example.com").waitFor();
  await row(working, reference).getByRole("link").click();
  await region(working, "Approval").getByRole("button", { name: "Approve" }).click();
  const passing = await stage.visit(other);
  await passing.goto(`/requests/${reference}`);
  await region(passing, "Approval").getByRole("button", { name: "Approve" }).click();
  await status(asking).getByText("In fulfillment").waitFor();
  await expect.poll(() => offered(working)).toEqual(["Start work", "Mark fulfilled", "Fail", "Cancel request"]);
  await working.getByRole("button", { name: "Start work" }).click();
  await expect.poll(() => offered(working)).toEqual(["Mark fulfilled", "Fail", "Cancel request"]);
  await working.getByRole("button", { name: "Mark fulfilled" }).click();
  await working.getByRole("dialog").getByLabel("Fulfillment notes").fill("It is on your desk.");
  await working.getByRole("dialog").getByRole("button", { name: "Mark fulfilled" }).click();
  await region(asking, "Fulfillment notes").getByText("It is on your desk.").waitFor();
  await status(asking).getByText("Fulfilled", { exact: true }).waitFor();
  await expect.poll(() => offered(asking)).toEqual([]);
  await working.goto("/requests?scope=assigned");
  await row(working, reference).waitFor();
});

test("an approval chain is created, reordered, versioned and deleted", async () => {
  const { boss } = await office(stage.plane);
  const page = await stage.visit(boss);
  await page.goto("/workflows/definitions");
  await row(page, "Three steps").getByText("role admin → group Board → anyone (optional)").waitFor();
  await page.getByRole("link", { name: "New chain" }).click();
  await page.getByRole("button", { name: "Create chain" }).click();
  await page.getByText("Enter a name.").waitFor();
  await page.getByText("Which group?").waitFor();
  await page.getByRole("textbox", { name: "Name" }).first().fill("Two steps");
  const step = (number: number) => page.getByRole("group", { name: `Step ${number}` });
  await step(1).getByRole("combobox", { name: "Group" }).click();
  await page.getByRole("option", { name: "Board" }).click();
  await page.getByRole("button", { name: "Add step" }).click();
  await step(2).getByRole("combobox", { name: "Decided by" }).click();
  await page.getByRole("option", { name: "A role" }).click();
  await step(2).getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "operator" }).click();
  await step(2).getByRole("textbox", { name: "Name" }).fill("Second look");
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => step(1).getByRole("textbox", { name: "Name" }).inputValue()).toBe("Second look");
  await page.getByRole("button", { name: "Create chain" }).click();
  await heading(page, "Two steps").waitFor();
  await region(page, "Versions").getByText("role operator → group Board").waitFor();
  await page.getByRole("button", { name: "Move step 1 down" }).click();
  await step(2).getByRole("switch").click();
  await page.getByRole("button", { name: "Save" }).click();
  await region(page, "Versions").getByText("group Board → role operator (optional)").waitFor();
  await region(page, "Versions").getByText("Version 1").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await heading(page, "Approval chains").waitFor();
  await row(page, "Two steps").waitFor({ state: "detached" });
});

test("a catalog item's form is built from fields or as JSON Schema, with a live preview", async () => {
  const boss = await stage.plane.tenant();
  const page = await stage.visit(boss);
  await page.goto("/catalog");
  await page.getByText("No catalog items yet").waitFor();
  await page.getByRole("link", { name: "New item" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("VPN access");
  await page.getByRole("combobox", { name: "Category" }).fill("Access");
  await page.getByRole("button", { name: "Add field" }).click();
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
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("switch", { name: "Enabled" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Currently unavailable").waitFor();
});

test("a viewer can read everything and sees no edit buttons", async () => {
  const { boss, asker, chain } = await office(stage.plane);
  const { reference } = await submitted(asker, "Something to look at");
  const item = await boss.api.catalog.create({ body: { name: "Mailbox" } });
  await boss.api.catalog.create({ body: { name: "Old printer", enabled: false } });
  const request = await asker.api.requests.create({ body: { catalog_item_id: item.id } });
  const page = await stage.visit(await stage.plane.person("viewer", boss));
  const buttons = async (names: RegExp) =>
    (await page.locator("main").getByRole("button", { name: names }).count()) +
    (await page.locator("main").getByRole("link", { name: names }).count());
  const writing = /^(New|Approve|Reject|Back to draft|Cancel|Edit|Save|Delete|Submit|Start|Fulfil|Add|Assign to me)/;
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
    await page.getByText("You don't have access").waitFor();
  }
});

test("axe finds no serious violation in calendar, form and dialogs in either theme", async () => {
  const { boss, asker } = await office(stage.plane);
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
  const page = await stage.visit(asker, { colorScheme: "dark" });
  const problems: Record<string, unknown> = {};
  const check = async (name: string) => {
    await untilStill(page);
    const found = await violationsInBothThemes(page);
    const sideways = await sidewaysScroll(page);
    if (found.length > 0 || sideways > 0) problems[name] = { found, sideways };
  };
  await page.goto("/changes?view=calendar");
  await region(page, "Conflicts").getByText("Same CI").waitFor();
  await check("month");
  await page.keyboard.press("w");
  await page.getByRole("heading", { name: /^Mon/ }).waitFor();
  await check("week");
  await page.setViewportSize({ width: 390, height: 844 });
  await check("agenda");
  await page.goto(`/catalog/${mailbox.id}`);
  await page.getByRole("button", { name: "Submit request" }).click();
  await page.getByText("Is required.").waitFor();
  await check("form with an error");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/changes/CHG-00000001");
  await page.getByRole("button", { name: "Cancel change" }).click();
  await page.getByRole("dialog").waitFor();
  await check("move");
  expect(problems).toEqual({});
});
