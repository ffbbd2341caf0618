import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { noProblems, pageProblems, seriousViolations, untilStill } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

const panel = (page: Page) => page.getByRole("dialog", { name: "Copilot" });
const question = (page: Page) => panel(page).getByLabel("Question");

async function ask(page: Page, text: string): Promise<void> {
  await question(page).fill(text);
  await question(page).press("Enter");
  await panel(page).getByRole("article", { name: text }).last().getByRole("button", { name: "Good answer" }).waitFor();
}

test("the panel opens with the keyboard, answers, cites, follows up and stays open on other pages", async () => {
  const { boss, page } = await stage.fresh();
  await boss.api.incidents.create({ body: { title: "Disk of db-1 is full", severity: "P1" } });
  await boss.api.incidents.create({ body: { title: "Slow search", severity: "P3" } });
  await page.goto("/incidents");
  await page.getByRole("button", { name: "Copilot" }).waitFor();
  await page.keyboard.press("Control+j");
  await panel(page).getByRole("button", { name: "What is our MTTR?" }).waitFor();
  await expect
    .poll(() => page.evaluate<string>(`document.activeElement?.getAttribute("aria-label") ?? ""`))
    .toBe("Question");
  await ask(page, "How many open incidents are there?");
  await panel(page).getByText("2 incidents.").waitFor();
  await ask(page, "only P1");
  await panel(page).getByText("1 incident.", { exact: true }).waitFor();
  await ask(page, "Show the open incidents");
  await panel(page).getByRole("link", { name: "INC-00000001", exact: true }).first().click();
  await page.waitForURL("**/incidents/INC-00000001");
  await page.getByRole("heading", { name: "Disk of db-1 is full" }).first().waitFor();
  await ask(page, "Tell me about this incident");
  await panel(page).getByText("Disk of db-1 is full").first().waitFor();
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await question(page).press("Escape");
  await expect.poll(() => panel(page).count()).toBe(0);
});

test("an answer shows how it was read, and parts are taken out or changed with the keyboard", async () => {
  const { boss, page } = await stage.fresh();
  await boss.api.incidents.create({ body: { title: "Disk of db-1 is full", severity: "P1" } });
  await boss.api.incidents.create({ body: { title: "Slow search", severity: "P3" } });
  await page.goto("/incidents");
  await page.getByRole("button", { name: "Copilot" }).click();
  await ask(page, "how many open incidents are not P1");
  const chips = panel(page).getByRole("list", { name: "Read as" }).last();
  await expect
    .poll(() => chips.getByRole("listitem").allTextContents())
    .toEqual(["incidents", "open", "not severity P1"]);
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await chips.getByRole("button", { name: "Without: not severity P1" }).press("Enter");
  await panel(page).getByText("2 incidents.").waitFor();
  await chips.getByRole("button", { name: "Change: open" }).press("Enter");
  await page.getByRole("menuitem", { name: "closed" }).press("Enter");
  await panel(page).getByText("0 incidents.").waitFor();
});

test("words that were not understood are named, and the nearest question is a button", async () => {
  const { boss, page } = await stage.fresh();
  await boss.api.incidents.create({ body: { title: "Disk of db-1 is full", severity: "P1" } });
  await page.goto("/incidents");
  await page.getByRole("button", { name: "Copilot" }).click();
  await ask(page, "how many P1 incidents were escalated twice");
  await panel(page).getByText("I did not understand “escalated”, “twice”.").waitFor();
  await panel(page).getByText("Did you mean").waitFor();
  await panel(page).getByRole("button", { name: "How many P1 incidents are there?" }).press("Enter");
  await panel(page).getByText("1 incident.", { exact: true }).waitFor();
});

test("answers are rated, conversations are kept, opened again and deleted", async () => {
  const { boss, page } = await stage.fresh();
  await page.goto("/");
  await page.getByRole("button", { name: "Copilot" }).click();
  await ask(page, "How many incidents are there?");
  await panel(page).getByRole("button", { name: "Good answer" }).click();
  await expect
    .poll(async () => {
      const [first] = (await boss.api.copilot.conversations()).items;
      return first && (await boss.api.copilot.conversation({ params: { id: first.id } })).items[0]?.rating;
    })
    .toBe("up");
  await panel(page).getByRole("button", { name: "New conversation" }).click();
  await panel(page).getByRole("button", { name: "Who is on call now?" }).waitFor();
  await panel(page).getByRole("button", { name: "History" }).click();
  await panel(page).getByRole("button", { name: "How many incidents are there?", exact: true }).click();
  await panel(page).getByText("0 incidents.").waitFor();
  await panel(page).getByRole("button", { name: "History" }).click();
  await panel(page).getByRole("button", { name: "Delete conversation: How many incidents are there?" }).click();
  await panel(page).getByText("No conversations yet").waitFor();
  expect((await boss.api.copilot.conversations()).total).toBe(0);
});

test("the palette opens it, and a lost connection offers to try again", async () => {
  const { page } = await stage.fresh();
  await page.goto("/");
  await page.getByRole("button", { name: "Copilot" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByLabel("Search or jump to").last().fill("copilot");
  await page.keyboard.press("Enter");
  await question(page).waitFor();
  await page.route("**/api/copilot/query", (route) => route.abort());
  await question(page).fill("Who is on call?");
  await question(page).press("Enter");
  await panel(page).getByText("You are offline").waitFor();
  await page.unroute("**/api/copilot/query");
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await panel(page).getByText("There are no on-call schedules.").waitFor();
});

test("it fits a phone, and people without the permission have no copilot", async () => {
  const { boss } = await stage.fresh();
  const phone = await stage.visit(boss, { viewport: { width: 390, height: 800 } });
  await phone.goto("/");
  await phone.getByRole("button", { name: "Copilot" }).click();
  await ask(phone, "What can you do?");
  await untilStill(phone);
  expect(await pageProblems(phone, { within: "[role=dialog]" })).toEqual(noProblems);
  await boss.api.roles.create({ body: { name: "narrow", permissions: ["incidents:read"] } });
  const other = await stage.visit(await stage.plane.person("narrow", boss));
  await other.goto("/incidents");
  await other.getByRole("heading", { name: "Incidents" }).first().waitFor();
  expect(await other.getByRole("button", { name: "Copilot" }).count()).toBe(0);
});
