import { aHost, aRunbook, executionWhen } from "@opsplane/tenant-plane/testing/a-runbook";
import type { Person } from "@opsplane/tenant-plane/testing/people";
import { type Sshd, startSshd } from "@opsplane/tenant-plane/testing/sshd";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heading, row, sidewaysScroll, untilLive, untilStill, violationsInBothThemes } from "./browser.ts";
import { region } from "./office.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let sshd: Sshd;

beforeAll(async () => {
  sshd = await startSshd();
});
afterAll(() => sshd.stop());

/** A tenant with a server that runs commands, and an incident on it. */
async function serverRoom() {
  const { boss, page } = await stage.fresh();
  const item = await boss.api.cmdb.create({ body: { name: "web-1", class: "server" } });
  const host = await aHost(boss, sshd, { ci_id: item.id });
  const incident = await boss.api.incidents.create({
    body: { title: "The disk is full", severity: "P2", ci_ids: [item.id] },
  });
  return { boss, page, host, incident };
}

const step = (page: Page, name: string | RegExp) => page.getByRole("group", { name });

async function addStep(page: Page, list: string, type: string) {
  await region(page, list).getByRole("button", { name: "Add step" }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${type}`) }).click();
}

test("a runbook is written, tried out, published and executed from an incident, with a manual step and an approval", async () => {
  const { boss, page, host, incident } = await serverRoom();
  const approver = await stage.plane.person("operator", boss);
  await page.goto("/runbooks");
  await page.getByText("No runbooks yet").waitFor();
  await page.getByRole("link", { name: "New runbook" }).first().click();
  await heading(page, "New runbook").waitFor();

  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Free disk space");
  await page.getByRole("button", { name: "Add parameter" }).click();
  const parameter = step(page, /^Parameter/);
  await parameter.getByRole("textbox", { name: "Name", exact: true }).fill("days");
  await parameter.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Whole number" }).click();
  await parameter.getByRole("textbox", { name: "Default" }).fill("7");

  await addStep(page, "Steps", "Manual step");
  const manual = step(page, /^Step 1/);
  await manual.getByRole("textbox", { name: "Title" }).fill("Tell the team");
  await manual.getByRole("textbox", { name: "Instructions" }).fill("Write to **#ops** first.");
  await addStep(page, "Steps", "Approval");
  const approval = step(page, /^Step 2/);
  await approval.getByRole("textbox", { name: "Instructions" }).fill("Is it safe to delete logs?");
  await addStep(page, "Steps", "Command");
  const command = step(page, /^Step 3/);
  await command.getByRole("textbox", { name: "Title" }).fill("Clean up");
  // Without a command it cannot be saved, and the page says why.
  await page.getByText("Can't save yet. Step 3: A step of the type 'command' needs a command.").waitFor();
  await command
    .getByRole("textbox", { name: "Command" })
    .fill("echo older than {{ parameters.days }} days; echo careful >&2; sleep 1; echo cleaned");

  // It moves by button and by keyboard.
  await command.getByRole("button", { name: /^Move .* up$/ }).click();
  await step(page, "Step 2: Clean up").getByRole("button", { name: "Clean up", exact: false }).first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await step(page, "Step 3: Clean up").waitFor();

  const dryRun = region(page, "Dry run");
  await dryRun.getByRole("combobox", { name: "Targets" }).fill(host.name);
  await page.getByRole("option", { name: host.name }).click();
  await dryRun.getByRole("button", { name: "Dry run" }).click();
  await dryRun.getByText("echo older than '7' days").waitFor();
  await dryRun.getByText("Everything is OK").waitFor();
  expect(new URL(page.url()).searchParams.get("dry")).toBe("EXE-00000001");

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByLabel("What changed?").fill("The first version");
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await region(page, "Versions").getByText("The first version").waitFor();

  await page.goto(`/incidents/${incident.reference}`);
  await region(page, "Runbooks").getByRole("button", { name: "Run", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Runbook" }).click();
  await page.getByRole("option", { name: "Free disk space" }).click();
  await dialog.getByText(host.name).waitFor();
  await dialog.getByRole("textbox", { name: "days" }).fill("3");
  await dialog.getByRole("button", { name: "Execute" }).click();

  await heading(page, "Free disk space").waitFor();
  await page.getByText("Write to").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Is it safe to delete logs?").waitFor();
  await page.getByText(/^Waits for (?!approval)/).waitFor();

  const inbox = await stage.visit(approver);
  await inbox.goto("/approvals");
  const card = inbox.getByRole("listitem", { name: /Free disk space/ });
  await card.getByText("Is it safe to delete logs?").waitFor();
  await card.getByRole("button", { name: "Approve" }).click();
  await inbox.getByText("You're all caught up").waitFor();

  const log = page.getByRole("log", { name: "Output of Clean up" });
  await log.getByText("older than 3 days").waitFor();
  await log.getByText("careful").waitFor();
  await log.getByText("cleaned").waitFor();
  await page.locator("article header").getByText("Succeeded").waitFor();

  await page.goto(`/incidents/${incident.reference}`);
  await region(page, "Runbooks").getByRole("link", { name: "Free disk space" }).waitFor();
  await region(page, "Timeline").getByText("EXE-00000002 ('Free disk space') succeeded").waitFor();
  await region(page, "Timeline").getByRole("link", { name: "EXE-00000002" }).first().click();
  await heading(page, "Free disk space").waitFor();
  await page.goto("/runbooks");
  await row(page, "Free disk space").getByText("100 %").first().waitFor();
});

test("a failed execution is retried from its failed step, and a running one is cancelled", async () => {
  const { boss, page, host } = await serverRoom();
  const flag = `/tmp/opsplane-e2e-${Date.now()}`;
  const { id } = await aRunbook(boss, [
    { type: "command", title: "First", command: "echo once" },
    {
      type: "command",
      title: "Second",
      command: `test -e ${flag} || { touch ${flag}; exit 4; }; rm ${flag}; sleep 60`,
    },
  ]);
  await page.goto(`/runbooks/${id}`);
  await page.getByRole("button", { name: "Execute", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Targets" }).fill(host.name);
  await page.getByRole("option", { name: host.name }).click();
  await dialog.getByRole("button", { name: "Execute" }).click();
  const header = page.locator("article header");
  await header.getByText("Failed", { exact: true }).waitFor();
  await page
    .getByText(/exit code 4/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Retry from the failed step" }).click();
  await header.getByText("Running").waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByLabel("Reason").fill("wrong host");
  await page.getByRole("button", { name: "Cancel the execution" }).click();
  await page
    .getByText(/Cancelled by .*: wrong host\./)
    .first()
    .waitFor();

  await page.goto("/executions?status=cancelled");
  await row(page, "EXE-00000001").getByText("Cancelled").waitFor();
});

test("an edit by someone else is noticed, and unsaved changes are asked about", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await aRunbook(boss, [{ type: "wait", title: "Rest", seconds: 1 }], { name: "Rest a while" });
  await page.goto(`/runbooks/${id}`);
  await untilLive(page);
  await page.getByLabel("Description").fill("Mine");
  await page.getByText("Unsaved changes").waitFor();
  await boss.api.runbooks.update({ params: { id }, body: { description: "Theirs" } });
  await page.getByText("Someone else changed this runbook").waitFor();
  await page.getByRole("button", { name: "Keep my version" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Executions" }).click();
  const asked = page.getByRole("dialog", { name: "Leave without saving?" });
  await asked.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Rest a while saved").waitFor();
  expect((await boss.api.runbooks.get({ params: { id } })).description).toBe("Mine");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Executions" }).click();
  await heading(page, "Executions").waitFor();
});

test("a viewer reads a runbook and its executions, and changes nothing", async () => {
  const boss: Person = await stage.plane.tenant();
  const viewer = await stage.plane.person("viewer", boss);
  const { id } = await aRunbook(boss, [{ type: "manual", title: "Look", instructions: "At the lamp" }], {
    name: "Lamp",
  });
  const { id: executionId, reference } = await boss.api.executions.execute({ params: { id }, body: {} });
  await executionWhen(boss, executionId, ({ status }) => status === "waiting");
  const page = await stage.visit(viewer);
  await page.goto(`/runbooks/${id}`);
  await page.getByText("At the lamp").waitFor();
  for (const name of ["Execute", "Save", "Publish", "Dry run"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  await page.goto(`/executions/${reference}`);
  await page.getByText("You don't have access to decide this step.").waitFor();
  expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
});

test("a catalog item is fulfilled by a chosen runbook, and the request shows its execution", async () => {
  const { boss, page } = await stage.fresh();
  await aRunbook(boss, [{ type: "wait", title: "Rest", seconds: 1 }], { name: "Create a mailbox" });
  const item = await boss.api.catalog.create({ body: { name: "Mailbox" } });
  await page.goto(`/catalog/${item.id}/edit`);
  await page.getByText("Automatic (runbook)").click();
  await page.getByRole("combobox", { name: "Runbook" }).click();
  await page.getByRole("option", { name: "Create a mailbox" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Mailbox saved").waitFor();
  const { reference } = await boss.api.requests.create({ body: { catalog_item_id: item.id, inputs: {} } });
  await page.goto(`/requests/${reference}`);
  const execution = region(page, "Runbook execution");
  await execution.getByText("Succeeded").waitFor();
  await execution.getByRole("link", { name: "Create a mailbox" }).click();
  await page.getByRole("link", { name: reference }).waitFor();
});

test("a step is dragged to another place, and axe finds no serious violation with every kind of step open", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await aRunbook(
    boss,
    [
      {
        type: "command",
        title: "One",
        command: "echo averyveryverylongword-averyveryverylongword-averyveryverylongword",
      },
      {
        type: "http",
        title: "Two",
        method: "POST",
        url: "https://example.com",
        headers: { accept: "*/*" },
        body: "{}",
      },
      { type: "notification", title: "Three", message: "Hi", recipients: [{ type: "role", value: "admin" }] },
      { type: "approval", title: "Four", approver_type: "role", approver_value: "admin" },
      { type: "manual", title: "Five", instructions: "Look" },
      { type: "query", title: "Six", query: { source: "metrics", metric_name: "up", operator: ">", threshold: 0 } },
      { type: "wait", title: "Seven", seconds: 1 },
    ],
    {
      parameters: [
        { name: "who", type: "string" },
        { name: "size", type: "choice", choices: ["s", "m"] },
        { name: "key", type: "secret" },
      ],
      verification: { query: { source: "logs", service: "shop", operator: "<", threshold: 1 } },
    },
  );
  await page.goto(`/runbooks/${id}`);
  await page.getByTitle("Drag to move").first().dragTo(step(page, "Step 3: Three"));
  await step(page, "Step 3: One").waitFor();
  await step(page, "Step 1: Two").waitFor();
  for (const name of ["One", "Two", "Three", "Four", "Five", "Six", "Seven"])
    await step(page, new RegExp(`^Step \\d: ${name}$`))
      .getByRole("button", { expanded: false })
      .click();
  await untilStill(page);
  expect(await violationsInBothThemes(page, { within: "main" })).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await untilStill(page);
  await expect.poll(() => sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Execute", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await untilStill(page);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("a published runbook that would fail has a mark in the list, and a notice with step and remedy on its page", async () => {
  const boss = await stage.plane.tenant();
  const page = await stage.visit(boss, { colorScheme: "dark" });
  const { id: secret_id } = await boss.api.secrets.create({ body: { name: "Short", value: "907" } });
  const steps = [{ type: "command" as const, title: "Sign the release", command: "sign {{ parameters.key }}" }];
  const { id, name } = await aRunbook(boss, steps, { parameters: [{ name: "key", type: "secret", secret_id }] });
  await page.goto("/runbooks");
  await row(page, name).getByText("would fail").waitFor();
  await page.goto(`/runbooks/${id}`);
  const notice = page.getByRole("alert").filter({ hasText: "Version 1 would fail" });
  await notice.getByText("Sign the release").waitFor();
  await notice.getByText("Replace its value under Settings → Secrets").waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
