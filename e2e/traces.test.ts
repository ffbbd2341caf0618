import type { Person } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { heading, noProblems, pageProblems } from "./browser.ts";
import { fillLargeTrace, fillTraces, shopTraces } from "./shop-traces.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

describe.skipIf(inject("clickhouseProblem") !== "")("traces", () => {
  let boss: Person;
  beforeAll(async () => {
    boss = await stage.plane.tenant("enterprise");
    await fillTraces(boss);
    await fillLargeTrace(boss);
  });

  const open = async (path: string): Promise<Page> => {
    const page = await stage.visit(boss, { colorScheme: "dark" });
    await page.goto(path);
    return page;
  };
  /** In either theme and at 390 pixels. Checked where a page is open anyway, because opening one costs many statements. */
  const expectNoProblems = async (page: Page) =>
    expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  const heatmap = (page: Page) => page.getByRole("application", { name: /^Heatmap/ });
  const rows = (page: Page) => page.getByRole("table", { name: "Traces" }).locator("tbody tr");
  const params = (page: Page) => new URL(page.url()).searchParams;
  const spans = (page: Page) => page.getByRole("treeitem");
  const active = (page: Page) => page.locator('[role=treeitem][aria-selected="true"]');
  const panel = (page: Page, name: string) => page.getByRole("complementary", { name: `Span ${name}` });

  test("a selection in the heatmap leads to a slow trace, its failed span, and its logs", async () => {
    const page = await open("/traces?not_service=batch");
    await expect.poll(() => rows(page).count()).toBe(50);
    const box = await heatmap(page).boundingBox();
    if (!box) throw new Error("The heatmap has no place.");
    await page.mouse.move(box.x + 70, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 15, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => rows(page).count()).toBe(13);
    expect(Number(params(page).get("sel_min"))).toBeGreaterThan(80);
    expect(new Set(await rows(page).getByRole("link").allTextContents())).toEqual(new Set(["web POST /checkout"]));
    await expectNoProblems(page);
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(13);
    await rows(page).getByRole("link").first().click();
    await heading(page, "web POST /checkout").waitFor();
    await expect.poll(() => page.url()).toContain(`/traces/${shopTraces.failed}`);
    await spans(page).filter({ hasText: "Charge" }).click();
    const details = panel(page, "Charge");
    await details.getByText("TimeoutError: charge 64017 timed out").waitFor();
    await details.getByText("at charge (/app/src/charge.ts:12)").waitFor();
    await details.getByText("the provider did not answer").waitFor();
    expect(params(page).get("span")).toBe(shopTraces.charge);
    await expectNoProblems(page);
    const logs = await details.getByRole("link", { name: "Open in logs" }).getAttribute("href");
    expect(new URL(logs ?? "", page.url()).searchParams.get("q")).toBe(
      `trace_id:${shopTraces.failed} span_id:${shopTraces.charge}`,
    );
    await page.goBack();
    await details.waitFor({ state: "hidden" });
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(13);
    await page.getByRole("button", { name: "Clear selection" }).click();
    await expect.poll(() => rows(page).count()).toBe(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => rows(page).count()).toBe(74);
  });

  test("the arrow keys select in the heatmap, and Escape clears the selection", async () => {
    const page = await open("/traces?not_service=batch");
    await heatmap(page).focus();
    // The first key goes to the slowest span.
    for (let times = 0; times < 25; times++) await page.keyboard.press("ArrowRight");
    for (let times = 0; times < 3; times++) await page.keyboard.press("Shift+ArrowDown");
    for (let times = 0; times < 40; times++) await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows(page).count()).toBe(13);
    await page.keyboard.press("Escape");
    await expect.poll(() => params(page).get("sel_min")).toBeNull();
    await expect.poll(() => rows(page).count()).toBe(50);
  });

  test("facets and typed filters become chips, exclude values, and are removed one by one", async () => {
    const page = await open("/traces");
    const facet = (name: string) => page.getByRole("complementary", { name: "Facets" }).getByRole("list", { name });
    await facet("Operation").getByRole("button", { name: "GET /cart" }).first().click();
    await expect.poll(() => rows(page).count()).toBe(30);
    await page.getByRole("button", { name: "Remove filter operation = GET /cart" }).click();
    await facet("Operation").getByRole("button", { name: "Exclude operation GET /health" }).click();
    await expect.poll(() => params(page).get("not_operation")).toBe("GET /health");
    const field = page.getByRole("combobox", { name: /^Add a filter/ });
    await field.fill("duration>1s");
    await field.press("Enter");
    await field.fill("region=us");
    await field.press("Enter");
    await page.getByRole("button", { name: "Remove filter region = us" }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(6);
    await field.fill("nonsense");
    await field.press("Enter");
    await page.getByText("Enter name=value, name!=value, duration>500ms or a trace ID.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => rows(page).count()).toBe(50);
    await field.fill(shopTraces.failed);
    await field.press("Enter");
    await heading(page, "web POST /checkout").waitFor();
  });

  test("errors are grouped, and a group lists its traces", async () => {
    const page = await open("/traces?tab=errors");
    const group = page.getByRole("row").filter({ hasText: "TimeoutError: charge <n> timed out" });
    expect(await group.getByRole("cell").nth(1).textContent()).toBe("7");
    await expectNoProblems(page);
    await group.getByRole("link", { name: /^TimeoutError/ }).click();
    await expect.poll(() => rows(page).count()).toBe(7);
    expect(Object.fromEntries(params(page))).toMatchObject({
      service: "payments",
      operation: "Charge",
      status: "error",
      scope: "all",
    });
  });

  test("the differences name the version of the slow spans, and a click filters by it", async () => {
    const page = await open("/traces?tab=differences&service=web");
    await page.getByRole("button", { name: "Failed spans" }).click();
    const differences = page.getByRole("region", { name: "Differences" });
    await differences.getByText("7 selected spans").waitFor();
    const version = differences.getByRole("listitem").filter({ hasText: "app.version 2" });
    expect(await version.innerText()).toMatch(/100% of the selection\s+9% of the rest/);
    expect(await differences.getByText("request.id").count()).toBe(0);
    await expectNoProblems(page);
    await differences.getByRole("button", { name: "app.version 2", exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(13);
    expect(params(page).get("attr")).toBe("app.version=2");
  });

  test("the keyboard moves through the waterfall, collapses, opens, and zooms", async () => {
    const page = await open(`/traces/${shopTraces.failed}`);
    await expect.poll(() => spans(page).count()).toBe(3);
    await page.keyboard.press("j");
    await expect.poll(() => active(page).innerText()).toContain("Charge");
    await page.keyboard.press("Enter");
    await panel(page, "Charge").waitFor();
    await page.keyboard.press("ArrowDown");
    await panel(page, "render").waitFor();
    await page.keyboard.press("Escape");
    await panel(page, "render").waitFor({ state: "hidden" });
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => active(page).innerText()).toContain("POST /checkout");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => spans(page).count()).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => spans(page).count()).toBe(3);
    await page.keyboard.press("+");
    await expect.poll(() => params(page).get("zoom")).toBe("500-1500");
    await page.keyboard.press("0");
    await expect.poll(() => params(page).get("zoom")).toBeNull();
  });

  test("filters dim or hide other spans, and the overview zooms by dragging", async () => {
    const page = await open(`/traces/${shopTraces.failed}`);
    await page.getByRole("button", { name: /^payments/ }).click();
    await page.getByText("1 of 3 match").waitFor();
    await expect.poll(() => spans(page).count()).toBe(3);
    await page.getByLabel("Hide others").check();
    await expect.poll(() => spans(page).count()).toBe(2);
    await page.getByRole("button", { name: /^payments/ }).click();
    await page.getByRole("searchbox", { name: "Filter spans" }).fill("render");
    await page.getByText("1 of 3 match").waitFor();
    await expect.poll(async () => (await spans(page).allInnerTexts()).join()).toContain("render");
    const box = await page.getByRole("img", { name: /^Overview/ }).boundingBox();
    if (!box) throw new Error("The overview has no place.");
    await page.mouse.move(box.x + box.width / 4, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => params(page).get("zoom")).toMatch(/^(49|50)\d.*-(99|100)\d/);
  });

  test("a trace of more than 10,000 spans has few rows in the page, and its end is reached by one key", async () => {
    const page = await open(`/traces/${shopTraces.large}`);
    await page.getByText("The trace has 10,050 spans. The first 10,000 are shown.").waitFor();
    await spans(page).first().waitFor();
    expect(await spans(page).count()).toBeLessThan(80);
    await page.keyboard.press("End");
    await spans(page).filter({ hasText: "step 9999" }).waitFor();
    expect(await spans(page).count()).toBeLessThan(80);
    await page.getByRole("searchbox", { name: "Filter spans" }).fill("step 500");
    await page.getByText("11 of 10,000 match").waitFor();
  });

  test("a missing root and an unknown trace are explained, and the palette opens a trace by its ID", async () => {
    const page = await open(`/traces/${shopTraces.rootless}`);
    await page.getByText("The root span is missing.").waitFor();
    await page.goto(`/traces/${"e".repeat(32)}`);
    await page.getByText("Trace not found").last().waitFor();
    await page.getByRole("link", { name: "Search traces" }).click();
    await heading(page, "Traces").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Search or jump to" }).fill(shopTraces.failed.toUpperCase());
    await page.getByText("Open trace", { exact: true }).click();
    await heading(page, "web POST /checkout").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await heading(page, "Traces").waitFor();
  });

  test("a tenant without traces is led to the collectors", async () => {
    const { page } = await stage.fresh();
    await page.goto("/traces");
    await page.getByText("No traces received yet").waitFor();
    await page.getByRole("link", { name: "Set up a collector" }).waitFor();
  });
});
