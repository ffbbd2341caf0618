import type { Person } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { heading, noProblems, pageProblems, untilLive } from "./browser.ts";
import { highLoad, sendLoad } from "./load-metric.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const patience = { timeout: 180_000, interval: 500 };

describe.skipIf(inject("clickhouseProblem") !== "")("alerts", () => {
  let boss: Person;

  beforeAll(async () => {
    boss = await stage.plane.tenant("enterprise");
    await sendLoad(boss);
  });

  const rows = (page: Page) => page.getByRole("table", { name: "Alerts" }).getByRole("row");
  const tab = (page: Page, name: string) => page.getByRole("radiogroup", { name: "Alerts" }).getByText(name);

  test("a policy is built with a preview, replayed and saved; its alert is silenced and comes back", async () => {
    const page = await stage.visit(boss);
    await page.goto("/alerts");
    await heading(page, "Alerts").waitFor();
    await page.getByRole("link", { name: "Create your first policy" }).click();
    await heading(page, "New alert policy").waitFor();
    await page.getByRole("button", { name: "Create policy" }).click();
    await page.getByText("Can't save yet. Enter a name.").waitFor();

    await page.getByRole("textbox", { name: "Name" }).fill("High load");
    await page.getByRole("combobox", { name: "Metric" }).fill("loa");
    await page.getByRole("option", { name: /^load/ }).click();
    await page.getByLabel("Combine series by").first().click();
    await page.getByRole("option", { name: "Maximum" }).click();
    await page.getByLabel("Threshold", { exact: true }).fill("90");
    await page.getByLabel("Window").first().fill("1h");
    await page.getByLabel("For", { exact: true }).first().fill("0s");
    const groups = page.getByLabel("Group by").first();
    await groups.fill("host");
    await groups.press("Enter");
    await page.getByText("Maximum of load over 1h is above 90").waitFor();

    const backtest = page.getByRole("region", { name: "Backtest" });
    const fired = backtest.getByRole("table", { name: "Alerts that it would have raised" });
    await fired.getByText("host=web-1").waitFor();
    expect(await fired.getByText("host=web-2").count()).toBe(0);
    await page.getByRole("radiogroup", { name: "Replay the last" }).getByText("24 h").click();
    await backtest.getByText("Press Backtest to replay the last 24 h.").waitFor();
    await page.getByRole("button", { name: "Backtest" }).click();
    await backtest.getByText(/^5,76\d evaluations of 2 groups$/).waitFor();
    await fired.getByText("host=web-1").waitFor();
    expect(await pageProblems(page, { within: "main", narrowToo: true })).toEqual(noProblems);
    await page.getByRole("button", { name: "Create policy" }).click();
    await heading(page, "High load").waitFor();

    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: /^Alerts/ })
      .click();
    const alert = rows(page).filter({ hasText: "web-1" });
    await expect.poll(() => alert.count(), patience).toBe(1);
    await alert.getByRole("link", { name: /^INC-/ }).waitFor();
    await alert.getByRole("button", { name: "Silence High load" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Mutes 1 open alert").waitFor();
    await dialog.getByLabel("Reason").fill("Known");
    await dialog.getByRole("button", { name: "Create silence" }).click();
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => alert.count(), patience).toBe(0);
    await tab(page, "Silenced").click();
    await alert.getByRole("link", { name: "Known" }).click();
    await page.getByRole("dialog").getByText("Edit silence").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "End now Known" }).click();
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Alerts" }).click();
    await expect.poll(() => alert.count(), patience).toBe(1);
  });

  test("an alert opens beside the list, and its incident and policy show it", async () => {
    const { boss: owner, page } = await stage.fresh();
    await sendLoad(owner);
    const policy = await owner.api.alertPolicies.create({ body: { name: "Load", severity: "P1", ...highLoad } });
    await page.goto("/alerts");
    await untilLive(page);
    await expect.poll(() => rows(page).filter({ hasText: "web-1" }).count(), patience).toBe(1);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Load" });
    await drawer.getByText("host=web-1").waitFor();
    expect(await pageProblems(page, { within: "[role=dialog]" })).toEqual(noProblems);
    await drawer.getByRole("link", { name: /^INC-/ }).click();
    await page.getByRole("region", { name: "Alerts" }).getByText("Firing").waitFor();

    await page.goto(`/alerts/policies/${policy.id}`);
    await page.getByRole("region", { name: "Open alerts" }).getByText("host=web-1").waitFor();
    await page.getByRole("tabpanel").getByText("1 firing").first().waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Threshold", { exact: true }).fill("99");
    await page.getByText("Saving ends the open alerts of this policy.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    const versions = page.getByRole("tab", { name: "Versions" });
    // The panels above it are loading, and can move it away from under a click.
    await expect
      .poll(async () => {
        await versions.click();
        return versions.getAttribute("aria-selected");
      })
      .toBe("true");
    await page.getByRole("button", { name: "View version 2" }).click();
    await page.getByRole("dialog").getByText("condition: threshold").waitFor();
    await page.keyboard.press("Escape");
    await page.goto("/alerts?view=history");
    await expect.poll(() => rows(page).filter({ hasText: "web-1" }).count(), patience).toBe(1);
  });

  test("readers see alerts, policies and silences without buttons to change them", async () => {
    const page = await stage.visit(await stage.plane.person("viewer", boss));
    for (const [path, title] of [
      ["/alerts", "Alerts"],
      ["/alerts/policies", "Alert policies"],
      ["/alerts/silences", "Silences"],
    ] as const) {
      await page.goto(path);
      await heading(page, title).waitFor();
      await untilLive(page);
      expect(await page.getByRole("button", { name: /^(New|Silence|Create|Edit|End)\b/ }).count()).toBe(0);
      expect(await page.getByRole("link", { name: /^(New|Create)\b/ }).count()).toBe(0);
    }
    await page.goto("/alerts/policies/new");
    await page.getByText("alerts:write").waitFor();
  });
});
