import type { Person } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { heading, noProblems, pageProblems, untilStill, violationsInBothThemes } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

const minute = 60_000;
const day = 86_400_000;
const hosts = ["web-1", "web-2", "db-1"];

describe.skipIf(inject("clickhouseProblem") !== "")("the page Metrics", () => {
  let boss: Person;

  beforeAll(async () => {
    boss = await stage.plane.tenant("enterprise");
    await send(boss, Date.now());
    await send(boss, Date.now() - day);
    await sendDisks(boss, Date.now());
    await boss.api.incidents.create({ body: { title: "Out of memory", severity: "P3" } });
  });

  const open = async (path = "/metrics", options = {}): Promise<Page> => {
    const page = await stage.visit(boss, { colorScheme: "dark", ...options });
    await page.goto(path);
    await heading(page, "Metrics").waitFor();
    return page;
  };
  /** In either theme and at 390 pixels. Checked where a page is open anyway, because opening one costs many statements. */
  const expectNoProblems = async (page: Page) =>
    expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  const chart = (page: Page) => page.getByRole("figure", { name: "Metrics" });
  const legend = (page: Page) =>
    chart(page)
      .getByRole("table", { name: /^Legend/ })
      .getByRole("rowheader");
  const query = (page: Page, letter: string) => page.getByRole("group", { name: `Query ${letter}` });
  const chooseFrom = async (page: Page, field: string, option: string) => {
    await page
      .getByRole("combobox", { name: field })
      .or(page.getByRole("textbox", { name: field }))
      .first()
      .click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };

  test("a metric is searched, filtered and grouped; the address keeps it, and back returns", async () => {
    const page = await open();
    await page.getByText("Choose a metric").waitFor();
    await page.getByRole("combobox", { name: "Metric of A" }).fill("memory");
    await page.getByRole("option", { name: /memory\.used.*gauge · By · 3 series.*Memory in use/ }).click();
    await expect.poll(() => legend(page).allTextContents()).toEqual(["avg memory.used"]);
    expect(new URL(page.url()).search).toBe("?a=memory.used");
    await expect
      .poll(() =>
        chart(page)
          .getByRole("row", { name: /avg memory/ })
          .innerText(),
      )
      .toMatch(/200 MB/);

    await chooseFrom(page, "Group A by", "host");
    await expect.poll(() => legend(page).allTextContents()).toEqual(["db-1", "web-2", "web-1"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add filter to A" }).click();
    await page.getByRole("combobox", { name: "Label", exact: true }).fill("ho");
    await page.getByRole("option", { name: "host 3 values" }).click();
    await chooseFrom(page, "Operator", "=~ matches");
    await page.getByRole("combobox", { name: "Value", exact: true }).fill("web-.*");
    await page.getByRole("combobox", { name: "Value", exact: true }).press("Enter");
    await expect.poll(() => legend(page).allTextContents()).toEqual(["web-2", "web-1"]);
    await expect.poll(() => page.url()).toContain("?a=memory.used,host=~web-.*+by(host)");
    await expectNoProblems(page);
    await page.goBack();
    await expect.poll(() => legend(page).allTextContents()).toEqual(["db-1", "web-2", "web-1"]);
  });

  test("several queries share one chart; a failing one shows its problem, and the others are drawn", async () => {
    const page = await open("/metrics?a=requests.total,host=~[&b=memory.used");
    await query(page, "A").getByRole("alert").getByText("'[' is not a valid regular expression").waitFor();
    await expect.poll(() => legend(page).allTextContents()).toEqual(["avg memory.used"]);
    await page.getByRole("button", { name: "Remove filter host =~ [" }).click();
    await expect.poll(async () => (await legend(page).allTextContents()).length).toBe(4);
    await page.getByText("The queries have different units").waitFor();
    await expectNoProblems(page);
    await page.getByRole("button", { name: "Duplicate B" }).click();
    await query(page, "C").waitFor();
    await page.getByRole("button", { name: "Hide A" }).click();
    await expect.poll(() => legend(page).allTextContents()).toEqual(["B · avg memory.used", "C · avg memory.used"]);
    await page.getByRole("button", { name: "Remove C" }).click();
    await page.getByRole("button", { name: "Remove A" }).click();
    await expect.poll(() => legend(page).allTextContents()).toEqual(["avg memory.used"]);
    expect(new URL(page.url()).search).toBe("?b=memory.used");
    await page.goto("/metrics?a=rate(");
    await query(page, "A").getByText("This query can't be read").waitFor();
  });

  test("the previous day is drawn beside the present one, and the incident is marked", async () => {
    const page = await open("/metrics?a=memory.used");
    await expect.poll(() => legend(page).count()).toBe(1);
    await chooseFrom(page, "Compare with", "Previous day");
    await expect.poll(() => legend(page).allTextContents()).toContain("avg memory.used · 1 day ago");
    await expectNoProblems(page);
    await page
      .getByRole("list", { name: "Events" })
      .getByRole("button", { name: /Out of memory/ })
      .click();
    await heading(page, /Out of memory/).waitFor();
  });

  test("dragging over the chart zooms, and the table has every series in order", async () => {
    const page = await open("/metrics?a=memory.used+by(host)");
    const box = await chart(page).locator("canvas").first().boundingBox();
    if (!box) throw new Error("The chart has no place on the page.");
    await page.mouse.move(box.x + box.width * 0.5, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=20/);
    await page.getByText("Table", { exact: true }).click();
    const rows = page.getByRole("region", { name: "Series" }).locator("tbody tr");
    const first = async () => (await rows.allInnerTexts()).map((text) => text.split(/\s/)[0]);
    await expect.poll(first).toEqual(["db-1", "web-2", "web-1"]);
    await page.getByRole("columnheader", { name: "Max" }).getByRole("button").click();
    await page.getByRole("columnheader", { name: "Max" }).getByRole("button").click();
    await expect.poll(first).toEqual(["web-1", "web-2", "db-1"]);
    await expect.poll(() => page.url()).toContain("sort=max");
    await page.getByRole("button", { name: "Show values of Metrics" }).click();
    await page.getByRole("region", { name: "Values of Metrics" }).getByRole("columnheader", { name: "db-1" }).waitFor();
  });

  test("of more than 200 series those with the highest last value are drawn, with a note at the query", async () => {
    const page = await open("/metrics?a=last(disk.used)");
    await query(page, "A").getByText("Showing 200 of 210 series").waitFor();
    await expect.poll(() => legend(page).count()).toBe(200);
    await expect.poll(() => legend(page).first().textContent()).toBe("disk-210");
    await expect.poll(() => legend(page).last().textContent()).toBe("disk-11");
  });

  test("the browser of names adds queries and filters by keyboard, and recent queries come back", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Browse metrics" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Browse metrics" });
    await dialog.getByLabel("Search metrics").fill("requests");
    await expect.poll(() => dialog.getByRole("list", { name: "Metrics" }).getByRole("listitem").count()).toBe(1);
    await dialog.getByRole("button", { name: /^requests\.total/ }).press("Enter");
    await dialog.getByRole("button", { name: /^host\s*3 values/ }).press("Enter");
    await dialog.getByRole("button", { name: "Add filter host = web-1" }).waitFor();
    await untilStill(page);
    expect(await violationsInBothThemes(page, { within: "[role=dialog]" })).toEqual([]);
    await dialog.getByRole("button", { name: "Add filter host = web-1" }).press("Enter");
    await dialog.getByText("A value becomes a filter of query A.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => legend(page).allTextContents()).toEqual(["rate requests.total"]);
    await expect.poll(() => page.url()).toContain("a=requests.total,host=web-1");
    await page.goto("/metrics");
    await page.getByRole("button", { name: "Recent" }).click();
    await page.getByRole("menuitem", { name: "requests.total,host=web-1" }).click();
    await expect.poll(() => legend(page).allTextContents()).toEqual(["rate requests.total"]);
  });

  test("a query is copied as a shell command without the token", async () => {
    const page = await open("/metrics?a=memory.used", { permissions: ["clipboard-read", "clipboard-write"] });
    await expect.poll(() => legend(page).count()).toBe(1);
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toContain("/api/metrics/query?metric_name=memory.used&");
    expect(copied).toContain('-H "Authorization: Bearer $OPSPLANE_TOKEN"');
    expect(copied).toContain(`-H 'x-tenant-id: ${boss.tokens.user.tenant_id}'`);
    expect(copied).not.toContain(boss.tokens.token);
  });

  test("a tenant without metrics sees the next step, and g m opens the page", async () => {
    const { page } = await stage.fresh();
    await page.goto("/incidents");
    await heading(page, "Incidents").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await heading(page, "Metrics").waitFor();
    await page.getByText("No metrics received in this range").waitFor();
    await page.getByRole("link", { name: "Add a collector" }).waitFor();
  });
});

/** An hour of a gauge and a counter of three hosts. */
async function send({ api }: Person, end: number): Promise<void> {
  const times = Array.from({ length: 61 }, (_, at) => end - (60 - at) * minute);
  const point = (host: string, at: number, value: number) => ({
    attributes: [{ key: "host", value: { stringValue: host } }],
    startTimeUnixNano: String((end - 61 * minute) * 1e6),
    timeUnixNano: String(at * 1e6),
    asDouble: value,
  });
  const points = (value: (host: number, at: number) => number) =>
    hosts.flatMap((host, index) => times.map((at, step) => point(host, at, value(index + 1, step))));
  const metrics = [
    {
      name: "memory.used",
      unit: "By",
      description: "Memory in use",
      gauge: { dataPoints: points((host) => host * 1e8) },
    },
    {
      name: "requests.total",
      sum: { isMonotonic: true, aggregationTemporality: 2, dataPoints: points((host, at) => host * at * 60) },
    },
  ];
  const body = { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] };
  await api.ingest.otlpMetrics({ body });
}

/** More series than a chart draws. */
async function sendDisks({ api }: Person, end: number): Promise<void> {
  const dataPoints = Array.from({ length: 210 }, (_, at) => ({
    attributes: [{ key: "disk", value: { stringValue: `disk-${at + 1}` } }],
    timeUnixNano: String((end - minute) * 1e6),
    asDouble: at + 1,
  }));
  const metrics = [{ name: "disk.used", gauge: { dataPoints } }];
  await api.ingest.otlpMetrics({ body: { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] } });
}
