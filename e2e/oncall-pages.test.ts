import type { Person } from "@opsplane/tenant-plane/testing/people";
import { startReceiver } from "@opsplane/tenant-plane/testing/receiver";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, noProblems, pageProblems, seriousViolations, untilStill } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

/** Types into a search select and takes the option. */
async function choose(page: Page, field: string, name: string) {
  await page.getByRole("combobox", { name: field, exact: true }).fill(name);
  await page.getByRole("option", { name }).first().click();
}

async function colleague({ api }: Person, name: string): Promise<string> {
  const { id } = await api.users.create({
    body: { name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`, role: "operator" },
  });
  return id;
}

test("a team sets up a schedule, an escalation policy and a channel, and an incident shows who was paged", async () => {
  const receiver = await startReceiver((_, response) => void response.end());
  const { boss, page } = await stage.fresh();
  await colleague(boss, "Ada Lovelace");
  await colleague(boss, "Bob Kahn");

  await page.goto("/oncall");
  await heading(page, "On-call").waitFor();
  await page.getByText("You are not on call now.").waitFor();
  await page.getByRole("link", { name: "New schedule" }).click();
  await heading(page, "New schedule").waitFor();
  await page.getByRole("button", { name: "Create schedule" }).click();
  await page.getByText("Enter a name.").waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Primary");
  await choose(page, "Timezone", "Europe/Berlin");
  await page.getByRole("button", { name: "Add layer" }).click();
  await choose(page, "Add person to layer 1", "Ada Lovelace");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview
    .getByRole("group", { name: "On call" })
    .getByRole("button", { name: /^Ada Lovelace/ })
    .first()
    .waitFor();
  await choose(page, "Add person to layer 1", "Bob Kahn");
  await preview
    .getByRole("group", { name: "On call" })
    .getByRole("button", { name: /^Bob Kahn/ })
    .first()
    .waitFor();
  const people = page.getByRole("list", { name: "People of layer 1" }).getByRole("listitem");
  await page.getByRole("button", { name: "Remove Ada Lovelace" }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => people.first().textContent()).toContain("Bob Kahn");
  await page.getByRole("button", { name: "Limit to hours" }).click();
  await preview
    .getByText(/^No one is on call/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Remove hours 1" }).click();
  await preview
    .getByText(/^No one is on call/)
    .first()
    .waitFor({ state: "hidden" });
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Create schedule" }).click();
  await heading(page, "Primary").waitFor();

  const final = page.getByRole("group", { name: "On call" });
  const current = final.locator("[data-current=true]");
  await current.focus();
  await page.keyboard.press("ArrowRight");
  expect(await final.locator(":focus").getAttribute("data-current")).toBe("false");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Shift" }).getByRole("button", { name: "Take this shift" }).click();
  const override = page.getByRole("dialog", { name: "Override Primary" });
  await override.getByLabel("Comment").fill("A swap");
  expect(await seriousViolations(page)).toEqual([]);
  await override.getByRole("button", { name: "Add override" }).click();
  await page.getByText(`${boss.tokens.user.name} is on call until`).waitFor();
  await page.getByRole("list", { name: "Overrides" }).getByText("A swap").waitFor();
  await page.getByText("List", { exact: true }).click();
  await page.getByRole("list", { name: "Shifts" }).getByText("override", { exact: true }).waitFor();

  await page.goto("/oncall/channels");
  await page.getByRole("button", { name: "New channel" }).click();
  const channel = page.getByRole("dialog", { name: "New channel" });
  await channel.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Webhook" }).click();
  await channel.getByLabel("Name").fill("Pager");
  await channel.getByLabel("URL").fill(`${receiver.url}/pager`);
  await channel.getByRole("button", { name: "Create channel" }).click();
  const secret = page.getByRole("dialog", { name: "Signing secret of Pager" });
  expect(await secret.getByLabel("Signing secret").inputValue()).toMatch(/^whsec_/);
  await secret.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Test Pager" }).click();
  await page.getByRole("status", { name: "Test result" }).getByText("answered 200").waitFor();
  expect(receiver.at("/pager").map(({ event }) => event.type)).toEqual(["oncall.test"]);
  await page.getByRole("button", { name: "Deliveries of Pager" }).click();
  const drawer = page.getByRole("dialog", { name: "Deliveries of Pager" });
  await drawer.getByRole("button", { name: /Test message.*Delivered/ }).click();
  await drawer.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => receiver.at("/pager").length).toBe(2);

  await page.goto("/oncall/escalation-policies/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Shop");
  await page.getByRole("switch", { name: "Default policy" }).setChecked(true);
  await choose(page, "Add to step 1", "Primary");
  await page.getByRole("button", { name: "Add step" }).click();
  await choose(page, "Add to step 2", "Bob Kahn");
  await page.getByRole("region", { name: "What happens" }).getByText("Pages Bob Kahn.").waitFor();
  await page.getByRole("button", { name: "Create policy" }).click();
  await page.getByText("schedule Primary → after 5 minutes: Bob Kahn").waitFor();

  const { reference } = await boss.api.response.inject({ body: { title: "Checkout is down", severity: "P1" } });
  await page.goto(`/incidents/${reference}`);
  const paging = page.getByRole("region", { name: "Paging" });
  const line = paging.getByRole("listitem").filter({ hasText: "Pager" });
  await line.getByText("Delivered").waitFor();
  await line.getByText("schedule Primary").waitFor();
  await paging.getByText("Step 1 of 2").waitFor();
  await paging.getByText(/next step in/).waitFor();
  expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  await paging.getByRole("button", { name: "Reassign" }).click();
  const dialog = page.getByRole("dialog", { name: `Page someone for ${reference}` });
  await dialog.getByText("This replaces the open page of Shop.").waitFor();
  await dialog.getByLabel("Person, schedule, team or channel").check();
  await choose(page, "Who", boss.tokens.user.name);
  await dialog.getByRole("button", { name: "Replace page" }).click();
  await paging.getByText("Earlier pages (1)").waitFor();

  await page.goto("/oncall");
  await page.getByText("You are on call for").waitFor();
  await page.getByRole("button", { name: `Acknowledge ${reference}` }).click();
  await page.getByText("No one is being paged.").waitFor();
  expect(await boss.api.incidents.get({ params: { id: reference } })).toMatchObject({ status: "acknowledged" });
  receiver.close();
});

test("a policy in use is not deleted, and a viewer reads without buttons", async () => {
  const { boss, page } = await stage.fresh();
  const schedule = await boss.api.oncallSchedules.create({ body: { name: "Empty", timezone: "UTC" } });
  const policy = await boss.api.escalationPolicies.create({
    body: { name: "Busy", is_default: true, steps: [{ targets: [{ type: "user", id: boss.tokens.user.id }] }] },
  });
  const { id } = await boss.api.response.inject({ body: { title: "Down" } });
  await expect.poll(async () => (await boss.api.oncall.pages({ query: { incident_id: id } })).items.length).toBe(1);
  await page.goto(`/oncall/escalation-policies/${policy.id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("has open pages; acknowledge or stop them first").waitFor();

  const viewer = await stage.visit(await stage.plane.person("viewer", boss));
  await viewer.goto(`/oncall/schedules/${schedule.id}`);
  await viewer.getByText("No one is on call").first().waitFor();
  for (const name of ["Override", "Add override"])
    expect(await viewer.getByRole("button", { name, exact: true }).count()).toBe(0);
  await viewer.goto("/oncall/schedules/new");
  await viewer.getByText("oncall:write").waitFor();
  await viewer.goto("/oncall");
  await viewer
    .getByText("Reached no one yet")
    .or(viewer.getByText(/^(Paged|Tried)/))
    .first()
    .waitFor();
  expect(await viewer.getByRole("button", { name: /^(Stop|Acknowledge)/ }).count()).toBe(0);
});

test("an incident that reaches nobody is red on On-call, Home, in the list and on its page, until someone acknowledges", async () => {
  const { boss, page } = await stage.fresh();
  const targets = [{ type: "user" as const, id: boss.tokens.user.id }];
  await boss.api.escalationPolicies.create({ body: { name: "Mail only", is_default: true, steps: [{ targets }] } });
  const { id, reference } = await boss.api.response.inject({ body: { title: "Checkout is down", severity: "P1" } });
  const unanswered = async () => (await boss.api.incidents.get({ params: { id } })).unanswered;
  await expect.poll(unanswered).toBe("unreached");

  await page.goto("/oncall");
  const panel = page.getByRole("region", { name: "Incidents that nobody answers" });
  await panel.getByText(`${reference}: Checkout is down`).waitFor();
  await panel.getByText("No mail server is configured (SMTP_URL)").waitFor();
  expect(await page.getByText("No one is being paged.").count()).toBe(0);
  expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  await page.goto("/");
  await panel.getByText(`${reference}: Checkout is down`).waitFor();
  await page.goto("/incidents?paging=unanswered");
  await page.getByRole("img", { name: "Nobody was reached" }).waitFor();
  await page.goto(`/incidents/${reference}`);
  const alert = page.getByRole("alert").filter({ hasText: "Nobody was reached." });
  await alert.getByText(`Tried: ${boss.tokens.user.name} by email (failed)`).waitFor();
  expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  await page.goto("/oncall/channels");
  await page.getByText("no page can reach you by email").waitFor();

  await page.goto("/oncall");
  await panel.getByRole("button", { name: `Acknowledge ${reference}` }).click();
  await panel.waitFor({ state: "hidden" });
  await page.getByText("No one is being paged.").waitFor();
  await page.goto(`/incidents/${reference}`);
  await heading(page, "Checkout is down").waitFor();
  await alert.waitFor({ state: "hidden" });
});
