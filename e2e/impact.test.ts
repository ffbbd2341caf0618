import { fewAtATime } from "@opsplane/tenant-plane/testing/few-at-a-time";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading } from "./browser.ts";
import { create, landscape, relate } from "./landscape.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

const nodes = (page: Page) => page.locator(".react-flow__node");
const node = (page: Page, name: string) => nodes(page).filter({ hasText: name });
const zoomOf = (page: Page) =>
  page
    .locator(".react-flow__viewport")
    .evaluate((view) => Number(/scale\(([\d.]+)\)/.exec(view.getAttribute("style") ?? "")?.[1]));

test("the impact graph shows affected CIs, incident marks and the failure path, and the list shows the same", async () => {
  const { boss, page } = await stage.fresh();
  const { db, checkout } = await landscape(boss);
  await boss.api.incidents.create({ body: { title: "Checkout answers 502", ci_ids: [checkout.id] } });
  await page.goto(`/cmdb/${db.id}?tab=impact`);
  await node(page, "Web shop").waitFor();
  await expect.poll(() => nodes(page).count()).toBe(3);
  await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(2);
  await page.getByText("2 CIs affected").waitFor();
  await node(page, "checkout").getByText("1 open incident").waitFor({ state: "attached" });
  const list = page.getByRole("table", { name: "Affected items" });
  await list
    .getByRole("row", { name: /^2 Web shop.*orders-db → is needed by → checkout → is part of → Web shop/ })
    .waitFor();
  await node(page, "checkout").click();
  const card = page.getByRole("complementary", { name: "checkout" });
  await card.getByText("orders-db → is needed by → checkout").waitFor();
  await card.getByRole("link", { name: "Checkout answers 502" }).waitFor();
  await page.getByText("Depends on", { exact: true }).click();
  await node(page, "host-1").waitFor();
  await node(page, "checkout").waitFor({ state: "detached" });
  await expect.poll(() => page.url()).toContain("direction=upstream");
  await page.getByRole("table", { name: "Items it depends on" }).getByText("runs on", { exact: true }).waitFor();
  await page.getByText("Both", { exact: true }).click();
  await expect.poll(() => nodes(page).count()).toBe(4);
  await page.getByRole("slider", { name: "Depth" }).press("Home");
  await node(page, "Web shop").waitFor({ state: "detached" });
  await expect.poll(() => page.url()).toContain("depth=1");
  await node(page, "host-1").focus();
  await page.keyboard.press("Enter");
  await heading(page, "host-1").waitFor();
});

test("a graph of 500 items is drawn, zooms and pans", async () => {
  const { boss, page } = await stage.fresh();
  const root = await create(boss, "core-switch", { class: "network_device" });
  const racks = await fewAtATime(20, (rack) => create(boss, `rack-${rack}`));
  for (const rack of racks) await relate(boss, rack, "connects_to", root);
  for (const rack of racks) {
    await fewAtATime(24, async (unit) => {
      const server = await create(boss, `${rack.name}-${unit}`);
      await relate(boss, server, "depends_on", rack);
    });
  }
  await page.goto(`/cmdb/${root.id}?tab=impact`);
  await page.getByText("500 CIs affected").waitFor();
  await expect.poll(() => nodes(page).count(), { timeout: 180_000 }).toBe(501);
  await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(500);
  const whole = await zoomOf(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(whole * 1.3);
  for (let presses = 0; presses < 5; presses++) await page.getByRole("button", { name: "Zoom in" }).click();
  // Only visible nodes are drawn.
  await expect.poll(() => nodes(page).count()).toBeLessThan(250);
  const view = page.locator(".react-flow__viewport");
  const before = await view.getAttribute("style");
  const pane = await page.locator(".react-flow__pane").boundingBox();
  const [x, y] = [(pane?.x ?? 0) + 60, (pane?.y ?? 0) + 40];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 200, y + 80, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => view.getAttribute("style")).not.toBe(before);
  await page.getByRole("button", { name: "Show the whole graph" }).click();
  await expect.poll(() => zoomOf(page)).toBeCloseTo(whole, 2);
}, 180_000);

test("an incident shows its CIs, their impact and recent changes", async () => {
  const { boss, page } = await stage.fresh();
  const { db } = await landscape(boss);
  const start = new Date(Date.now() - 3_600_000).toISOString();
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const change = await boss.api.changes.create({
    body: {
      title: "Upgrade the database",
      type: "emergency",
      requested_start: start,
      requested_end: end,
      ci_ids: [db.id],
    },
  });
  await boss.api.changes.update({ params: { id: change.id }, body: { status: "implementing" } });
  await page.goto(`/cmdb/${db.id}`);
  await page.getByRole("button", { name: "New incident" }).click();
  const dialog = page.getByRole("dialog", { name: "New incident" });
  await dialog.getByText("orders-db").waitFor();
  await dialog.getByLabel("Title").fill("Orders are slow");
  await dialog.getByRole("button", { name: "Create incident" }).click();
  await heading(page, "Orders are slow").waitFor();
  const impact = page.getByRole("region", { name: "Impact" });
  await impact.getByText("2 downstream CIs").waitFor();
  await impact.getByRole("list", { name: "Affected services" }).getByRole("link", { name: "Web shop" }).waitFor();
  const changes = page.getByRole("region", { name: "Recent changes" });
  await changes.getByRole("link", { name: "Upgrade the database" }).waitFor();
  await page.getByRole("button", { name: "Edit affected items" }).click();
  const picker = page.getByLabel("Affected items");
  await picker.fill("host");
  await page.getByRole("option", { name: /host-1/ }).waitFor();
  await page.keyboard.press("Enter");
  await picker.fill("legacy-box");
  await page.getByText("No CIs found").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save" }).click();
  const facts = page.getByRole("region", { name: "Details" });
  await facts.getByRole("link", { name: "host-1" }).waitFor();
  await impact.getByRole("link", { name: "Impact of orders-db" }).click();
  await node(page, "checkout").waitFor();
});
