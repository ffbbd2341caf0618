import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { heading, noProblems, pageProblems, untilStill } from "./browser.ts";
import { openShop, type Shop } from "./shop.ts";
import { openStage } from "./stage.ts";

// Every explore page with its main action and the check of axe, on the telemetry of the demo shop.

const stage = openStage();

describe.skipIf(inject("clickhouseProblem") !== "")("explore", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(stage);
  });

  const open = async (path: string): Promise<Page> => {
    const page = await stage.visit(shop.boss, { colorScheme: "dark" });
    await page.goto(path);
    return page;
  };
  /** In either theme and at 390 pixels. Checked where a page is open anyway, because opening one costs many statements. */
  const expectNoProblems = async (page: Page) =>
    expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  const range = () => {
    const at = (ms: number) => new Date(ms).toISOString();
    return `from=${at(shop.until - 25 * 60_000)}&to=${at(shop.until)}`;
  };
  const searchOf = (page: Page) => new URL(page.url()).searchParams;
  const records = (page: Page) => page.getByRole("table", { name: "Log records" }).getByRole("row");
  const queryField = (page: Page) => page.getByRole("textbox", { name: "Log query" });
  const runQuery = async (page: Page, q: string) => {
    await queryField(page).fill(q);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect.poll(() => searchOf(page).get("q")).toBe(q);
  };

  describe("Home", () => {
    test("shows urgent incidents, running changes, services in trouble and the health of ingestion", async () => {
      const page = await open("/");
      await heading(page, "Home").waitFor();
      await page.getByRole("link", { name: "Checkout is slow and orders fail" }).waitFor();
      await page.getByRole("link", { name: "Tune autovacuum of orders-db" }).waitFor();
      const ingest = page.getByRole("table", { name: "Ingest health" });
      // Where the shop takes minutes to come in, its first signal may be quiet already.
      await expect.poll(() => ingest.getByText(/^(Receiving|No data lately)$/).count()).toBe(4);
      expect(await page.getByRole("region", { name: "First steps" }).count()).toBe(0);
      await expectNoProblems(page);
      await page.getByRole("link", { name: "checkout", exact: true }).click();
      await heading(page, "checkout").waitFor();
      await page.goBack();
      await heading(page, "Home").waitFor();
    });

    test("guides a new tenant with a fresh token, and ticks a step off when its data arrives", async () => {
      const { boss, page } = await stage.fresh();
      await page.goto("/");
      const steps = page.getByRole("region", { name: "First steps" });
      await steps.getByText("YOUR_TOKEN").first().waitFor();
      await steps.getByRole("button", { name: "Create token" }).click();
      await expect.poll(() => steps.locator("pre").filter({ hasText: "YOUR_TOKEN" }).count()).toBe(0);
      const token = await steps.locator("code").first().innerText();
      expect(await steps.getByLabel("Waiting for data").count()).toBe(3);
      const sent = await fetch(`${stage.plane.url}/api/logs`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ message: "hello", service: "first" }),
      });
      expect(sent.status).toBe(200);
      await expect.poll(() => steps.getByLabel("Done").count()).toBe(1);
      await steps.getByRole("button", { name: "Hide first steps" }).click();
      await steps.waitFor({ state: "hidden" });
      await page.reload();
      await heading(page, "Home").waitFor();
      await untilStill(page);
      expect(await steps.count()).toBe(0);
      expect((await boss.api.collectors.list()).items.map(({ name }) => name)).toEqual(["First steps"]);
    });
  });

  describe("Logs", () => {
    test("a query narrows the records, a facet and a field narrow it further, and Back returns", async () => {
      const page = await open(`/logs?${range()}`);
      await page.getByRole("figure", { name: "Log records over time" }).locator("canvas").first().waitFor();
      await runQuery(page, "level:error");
      await expect.poll(() => records(page).nth(1).innerText()).toContain("error");
      await page
        .getByRole("region", { name: "service" })
        .getByRole("button", { name: /^orders-db/ })
        .click();
      await expect.poll(() => searchOf(page).get("service")).toBe("orders-db");
      await untilStill(page);
      await records(page).nth(1).click();
      const panel = page.getByRole("complementary", { name: "Log record" });
      await panel.getByRole("button", { name: "Not level error" }).click();
      await expect.poll(() => searchOf(page).get("q")).toBe("level:error -level:error");
      await page.getByText("No matching records").waitFor();
      await page.goBack();
      await expect.poll(() => searchOf(page).get("q")).toBe("level:error");
      await panel.waitFor();
      await expectNoProblems(page);
    });

    test("a record shows the lines around it, its fields as columns, and its trace", async () => {
      const page = await open(`/logs?${range()}&q=service:storefront status:200`);
      await records(page).nth(3).click();
      const panel = page.getByRole("complementary", { name: "Log record" });
      await panel.getByRole("button", { name: "Show status as a column" }).click();
      await page.getByRole("columnheader", { name: "status" }).waitFor();
      await panel.getByText("Context", { exact: true }).click();
      const lines = panel.getByRole("list", { name: "Lines around this record" });
      await lines.locator('[aria-current="true"]').waitFor();
      expect(await lines.getByRole("listitem").count()).toBeGreaterThan(5);
      const opened = searchOf(page).get("record");
      await page.keyboard.press("j");
      await expect.poll(() => searchOf(page).get("record")).not.toBe(opened);
      await panel.getByRole("link", { name: "Open trace" }).click();
      await expect.poll(() => page.url()).toContain("/traces/");
    });

    test("dragging over the histogram zooms in, and a mistake is shown at its position", async () => {
      const page = await open(`/logs?${range()}`);
      const plot = page.getByRole("figure", { name: "Log records over time" }).locator(".u-over");
      const box = await plot.boundingBox();
      if (!box) throw new Error("The histogram has no plot.");
      await page.mouse.move(box.x + box.width * 0.3, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => Date.parse(searchOf(page).get("from") ?? "")).toBeGreaterThan(shop.until - 24 * 60_000);
      await queryField(page).fill("level:error AND OR x");
      await page.getByRole("status").getByText('a word is expected, not "OR"').waitFor();
      await queryField(page).fill("level:erro");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByRole("alert").getByText("This query can't be run").waitFor();
      await page
        .getByRole("alert")
        .getByText('a level is expected (trace, debug, info, warn, error, fatal), not "erro"')
        .waitFor();
    });

    test("a query is saved and shared, and another person opens it", async () => {
      const page = await open(`/logs?${range()}&q=level:>=warn`);
      await page.getByRole("button", { name: "Queries" }).click();
      await page.getByRole("button", { name: "Save this query" }).click();
      const dialog = page.getByRole("dialog", { name: "Save query" });
      await dialog.getByLabel("Name").fill("Warnings");
      await dialog.getByLabel("Share with everyone").check();
      await dialog.getByRole("button", { name: "Save query" }).click();
      await dialog.waitFor({ state: "hidden" });
      const other = await stage.visit(await stage.plane.person("viewer", shop.boss));
      await other.goto(`/logs?${range()}`);
      await other.getByRole("button", { name: "Queries" }).click();
      await other.getByRole("button", { name: /^Warnings/ }).click();
      await expect.poll(() => searchOf(other).get("q")).toBe("level:>=warn");
      await expect.poll(() => searchOf(other).get("from")).not.toBeNull();
    });

    test("live shows new records as they arrive, and pausing keeps them waiting", async () => {
      const page = await open("/logs?live=1&q=service:live-test");
      await page.getByRole("status").getByText("Live", { exact: true }).nth(1).waitFor();
      const say = (message: string) => shop.boss.api.ingest.logs({ body: [{ message, service: "live-test" }] });
      await say("first");
      await expect.poll(() => records(page).nth(1).innerText()).toContain("first");
      await page.getByRole("button", { name: "Pause" }).click();
      await say("second");
      await page.getByRole("button", { name: "Resume (1 new)" }).click();
      await expect.poll(() => records(page).nth(1).innerText()).toContain("second");
    });

    test("the export has the matching records", async () => {
      const page = await open(`/logs?${range()}&q=service:orders-db "slow query"`);
      await untilStill(page);
      await page.getByRole("button", { name: "Export" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "Export as NDJSON" }).click(),
      ]);
      const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
      expect(lines.length).toBeGreaterThan(5);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service: "orders-db" });
    });
  });

  describe("Services", () => {
    test("the list has troubled services first, and a service its charts, operations and dependencies", async () => {
      const page = await open(`/services?${range()}`);
      const first = page.getByRole("table").getByRole("row").nth(1);
      await expect.poll(() => first.innerText()).toMatch(/Failing|Degraded/);
      await expectNoProblems(page);
      await page.getByLabel("Find services").fill("checkout");
      await page.getByRole("link", { name: "checkout", exact: true }).click();
      await heading(page, "checkout").waitFor();
      for (const name of ["Calls a second of checkout", "Errors of checkout", "Latency of checkout"])
        await page.getByRole("figure", { name }).locator("canvas").first().waitFor();
      await page.getByRole("table", { name: "Operations" }).getByText("POST /orders").waitFor();
      await page.getByRole("table", { name: "Called by" }).getByText("api-gateway").waitFor();
      await page.getByRole("link", { name: "Checkout is slow and orders fail" }).waitFor();
      await expectNoProblems(page);
      await page.getByRole("table", { name: "Calls" }).getByRole("link", { name: "payments" }).click();
      await heading(page, "payments").waitFor();
      await expect.poll(() => searchOf(page).get("from")).not.toBeNull();
    });

    test("the map opens a service by keyboard", async () => {
      const page = await open(`/services?${range()}&view=map`);
      const node = page.locator('.react-flow__node[data-id="checkout"]');
      await node.waitFor();
      await expect.poll(() => page.locator('.react-flow__node[data-id="orders-db"]').count()).toBe(1);
      await expectNoProblems(page);
      await node.focus();
      await page.keyboard.press("Enter");
      await heading(page, "checkout").waitFor();
    });
  });

  test("Traces: slow checkouts are found in the heatmap's facets, and a span leads to its logs", async () => {
    const page = await open(`/traces?${range()}&service=checkout&min=1500`);
    const found = page.getByRole("table", { name: "Traces" }).getByRole("link").first();
    await found.waitFor();
    await expectNoProblems(page);
    await found.click();
    await heading(page, /POST \/orders|POST/).waitFor();
    await page.getByRole("tree", { name: "Spans" }).getByRole("treeitem").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect.poll(() => searchOf(page).get("span")).not.toBeNull();
    await page.getByRole("link", { name: "Logs of this trace" }).click();
    await heading(page, "Logs").waitFor();
    await expect.poll(() => records(page).count()).toBeGreaterThan(2);
  });

  test("Metrics: a quantile of a histogram is drawn by service, with the incident as a marker", async () => {
    const query = "p95(http.server.request.duration) by(service.name)";
    const page = await open(`/metrics?${range()}&a=${encodeURIComponent(query)}`);
    const chart = page.getByRole("figure", { name: "Metrics" });
    await chart.locator("canvas").first().waitFor();
    const legend = chart.getByRole("table", { name: /^Legend/ });
    await expect.poll(() => legend.getByRole("row").count()).toBe(11);
    await legend.getByText("checkout").waitFor();
  });

  test("Network: flows have the names of configuration items, and a talker filters", async () => {
    const page = await open("/network");
    const talker = page.getByRole("list", { name: "Top sources" }).getByRole("button", { name: /10\.20\.1\.11/ });
    await talker.waitFor();
    await expectNoProblems(page);
    await talker.click();
    await expect.poll(() => searchOf(page).get("src_ip")).toBe("10.20.1.11");
    await page.getByRole("link", { name: "shop-app-1" }).first().waitFor();
    await page
      .getByRole("img", { name: /^Bytes from source/ })
      .getByText("shop-app-1")
      .first()
      .waitFor();
  });

  test("an incident shows the telemetry of its services and opens their logs in its time", async () => {
    const page = await open(`/incidents/${shop.incident}`);
    const strip = page.getByRole("region", { name: "Telemetry around this incident" });
    await strip.getByRole("figure", { name: "Latency of checkout" }).locator("canvas").first().waitFor();
    await strip
      .getByRole("button", { name: new RegExp(shop.incident) })
      .first()
      .waitFor();
    await expectNoProblems(page);
    await strip.getByRole("link", { name: "Logs" }).click();
    await heading(page, "Logs").waitFor();
    await expect.poll(() => searchOf(page).get("service")?.split(",")).toContain("checkout");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
    await heading(page, "Services").waitFor();
    await expect.poll(() => searchOf(page).get("from")).toMatch(/^\d{4}-/);
  });
});
