import { expect, test } from "vitest";
import { heading, untilLive } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("an admin shows a notice, everyone sees it at once, and it disappears when cleared", async () => {
  const { boss, page } = await stage.fresh();
  const viewer = await stage.visit(await stage.plane.person("viewer", boss));
  await viewer.goto("/incidents");
  await untilLive(viewer);
  await page.goto("/settings/notice");
  await heading(page, "Notice").waitFor();
  await page.getByLabel("Text").fill("Maintenance on Saturday at 22:00");
  await page.getByText("Warning", { exact: true }).click();
  await page.getByRole("button", { name: "Show notice" }).click();
  await page.getByText("Notice saved").waitFor();
  const banner = viewer.getByRole("status", { name: "Notice" });
  await banner.getByText("Maintenance on Saturday at 22:00").waitFor();
  await page.getByRole("button", { name: "Clear notice" }).click();
  await expect.poll(() => banner.textContent()).toBe("");
});
