import { emptyLayout } from "@opsplane/contract";
import type { Person } from "@opsplane/tenant-plane/testing/people";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { heading, noProblems, pageProblems } from "./browser.ts";
import { sendLoad } from "./load-metric.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

const widget = (page: Page, name: string) => page.getByRole("article", { name });
const movable = (page: Page, name: string) => page.getByRole("group", { name: new RegExp(`^${name}, column`) });
const placeOf = async (page: Page, name: string) =>
  (await movable(page, name).getAttribute("aria-label"))?.replace(`${name}, `, "");

async function drag(page: Page, from: Locator, by: { x: number; y: number }) {
  const box = await from.boundingBox();
  if (!box) throw new Error("It is not visible.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 });
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

async function addText(page: Page, title: string, text: string) {
  await page.getByRole("button", { name: "Add widget" }).click();
  await page.getByRole("button", { name: /^Text/ }).click();
  const form = page.getByRole("dialog", { name: "New widget: text" });
  await form.getByLabel("Title").fill(title);
  await form.getByRole("textbox", { name: "Text" }).fill(text);
  await form.getByText(text).first().waitFor();
  await form.getByRole("button", { name: "Add widget" }).click();
  await movable(page, title).waitFor();
}

test("a dashboard is built with the pointer and the keyboard, undone, saved and shared by a link", async () => {
  const { boss, page } = await stage.fresh();
  await boss.api.incidents.create({ body: { title: "The shop is slow", severity: "P1" } });
  await page.goto("/reports/dashboards");
  await heading(page, "Dashboards").waitFor();
  await page.getByText("No dashboards yet").waitFor();
  await page.getByRole("button", { name: "New dashboard" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Checkout");
  await page.getByRole("button", { name: "Create" }).click();
  await heading(page, "Checkout").waitFor();

  await addText(page, "Notes", "Call the *shop* team first.");
  await addText(page, "More", "Second text");
  expect(await placeOf(page, "Notes")).toBe("column 1, row 1, 8 by 4");
  expect(await placeOf(page, "More")).toBe("column 9, row 1, 8 by 4");

  await page.getByRole("button", { name: "Add widget" }).click();
  await page.getByRole("button", { name: /^Incident list/ }).click();
  const form = page.getByRole("dialog", { name: "New widget: incident list" });
  await form.getByLabel("Title").fill("Incidents");
  await form.getByText("The shop is slow").waitFor();
  await form.getByRole("button", { name: "Add widget" }).click();
  await movable(page, "Incidents").waitFor();

  // A third of the board to the right is where the other widget is; it makes room.
  const board = await movable(page, "Notes").boundingBox();
  await drag(page, movable(page, "Notes").locator("[data-handle]"), { x: (board?.width ?? 0) + 8, y: 0 });
  await expect.poll(() => placeOf(page, "Notes")).toBe("column 9, row 1, 8 by 4");
  expect(await placeOf(page, "More")).toBe("column 9, row 5, 8 by 4");
  await drag(page, movable(page, "Notes").locator("[data-corner]"), { x: board?.width ?? 0, y: 2 * 38 });
  await expect.poll(() => placeOf(page, "Notes")).toBe("column 9, row 1, 16 by 6");

  await movable(page, "More").focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => placeOf(page, "More")).toMatch(/^column 8, /);
  await page.keyboard.press("Shift+ArrowDown");
  await expect.poll(() => placeOf(page, "More")).toMatch(/ 8 by 5$/);
  await page.keyboard.press("Delete");
  await expect.poll(() => movable(page, "More").count()).toBe(0);
  await page.keyboard.press("Control+z");
  await movable(page, "More").waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => movable(page, "More").count()).toBe(0);
  expect(await pageProblems(page, { within: "main", narrowToo: true })).toEqual(noProblems);

  // Leaving asks, because nothing is saved yet.
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Incidents/ })
    .click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Dashboard saved").waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("edit")).toBeNull();
  await widget(page, "Notes").getByText("Call the shop team first.").waitFor();
  const [stored] = (await boss.api.dashboards.list()).items;
  const { layout } = await boss.api.dashboards.get({ params: { id: stored?.id ?? "" } });
  expect(layout.widgets.map(({ title, x, w, h }) => [title, x, w, h]).sort()).toEqual([
    ["Incidents", 0, 12, 8],
    ["Notes", 8, 16, 6],
  ]);

  await page.getByRole("button", { name: "Full screen Notes" }).click();
  await expect.poll(() => widget(page, "Incidents").count()).toBe(0);
  await page.keyboard.press("Escape");
  await widget(page, "Incidents").waitFor();

  await page.getByRole("button", { name: "Share" }).click();
  const share = page.getByRole("dialog", { name: "Share Checkout" });
  await share.getByLabel("Name of the link").fill("Lobby");
  await share.getByRole("button", { name: "Create link" }).click();
  const url = await share.getByLabel("New public link").inputValue();
  expect(await pageProblems(page, { within: "[role=dialog]" })).toEqual(noProblems);
  const guest = await stage.stranger();
  await guest.goto(url);
  await guest.getByRole("heading", { name: "Checkout", level: 1 }).waitFor();
  await widget(guest, "Incidents").getByText("The shop is slow").waitFor();
  expect(await guest.getByRole("navigation").count()).toBe(0);
  expect(await guest.getByRole("link", { name: "INC-" }).count()).toBe(0);
  expect(await pageProblems(guest, { within: "main", narrowToo: true })).toEqual(noProblems);
  await share.getByRole("button", { name: "Revoke Lobby" }).click();
  await page.getByText("Link revoked").waitFor();
  await guest.reload();
  await guest.getByRole("heading", { name: "This link can't be used" }).waitFor();
});

test("two editors: the second sees that someone else saved, and can keep the draft", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await boss.api.dashboards.create({ body: { name: "Ours", visibility: "everyone" } });
  await page.goto(`/reports/dashboards/${id}?edit=1`);
  await addText(page, "Mine", "My text");
  await boss.api.dashboards.update({ params: { id }, body: { description: "Changed by someone else" } });
  const notice = page.getByRole("alert").filter({ hasText: "Someone else changed this dashboard" });
  await notice.waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await notice.filter({ hasText: "Not saved" }).waitFor();
  expect((await boss.api.dashboards.get({ params: { id } })).layout.widgets).toEqual([]);
  await notice.getByRole("button", { name: "Keep my version" }).click();
  await page.getByText("Dashboard saved").waitFor();
  expect((await boss.api.dashboards.get({ params: { id } })).layout.widgets).toMatchObject([{ title: "Mine" }]);
});

describe.skipIf(inject("clickhouseProblem") !== "")("with telemetry", () => {
  let boss: Person;
  beforeAll(async () => {
    boss = await stage.plane.tenant("enterprise");
    await sendLoad(boss);
  });

  test("a variable of the address filters charts and titles, and a viewer sees no editor", async () => {
    const query = { source: "metric", metric_name: "load", match: ["host=$host"], agg: "max", by: ["host"] };
    const { id } = await boss.api.dashboards.create({
      body: {
        name: "Load",
        visibility: "everyone",
        layout: {
          ...emptyLayout,
          widgets: [
            {
              id: "a",
              kind: "time_series",
              title: "Load of $host",
              x: 0,
              y: 0,
              w: 24,
              h: 8,
              options: { queries: [query] },
            },
          ],
          variables: [
            {
              ...{ name: "host", label: "Host", type: "label_values", metric_name: "load", label_name: "host" },
              ...{ multi: true, include_all: true, default: [] },
            },
          ],
        },
      },
    });
    const page = await stage.visit(await stage.plane.person("viewer", boss));
    await page.goto(`/reports/dashboards/${id}`);
    await widget(page, "Load of All").getByText("web-2").first().waitFor();
    expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Share" }).count()).toBe(0);
    await page.getByRole("combobox", { name: "Host" }).click();
    await page.getByRole("option", { name: "web-1" }).click();
    await widget(page, "Load of web-1").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("var-host")).toBe("web-1");
    await expect.poll(() => widget(page, "Load of web-1").getByText("web-2").count()).toBe(0);
    expect(await pageProblems(page, { within: "main", narrowToo: true })).toEqual(noProblems);
  });
});
