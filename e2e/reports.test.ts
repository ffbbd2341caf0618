import { readFile } from "node:fs/promises";
import type { Person } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { heading, row, untilLive } from "./browser.ts";
import { region } from "./office.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const hasTelemetry = inject("clickhouseProblem") === "";

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the report"]');
const output = (page: Page) => page.frameLocator('iframe[title^="Output of"]');
const option = async (page: Page, field: string, name: string) => {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name, exact: true }).click();
};

function incident({ api }: Person, title: string) {
  return api.incidents.create({ body: { title, severity: "P2" } });
}

function aReport({ api }: Person, name: string) {
  return api.reports.create({
    body: { name, type: "Incident", data_sources: ["Incidents"], parameters: { range: "custom", from: "now-1d" } },
  });
}

test("a report is built from a starting point beside a live preview, and saved with Ctrl S", async () => {
  const { boss, page } = await stage.fresh();
  await incident(boss, "Checkout is <b>down</b>");
  await page.goto("/reports");
  await page.getByText("No reports yet").waitFor();
  await page.getByRole("link", { name: /^Incident review/ }).click();
  await heading(page, "New report").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Incident review");
  await preview(page).getByRole("heading", { name: "Incident review" }).waitFor();
  // Without permissions the document can neither run scripts nor reach the console.
  expect(await page.getByTitle("Preview of the report").getAttribute("sandbox")).toBe("");

  await page.getByLabel("Name").fill("What broke today");
  await option(page, "Period", "Custom times");
  await page.getByText("Nothing to preview yet").waitFor();
  await page.getByLabel("From").fill("tomorrow");
  await page.getByText("Enter a time such as").waitFor();
  await page.getByLabel("From").fill("now-1d");
  await preview(page).getByRole("heading", { name: "What broke today" }).waitFor();
  await preview(page).getByText("Checkout is <b>down</b>").first().waitFor();

  // Data sources are needed, and each of them is a part of the preview.
  const sources = region(page, "Data sources");
  for (const name of ["Trends", "Runbook executions", "Incidents"]) await sources.getByLabel(name).uncheck();
  await page.getByText("Nothing to preview yet").waitFor();
  await page.keyboard.press("Control+s");
  await sources.getByText("Choose at least one data source.").waitFor();
  await sources.getByLabel("Incidents").check();
  await sources.getByLabel("ITSM tickets").check();
  await preview(page).getByRole("heading", { name: "ITSM tickets" }).waitFor();
  expect(await preview(page).getByRole("heading", { name: "Trends" }).count()).toBe(0);
  // A link of the contents stays in the document.
  await preview(page).getByRole("link", { name: "ITSM tickets" }).click();
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain("about:srcdoc#source-itsm-tickets");
  await preview(page).getByRole("heading", { name: "ITSM tickets" }).waitFor();

  await option(page, "Runs", "Custom");
  await page.getByText("Next runs (UTC)").waitFor();
  await page.getByRole("link", { name: "Cancel" }).click();
  const guard = page.getByRole("dialog", { name: "Leave without saving?" });
  await guard.getByRole("button", { name: "Cancel" }).click();
  await guard.waitFor({ state: "hidden" });
  await page.getByLabel("Name").focus();
  await page.keyboard.press("Control+s");
  await heading(page, "What broke today").waitFor();
  const { items } = await boss.api.reports.list();
  expect(items).toMatchObject([
    {
      name: "What broke today",
      type: "Incident",
      data_sources: ["Incidents", "ITSM tickets"],
      parameters: { range: "custom", from: "now-1d" },
      ...{ schedule: "Custom", cron: "0 7 * * FRI", timezone: "UTC" },
    },
  ]);
  await region(page, "Schedule").getByText("Every Friday at 07:00 UTC").waitFor();

  // The server's message about a cron expression is at the schedule, and nothing is lost.
  await page.getByRole("link", { name: "Edit" }).click();
  await option(page, "Repeats", "Custom (cron)");
  await page.getByLabel("Cron expression").fill("*/5 * * * *");
  await page.getByRole("button", { name: "Save" }).click();
  await region(page, "Schedule").getByRole("alert").getByText("15 minutes").waitFor();
  await option(page, "Runs", "Mondays at 07:00 UTC");
  await page.getByRole("button", { name: "Save" }).click();
  await heading(page, "What broke today").waitFor();
  await region(page, "Schedule").getByText("Mondays at 07:00 UTC").waitFor();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("What broke today (copy)");
  await page.getByRole("button", { name: "Create report" }).click();
  await heading(page, "What broke today (copy)").waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await heading(page, "Reports").waitFor();
  await row(page, "What broke today").waitFor();
  await expect.poll(() => row(page, "(copy)").count()).toBe(0);
});

test("a report runs in three formats: HTML and JSON are shown, CSV is downloaded, and all stay in the history", async () => {
  const { boss, page } = await stage.fresh();
  await incident(boss, "Search is slow");
  const { id } = await aReport(boss, "Review");
  await page.goto("/reports");
  await page.getByRole("button", { name: "Run Review" }).click();
  await heading(page, "Review").waitFor();
  await output(page).getByText("Search is slow").first().waitFor();
  expect(await page.getByTitle("Output of Review").getAttribute("sandbox")).not.toContain("allow-scripts");
  await page.evaluate(`document.querySelector("iframe").contentWindow.print = () => { document.title = "printed"; }`);
  await page.getByRole("button", { name: "Print or PDF" }).click();
  await expect.poll(() => page.title()).toBe("printed");
  const shown = page.url();

  const runAs = async (format: string) => {
    await page.getByRole("button", { name: "More ways to run" }).click();
    await page.getByRole("menuitem", { name: `Run as ${format}` }).click();
  };
  await runAs("JSON");
  const json = page.getByRole("region", { name: "JSON output" });
  await json.getByText('"schema_version": 1').waitFor();
  await json.getByText("Search is slow").first().waitFor();

  const [download] = await Promise.all([page.waitForEvent("download"), runAs("CSV")]);
  expect(download.suggestedFilename()).toBe(`report-${id}.csv`);
  expect(await readFile(await download.path(), "utf8")).toContain("Search is slow");

  const runs = page.getByRole("table", { name: "Runs" });
  await expect.poll(() => runs.getByRole("row").count()).toBe(4);
  expect(await runs.getByText("Succeeded").count()).toBe(3);
  await runs.getByText(boss.email).first().waitFor();
  const [again] = await Promise.all([
    page.waitForEvent("download"),
    runs.getByRole("button", { name: "Download JSON" }).click(),
  ]);
  expect(again.suggestedFilename()).toBe(`report-${id}.json`);

  // A mail links to one run. Its output is the stored one, not a new one.
  await incident(boss, "A later one");
  await page.goto(shown);
  await output(page).getByText("Search is slow").first().waitFor();
  expect(await output(page).getByText("A later one").count()).toBe(0);
  await page.getByRole("button", { name: "Close output" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("");

  await page.goto(`/reports/${id}?run=${id}`);
  await region(page, "Output").getByText("No output").waitFor();

  // Other parameters count for one run alone.
  await page.getByRole("button", { name: "More ways to run" }).click();
  await page.getByRole("menuitem", { name: "Run with options…" }).click();
  const dialog = page.getByRole("dialog", { name: "Run Review" });
  await dialog.getByRole("combobox", { name: "Severities" }).click();
  await page.getByRole("option", { name: /^P1/ }).click();
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await output(page).getByText("No incident was created in this period.").first().waitFor();
  expect(await boss.api.reports.get({ params: { id } })).toMatchObject({
    parameters: { range: "custom", from: "now-1d" },
  });
});

test("a printed report begins each data source on a new page, a summary goes on, and nothing is wider than the paper", async () => {
  const { boss } = await stage.fresh();
  await incident(boss, "Search is slow");
  const page = await stage.stranger();
  // As wide as A4 without its margins.
  await page.setViewportSize({ width: 688, height: 1000 });
  await page.emulateMedia({ media: "print" });
  const pagesOf = async (type: string) => {
    const { id } = await boss.api.reports.create({
      body: {
        ...{ name: type, type, parameters: { range: "custom", from: "now-30d" } },
        data_sources: ["Incidents", "ITSM tickets", "Trends", "Compliance"],
      },
    });
    const answer = await fetch(`${stage.plane.url}/api/reports/${id}/run`, {
      ...{ method: "POST", headers: { ...boss.headers, "content-type": "application/json" }, body: "{}" },
    });
    await page.setContent(await answer.text());
    await heading(page, type).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(688);
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    return printed.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  };
  const detailed = await pagesOf("Custom");
  expect(detailed).toBeGreaterThanOrEqual(5);
  expect(await pagesOf("Executive Summary")).toBeLessThan(detailed);
});

test("a distribution list takes addresses, names a wrong one, and is edited and deleted", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await aReport(boss, "Review");
  await page.goto(`/reports/${id}`);
  await page.getByRole("button", { name: "New list" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Management");
  const addresses = dialog.getByRole("combobox", { name: "Addresses" }).or(dialog.getByLabel("Addresses")).first();
  await addresses.fill("nobody");
  await addresses.press("Enter");
  await dialog.getByText("nobody is not an email address.").waitFor();
  await addresses.press("Backspace");
  await addresses.pressSequentially("Carla@example.com,dan@example.com");
  await addresses.press("Enter");
  await dialog.getByRole("button", { name: "Create list" }).click();
  await dialog.waitFor({ state: "hidden" });
  const lists = region(page, "Distribution lists");
  const people = lists.getByRole("list", { name: "Addresses of Management" });
  expect(await people.getByRole("listitem").allTextContents()).toEqual([
    "carla@example.comactivenothing sent yet",
    "dan@example.comactivenothing sent yet",
  ]);
  await lists.getByText("The report has no schedule, so nothing is sent.").waitFor();

  await lists.getByRole("button", { name: "Edit Management" }).click();
  await dialog.getByRole("switch", { name: "Enabled" }).press("Space");
  await dialog.getByRole("button", { name: "Save" }).click();
  await lists.getByText("disabled").waitFor();
  await lists.getByRole("button", { name: "Delete Management" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await lists.getByText("No lists yet.").waitFor();
});

test("a viewer reads and runs reports, sees no buttons that define, and gets news at once", async () => {
  const { boss } = await stage.fresh();
  const { id } = await aReport(boss, "Review");
  await boss.api.reportSubscriptions.create({
    params: { id },
    body: { name: "Management", recipients: ["carla@example.com"] },
  });
  const page = await stage.visit(await stage.plane.person("viewer", boss));
  await page.goto("/reports");
  await row(page, "Review").waitFor();
  expect(await page.getByRole("link", { name: "New report" }).count()).toBe(0);
  await untilLive(page);
  await aReport(boss, "Another");
  await row(page, "Another").waitFor();
  await page.getByRole("button", { name: "Run Review" }).click();
  await output(page).getByRole("heading", { name: "Review" }).waitFor();
  await region(page, "Distribution lists").getByText("carla@example.com").waitFor();
  for (const name of ["Edit", "More actions", "New list", "Change schedule", "Edit Management", "Delete Management"])
    expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(0);
  expect(await page.getByRole("link", { name: "Edit" }).count()).toBe(0);
  for (const path of ["/reports/new", `/reports/${id}/edit`, "/reports/kpis/new"]) {
    await page.goto(path);
    await page.getByText("reports:write").waitFor();
  }
  await page.goto("/reports/costs");
  await page.getByText("No unit prices yet.").waitFor();
  expect(await page.getByRole("button", { name: "New unit price" }).count()).toBe(0);
  await page.goto("/reports/compliance");
  await region(page, "Controls")
    .getByRole("button", { name: /^Access is reviewed/ })
    .click();
  expect(await page.getByRole("button", { name: /^Attest/ }).count()).toBe(0);
});

test("the list is filtered by type, schedule and words, and the address keeps it", async () => {
  const { boss, page } = await stage.fresh();
  await aReport(boss, "Review");
  await boss.api.reports.create({
    body: { name: "Money", type: "Custom", schedule: "Weekly", data_sources: ["FinOps"] },
  });
  await page.goto("/reports?type=Custom");
  await row(page, "Money").waitFor();
  expect(await row(page, "Review").count()).toBe(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await row(page, "Review").waitFor();
  await page.getByRole("button", { name: "Schedule" }).click();
  await page
    .getByRole("menuitem", { name: "Weekly" })
    .or(page.getByRole("menuitemcheckbox", { name: "Weekly" }))
    .click();
  await expect.poll(() => new URL(page.url()).search).toBe("?schedule=Weekly");
  await expect.poll(() => row(page, "Review").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search reports" }).fill("nothing like it");
  await page.getByText("No matching reports").waitFor();
});

test("a KPI shows its value while it is written, names what is wrong, and is listed with its target", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await incident(boss, "One");
  await incident(boss, "Two");
  for (const status of ["open", "acknowledged", "investigating", "resolved"] as const)
    await boss.api.incidents.update({ params: { id }, body: { status } });
  await page.goto("/reports/kpis");
  await page.getByText("No KPIs yet").waitFor();
  await page.getByRole("link", { name: "New KPI" }).first().click();
  await heading(page, "New KPI").waitFor();
  const value = page.getByRole("status", { name: "Value" });
  await value.getByText("2", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Formula" }).fill("100.0 * solved / total");
  await region(page, "Formula").getByText("solved").last().waitFor();
  await value.getByText("The formula or an input is not valid.").waitFor();
  await page.getByRole("button", { name: "Add input" }).click();
  const second = page.getByRole("group", { name: "Input 2" });
  await second.getByLabel("Name").fill("total");
  await second.getByRole("combobox", { name: "Statuses" }).click();
  await page.getByRole("option", { name: "resolved", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Create KPI" }).click();
  await second.getByText("Another input has this name.").waitFor();
  await page.getByText("Enter a name.").waitFor();
  await second.getByLabel("Name").fill("solved");
  await value.getByText("50", { exact: true }).waitFor();
  await region(page, "KPI").getByLabel("Name").fill("Solved incidents");
  await option(page, "Unit", "Percent");
  await value.getByText("50 %").waitFor();
  await page.getByRole("textbox", { name: "Target" }).fill("80");
  await region(page, "Last 30 days").getByText("missed").waitFor();
  await page.getByRole("button", { name: "Create KPI" }).click();
  const listed = row(page, "Solved incidents");
  await listed.getByText("50 %").waitFor();
  await listed.getByText("At least 80 %").waitFor();
  await listed.getByText("missed").waitFor();
  await listed.getByRole("button", { name: "Delete Solved incidents" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No KPIs yet").waitFor();
});

test.skipIf(!hasTelemetry)(
  "unit prices give costs by item, and a second currency is refused at its field",
  async () => {
    const { boss, page } = await stage.fresh();
    await boss.api.cmdb.create({ body: { name: "web-1", class: "server" } });
    await page.goto("/reports/costs");
    await page.getByText("No costs in this period").waitFor();
    await page.getByRole("button", { name: "New unit price" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add unit price" }).click();
    await dialog.getByText("Enter a name.").waitFor();
    await dialog.getByLabel("Name").fill("Machine");
    await dialog.getByLabel("Price").fill("3600");
    await dialog.getByLabel("Currency").fill("eur");
    await dialog.getByRole("button", { name: "Add unit price" }).click();
    await dialog.waitFor({ state: "hidden" });
    await row(page, "Machine").getByText("EUR 3,600.00").waitFor();
    const costs = page.getByRole("table", { name: "Costs by item" });
    await costs.getByRole("row", { name: /web-1.*EUR/ }).waitFor();
    await page.goto("/reports/costs?by=class&edit=new");
    await page.getByRole("table", { name: "Costs by class" }).getByText("server").waitFor();
    await dialog.getByLabel("Name").fill("Database");
    await dialog.getByLabel("Price").fill("1");
    await dialog.getByLabel("Currency").fill("USD");
    await dialog.getByRole("button", { name: "Add unit price" }).click();
    await dialog.getByText("must be EUR").waitFor();
  },
);

test("an admin attests a control, which is then met", async () => {
  const { page } = await stage.fresh();
  await page.goto("/reports/compliance");
  const control = region(page, "Controls").getByRole("button", { name: /^Backups are made/ });
  await control.getByText("Not met").waitFor();
  await control.click();
  await page.getByRole("button", { name: "Attest: Backups are made and restored in tests" }).click();
  const dialog = page.getByRole("dialog", { name: "Attest a control" });
  await dialog.getByRole("button", { name: "Attest" }).click();
  await dialog.getByText("Enter what was checked.").waitFor();
  await dialog.getByLabel("Statement").fill("Restored the dump of Monday.");
  await dialog.getByRole("button", { name: "Attest" }).click();
  await dialog.waitFor({ state: "hidden" });
  await control.getByText("Met", { exact: true }).waitFor();
  await page.getByRole("table", { name: "Attestations" }).getByText("Restored the dump of Monday.").waitFor();
  await page
    .getByRole("table", { name: /^Evidence of: Backups/ })
    .getByText("Restored the dump of Monday.")
    .waitFor();
});
