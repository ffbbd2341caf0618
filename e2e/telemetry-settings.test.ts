import type { Person } from "@opsplane/tenant-plane/testing/people";
import pg from "pg";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { sidewaysScroll, untilLive, untilStill, violationsInBothThemes } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

const day = 86_400_000;
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

describe.skipIf(inject("clickhouseProblem") !== "")("telemetry by day", () => {
  let boss: Person;

  beforeAll(async () => {
    boss = await stage.plane.tenant("enterprise");
    await earlierDays(boss);
    await boss.api.ingest.logs({
      body: Array.from({ length: 40 }, (_, at) => ({ message: `line ${at}`, service: "web" })),
    });
    await boss.api.ingest.flows({ body: { src_ip: "10.0.0.1", dst_ip: "10.0.0.2", protocol: "tcp", bytes: 700 } });
    const arrived = async () => {
      // Not the last hour, which after midnight begins on the day before.
      const { usage } = await boss.api.telemetry.usage({ query: { from: `${isoDay(Date.now())}T00:00:00Z` } });
      return usage.map(({ kind, rows }) => `${kind} ${rows}`).join() === "flows 1,logs 40";
    };
    await vi.waitUntil(arrived, { timeout: 180_000, interval: 100 });
  });

  const open = async (path = "/settings/telemetry", options = {}): Promise<Page> => {
    const page = await stage.visit(boss, options);
    await page.goto(path);
    return page;
  };
  const figure = (page: Page, name: string) => page.getByRole("figure", { name });
  const legendRow = (page: Page, chart: string, label: string) =>
    figure(page, chart)
      .getByRole("table", { name: /^Legend/ })
      .getByRole("row")
      .filter({ hasText: label });

  test("charts show the received data by day and signal, without a violation of the content security policy", async () => {
    const page = await stage.visit(boss);
    const violations: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    await page.goto("/settings/telemetry");
    await expect.poll(() => legendRow(page, "Records stored by day", "Logs").innerText()).toMatch(/Logs\s+40\s/);
    await figure(page, "Data received by day").locator("canvas").first().waitFor();
    await page
      .getByRole("img", { name: /^Share of each signal/ })
      .locator("svg")
      .waitFor();
    await page.getByRole("button", { name: "Show values of Records stored by day" }).click();
    const values = page.getByRole("region", { name: "Values of Records stored by day" });
    const cells = async (at: number) => {
      const name = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(at);
      return values
        .getByRole("row")
        .filter({ hasText: `${name},` })
        .getByRole("cell")
        .allTextContents();
    };
    expect(await cells(Date.now())).toEqual(["40", "0", "0", "1"]);
    expect(await cells(Date.now() - 3 * day)).toEqual(["3K", "600", "0", "0"]);
    expect(violations).toEqual([]);
  });

  test("a click in the legend isolates one signal, Ctrl and click adds another, and the table follows", async () => {
    const page = await open();
    const button = (label: string) => legendRow(page, "Data received by day", label).getByRole("button");
    const shown = async () =>
      Promise.all(["Logs", "Metrics", "Traces", "Flows"].map((label) => button(label).getAttribute("aria-pressed")));
    await button("Metrics").click();
    expect(await shown()).toEqual(["false", "true", "false", "false"]);
    await button("Flows").click({ modifiers: ["Control"] });
    expect(await shown()).toEqual(["false", "true", "false", "true"]);
    await page.getByRole("button", { name: "Show values of Data received by day" }).click();
    const values = page.getByRole("region", { name: "Values of Data received by day" });
    expect(await values.getByRole("columnheader").allTextContents()).toEqual(["Time", "Metrics", "Flows"]);
    await legendRow(page, "Data received by day", "Flows").getByRole("button").click();
    await legendRow(page, "Data received by day", "Flows").getByRole("button").click();
    expect(await shown()).toEqual(["true", "true", "true", "true"]);
    await figure(page, "Data received by day").getByRole("columnheader", { name: "Max" }).getByRole("button").click();
    const names = figure(page, "Data received by day")
      .getByRole("table", { name: /^Legend/ })
      .getByRole("rowheader");
    expect(await names.allTextContents()).toEqual(["Logs", "Metrics", "Flows", "Traces"]);
  });

  test("dragging over a chart zooms to whole days; the address keeps them, and back returns", async () => {
    const page = await open("/settings/telemetry?from=now-30d&to=now");
    const canvas = figure(page, "Data received by day").locator("canvas").first();
    const box = await canvas.boundingBox();
    if (!box) throw new Error("The chart has no place on the page.");
    const across = (share: number) => box.x + 60 + (box.width - 70) * share;
    await page.mouse.move(across(0.5), box.y + 100);
    await page.mouse.down();
    await page.mouse.move(across(0.75), box.y + 100, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=\d{4}-\d\d-\d\dT00:00:00\.000Z/);
    const { searchParams } = new URL(page.url());
    const length = Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? "");
    expect(length / day).toBeGreaterThanOrEqual(7);
    expect(length / day).toBeLessThanOrEqual(11);
    expect(length % day).toBe(0);
    await page.goBack();
    await page.getByRole("button", { name: /Last 30 days/ }).waitFor();
  });

  test("the cursor of one chart is shown in the other, and the keyboard moves it", async () => {
    const page = await open();
    const [bytes, rows] = ["Data received by day", "Records stored by day"].map((name) => figure(page, name));
    if (!bytes || !rows) throw new Error("There are two charts.");
    await bytes.getByRole("img").press("End");
    await expect.poll(() => bytes.locator(".u-cursor-x").isVisible()).toBe(true);
    // The axes of the two charts have different widths, so the lines are a few pixels apart.
    const at = async (chart: typeof bytes) =>
      Number(/-?\d+/.exec((await chart.locator(".u-cursor-x").getAttribute("style")) ?? "")?.[0]);
    await expect.poll(async () => Math.abs((await at(bytes)) - (await at(rows)))).toBeLessThan(30);
    expect(await at(rows)).toBeGreaterThan(100);
    const tooltip = bytes.locator("[class*=tooltip]").first();
    const last = await tooltip.textContent();
    expect(last).toContain("Logs");
    await bytes.getByRole("img").press("ArrowLeft");
    await expect.poll(() => tooltip.textContent()).not.toBe(last);
  });

  test("the range is chosen by keyboard, typed, stepped and zoomed; an invalid range shows an error", async () => {
    const page = await open();
    const chosen = page.getByRole("group", { name: "Time range" }).getByRole("button", { name: /^(Last|20)/ });
    await chosen.press("Enter");
    await page.getByRole("button", { name: "Last 7 days" }).press("Enter");
    await page.waitForURL(/from=now-7d&to=now/);
    const asked = page.waitForRequest(/telemetry\/usage/);
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await asked;
    await page.getByRole("button", { name: "Earlier" }).click();
    await page.waitForURL(/from=2/);
    await expect.poll(() => page.getByRole("button", { name: "Later" }).isEnabled()).toBe(true);
    await chosen.click();
    await page.getByLabel("From", { exact: true }).fill("soon");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText('"soon" is not a time.').waitFor();
    await page.getByLabel("From", { exact: true }).fill("now-90d");
    await page.getByLabel("To", { exact: true }).fill("now");
    await page.getByLabel("To", { exact: true }).press("Enter");
    await page.getByRole("button", { name: /Last 90 days/ }).waitFor();
    await page.goto("/settings/telemetry?from=yesterday");
    await page.getByRole("alert").getByText('"yesterday" is not a time. Showing the last 30 days.').waitFor();
  });

  test("concurrent changes of the retention are neither lost nor overwritten silently", async () => {
    const page = await open();
    await untilLive(page);
    const days = (label: string) => page.getByLabel(`${label} (days)`);
    await days("Logs").fill("10");
    await boss.api.telemetry.update({ body: { retention_days: { logs: 5, metrics: 3 } } });
    const alert = page.getByRole("alert").filter({ hasText: "Someone else changed the retention" });
    await alert.getByText("5", { exact: true }).waitFor();
    expect([await days("Logs").inputValue(), await days("Metrics").inputValue()]).toEqual(["10", "3"]);
    await page.getByRole("button", { name: "Save" }).click();
    await alert.getByText("Not saved").waitFor();
    await alert.getByRole("button", { name: "Keep my version" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Retention saved").waitFor();
    expect((await boss.api.telemetry.settings()).retention_days).toMatchObject({ logs: 10, metrics: 3 });
  });

  test("a range without data shows a hint, and a failure can be retried", async () => {
    const page = await open("/settings/telemetry?from=2020-01-01&to=2020-02-01");
    await expect.poll(() => page.getByText("No data received in this range").count()).toBe(2);
    await page.route("**/api/admin/telemetry/usage*", (route) =>
      route.fulfill({ status: 422, json: { error: "Out of order.", code: "VALIDATION_ERROR", trace_id: "abc123" } }),
    );
    await page.goto("/settings/telemetry");
    await page.getByRole("alert").getByText("Out of order.").first().waitFor();
    await page.unroute("**/api/admin/telemetry/usage*");
    await page.getByRole("alert").getByRole("button", { name: "Retry" }).first().click();
    await figure(page, "Data received by day").waitFor();
  });

  test("axe finds nothing serious in either theme, wide and at 390 pixels", async () => {
    const page = await open("/settings/telemetry?view=lines", { colorScheme: "dark" });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await figure(page, "Data received by day").locator("canvas").first().waitFor();
      await untilStill(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await expect.poll(() => sidewaysScroll(page)).toBe(0);
    }
  });
});

/** Inserts usage of earlier days, which the ingest API cannot create. */
async function earlierDays({ tokens }: Person) {
  const client = new pg.Client({ connectionString: stage.plane.databaseUrl });
  await client.connect();
  for (let back = 1; back < 30; back++)
    for (const [kind, rows] of [
      ["logs", back * 1000],
      ["metrics", back * 200],
    ] as const)
      await client.query(
        "insert into metered_usage (tenant_id, day, meter, charge, count) values ($1, $2, $3, $4, $5)",
        [tokens.user.tenant_id, isoDay(Date.now() - back * day), `telemetry.${kind}`, rows * 100, rows],
      );
  await client.end();
}
