import { readFile } from "node:fs/promises";
import type { Severity } from "@opsplane/contract";
import { fewAtATime } from "@opsplane/tenant-plane/testing/few-at-a-time";
import type { Person } from "@opsplane/tenant-plane/testing/people";
import { beforeAll, expect, test } from "vitest";
import { heading, row, untilLive } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let operator: Person;

beforeAll(async () => {
  operator = await stage.plane.person("operator");
});

function create(by: Person, title: string, severity: Severity = "P3") {
  return by.api.incidents.create({ body: { title, severity } });
}

test("an incident goes from triggered to closed with the offered buttons", async () => {
  const page = await stage.visit(operator);
  await page.goto("/incidents");
  await page.getByRole("button", { name: "New incident" }).first().click();
  await page.getByLabel("Title").fill("Checkout answers 502");
  await page.getByRole("dialog").getByText("P1", { exact: true }).click();
  await page.getByLabel("Description").fill("Since **02:41** <img src=x onerror=alert(1)>");
  await page.getByRole("button", { name: "Create incident" }).click();
  await heading(page, "Checkout answers 502").waitFor();
  await page.getByText("<img src=x onerror=alert(1)>").waitFor();

  const header = page.locator("article header");
  const offered = async () =>
    (await header.getByRole("button").allTextContents()).filter((name) =>
      /Open|Acknowledge|Investigate|Resolve|Close|Reopen/.test(name),
    );
  const steps = [
    ["Open", "Open"],
    ["Acknowledge", "Acknowledged"],
    ["Investigate", "Investigating"],
  ];
  for (const [button = "", status = ""] of steps) {
    await expect.poll(offered).toEqual([button]);
    await header.getByRole("button", { name: button }).click();
    await header.getByText(status, { exact: true }).waitFor();
  }
  await header.getByRole("button", { name: "Resolve" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Resolved by").inputValue()).toBe(operator.email);
  await dialog.getByLabel("Resolution notes").fill("Rolled back.");
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await page.getByRole("region", { name: "Resolution" }).getByText("Rolled back.").waitFor();
  await expect.poll(offered).toEqual(["Close", "Reopen"]);
  await header.getByRole("button", { name: "Close" }).click();
  await header.getByText("Closed", { exact: true }).waitFor();
  await expect.poll(offered).toEqual([]);
});

test("a change in one browser appears in another without a reload", async () => {
  const { boss, page: first } = await stage.fresh();
  const { reference } = await create(boss, "Disk is nearly full");
  const second = await stage.visit(boss);
  await Promise.all([first.goto("/incidents"), second.goto(`/incidents/${reference}`)]);
  await Promise.all([untilLive(first), untilLive(second)]);
  await second.getByRole("button", { name: "Open", exact: true }).click();
  await row(first, "Disk is nearly full").getByText("Open").waitFor();
  await create(boss, "Another one", "P1");
  await row(first, "Another one").waitFor();
  await first.goto(`/incidents/${reference}`);
  await untilLive(first);
  await second.getByLabel("Note, in markdown").fill("Cleaned *logs*");
  await second.keyboard.press("Control+Enter");
  await first
    .getByRole("list", { name: /Timeline/ })
    .getByText("Cleaned logs")
    .waitFor();
  await expect.poll(() => second.getByLabel("Note, in markdown").inputValue()).toBe("");
});

test("a broken live connection is shown, and missed changes appear when it is back", async () => {
  const { boss, page } = await stage.fresh();
  await page.route("**/api/events/stream", (route) => route.abort());
  await page.goto("/incidents");
  await page.getByText("No incidents yet").waitFor();
  await page.getByText(/Connection lost\. Showing data from \d\d:\d\d\. Retrying…/).waitFor();
  await create(boss, "Missed while offline");
  await page.unroute("**/api/events/stream");
  await untilLive(page);
  await page.getByText("Connection lost.").waitFor({ state: "detached" });
  await row(page, "Missed while offline").waitFor();
});

test("a concurrent change of a text is shown with the draft, and neither is lost", async () => {
  const { boss, page } = await stage.fresh();
  const { id, reference } = await create(boss, "Two people write");
  await page.goto(`/incidents/${reference}`);
  await untilLive(page);
  await page.getByRole("button", { name: "Edit description" }).click();
  const draft = page.getByLabel("Description, in markdown");
  await draft.fill("Mine");
  await boss.api.incidents.update({ params: { id }, body: { description: "Theirs" } });
  await page.getByRole("alert").getByText("Theirs", { exact: true }).waitFor();
  expect(await draft.inputValue()).toBe("Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Not saved: this incident was updated by someone else").waitFor();
  expect(await draft.inputValue()).toBe("Mine");
  await page.getByRole("button", { name: "Keep my version" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await draft.waitFor({ state: "detached" });
  expect((await boss.api.incidents.get({ params: { id } })).description).toBe("Mine");
});

test("the palette finds incidents and changes by their words and by reference, pages and actions", async () => {
  const { boss, page } = await stage.fresh();
  await boss.api.changes.create({ body: { title: "Replace the switch" } });
  await create(boss, "Kafka lags behind");
  await create(boss, "Certificate expires");
  await page.goto("/profile");
  await untilLive(page);
  const field = page.getByRole("textbox", { name: "Search or jump to" });
  const open = async (text: string) => {
    await page.keyboard.press("Control+k");
    await field.fill(text);
  };
  await open("kafka");
  await page.getByRole("button", { name: /Kafka lags behind/ }).waitFor();
  await page.keyboard.press("Enter");
  await heading(page, "Kafka lags behind").waitFor();
  await field.waitFor({ state: "hidden" });
  await open("inc-2");
  await page.getByRole("button", { name: "Open INC-00000002" }).waitFor();
  await page.keyboard.press("Enter");
  await heading(page, "Certificate expires").waitFor();
  await field.waitFor({ state: "hidden" });
  await open("switch");
  await page.getByRole("button", { name: /Replace the switch/ }).waitFor();
  await field.fill("chg 1");
  await page.getByRole("button", { name: "Open CHG-00000001" }).waitFor();
  await page.keyboard.press("Enter");
  await heading(page, "Replace the switch").waitFor();
  await field.waitFor({ state: "hidden" });
  await open("audit");
  await page.getByRole("button", { name: /^Audit log/ }).waitFor();
  await page.keyboard.press("Enter");
  await heading(page, "Audit log").waitFor();
  await field.waitFor({ state: "hidden" });
  await open("theme light");
  await page.keyboard.press("Enter");
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
});

test("the list works by keyboard, and shortcuts are off while typing", async () => {
  const { boss, page } = await stage.fresh();
  for (const title of ["Third", "Second", "First"]) await create(boss, title);
  await page.goto("/profile");
  await heading(page, "Profile").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await row(page, "First").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("a");
  await page.getByText("2 incidents acknowledged.").waitFor();
  await row(page, "Second").getByText("Acknowledged").waitFor();
  await row(page, "Third").getByText("Triggered").waitFor();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await heading(page, "First").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.keyboard.press("/");
  await page.keyboard.type("third jxn?");
  await expect.poll(() => page.getByLabel("Search incidents").inputValue()).toBe("third jxn?");
  await page.getByText("No matching incidents").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Escape");
  await row(page, "Third").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Acknowledge selected").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New incident" }).waitFor();
});

test("any view is a link", async () => {
  const { boss, page } = await stage.fresh();
  await create(boss, "Big", "P1");
  await create(boss, "Small", "P3");
  await page.goto("/incidents");
  // The heading of the column is a button of the same name.
  await page.getByRole("button", { name: "Severity" }).and(page.locator("[aria-haspopup=menu]")).click();
  await page.getByRole("menuitemcheckbox", { name: /P1/ }).click();
  await row(page, "Small").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByLabel("Search incidents").fill("big");
  await expect.poll(() => page.url()).toBe(`${stage.plane.url}/incidents?severity=P1&q=big`);
  const other = await stage.visit(boss);
  await other.goto(page.url());
  await row(other, "Big").waitFor();
  expect(await row(other, "Small").count()).toBe(0);
  await other.getByRole("button", { name: "Clear" }).click();
  await row(other, "Small").waitFor();
  await expect.poll(() => other.url()).toBe(`${stage.plane.url}/incidents`);
});

test("a long list loads on scroll, and new incidents do not move the visible rows", async () => {
  const { boss, page } = await stage.fresh();
  await fewAtATime(240, (index) => create(boss, `Number ${index}`));
  await page.goto("/incidents");
  await untilLive(page);
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  const body = page.getByRole("rowgroup");
  await body.evaluate((box) => {
    box.scrollTop = 140 * 36;
  });
  const watched = page.getByRole("row").filter({ hasText: "INC-00000100" });
  await watched.waitFor();
  const top = async () => Math.round((await watched.boundingBox())?.y ?? -1);
  const before = await top();
  await create(boss, "While reading");
  await page.getByText("241", { exact: true }).waitFor();
  await expect.poll(top).toBe(before);
  await watched.getByRole("link").click();
  await heading(page, /Number/).waitFor();
  await page.goBack();
  await watched.waitFor();
  await body.evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  await page.getByRole("row").filter({ hasText: "INC-00000001" }).waitFor();
});

test("an empty list shows the first step; a list without matches shows how to widen the filters", async () => {
  const { boss, page } = await stage.fresh();
  await page.goto("/incidents");
  await page.getByText("No incidents yet").waitFor();
  await untilLive(page);
  const { id } = await create(boss, "The first");
  await row(page, "The first").waitFor();
  await page.goto("/incidents?severity=P1");
  await page.getByText("No matching incidents").waitFor();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await row(page, "The first").waitFor();
  for (const status of ["open", "acknowledged", "investigating", "resolved"] as const) {
    await boss.api.incidents.update({ params: { id }, body: { status } });
  }
  await page.goto("/incidents");
  await page.getByText("All clear").waitFor();
});

const onePixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

test("files are attached by button, drop and paste, shown, downloaded and deleted, and a viewer only reads them", async () => {
  const { boss, page } = await stage.fresh();
  const { reference } = await create(boss, "Disk is full");
  await page.goto(`/incidents/${reference}`);
  const panel = page.getByRole("region", { name: "Attachments" });
  const file = (name: string) => panel.getByRole("button", { name, exact: true });
  await panel.getByText("Drop files here, or paste a screenshot.").waitFor();
  await page.route("**/attachments?name=pixel.gif", (route) => route.abort(), { times: 1 });
  await page.locator("input[type=file]").setInputFiles([
    { name: "pixel.gif", mimeType: "image/gif", buffer: onePixel },
    { name: "app.log", mimeType: "text/plain", buffer: Buffer.from("out of space") },
  ]);
  await file("app.log").waitFor();
  await panel.getByRole("alert").getByText("Can't reach the server.").waitFor();
  await panel.getByRole("button", { name: "Retry pixel.gif" }).click();
  await file("pixel.gif").waitFor();

  const carrying = (name: string) =>
    `(() => { const carried = new DataTransfer(); carried.items.add(new File(["x"], ${JSON.stringify(name)})); return carried; })()`;
  await panel.dispatchEvent("drop", { dataTransfer: await page.evaluateHandle(carrying("dropped.txt")) });
  await file("dropped.txt").waitFor();
  await page.evaluate(
    `document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData: ${carrying("image.png")} }))`,
  );
  await panel.getByRole("button", { name: /^screenshot-[\d-]+\.png$/ }).waitFor();
  await page
    .getByRole("list", { name: /Timeline/ })
    .getByText("attached app.log")
    .waitFor();

  await file("pixel.gif").click();
  const width = "document.querySelector('[role=dialog] img[alt=\"pixel.gif\"]')?.naturalWidth";
  await expect.poll(() => page.evaluate<number>(width)).toBe(1);
  await page.keyboard.press("Escape");
  const [download] = await Promise.all([page.waitForEvent("download"), file("app.log").click()]);
  expect(download.suggestedFilename()).toBe("app.log");
  expect(await readFile(await download.path(), "utf8")).toBe("out of space");

  await panel.getByRole("button", { name: "Delete app.log" }).click();
  await page.getByRole("button", { name: "Delete attachment" }).click();
  await file("app.log").waitFor({ state: "detached" });

  const viewing = await stage.visit(await stage.plane.person("viewer", boss));
  await viewing.goto(`/incidents/${reference}`);
  await viewing.getByRole("button", { name: "Download pixel.gif" }).waitFor();
  expect(await viewing.getByRole("button", { name: /Attach files|^Delete / }).count()).toBe(0);
});
