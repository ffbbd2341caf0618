import type { Person } from "@opsplane/tenant-plane/testing";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { heading, untilLive, untilStill, violationsInBothThemes } from "./browser.ts";
import { filledTenant } from "./filled-tenant.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let boss: Person;

beforeAll(async () => {
  boss = await filledTenant(stage.plane);
});

async function settled(page: Page) {
  await untilLive(page);
  await untilStill(page);
}

test("axe finds no serious violation in login, dialogs, menus and the palette in either theme", async () => {
  const problems: Record<string, unknown> = {};
  const check = async (page: Page, name: string) => {
    await untilStill(page);
    const found = await violationsInBothThemes(page);
    if (found.length > 0) problems[name] = found;
  };
  const stranger = await stage.stranger({ colorScheme: "dark" });
  await stranger.goto("/incidents");
  await stranger.getByRole("heading", { name: "Sign in" }).waitFor();
  await check(stranger, "login");
  const page = await stage.visit(boss, { colorScheme: "dark" });
  await page.goto("/incidents");
  await heading(page, "Incidents").waitFor();
  await settled(page);
  const layers: [string, () => Promise<unknown>][] = [
    ["palette", () => page.keyboard.press("Control+k")],
    ["new incident", () => page.keyboard.press("n")],
    ["keys", () => page.keyboard.press("?")],
  ];
  for (const [name, open] of layers) {
    await open();
    await page.getByRole("dialog").waitFor();
    await check(page, name);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await page.getByRole("button", { name: /^Status/ }).click();
  await page.getByRole("menu").waitFor();
  await check(page, "menu");
  await page.goto("/settings/roles?role=lead");
  await page.getByRole("dialog").waitFor();
  await check(page, "role");
  await page.goto("/alerts/silences");
  await page.getByRole("button", { name: "New silence" }).first().click();
  await page.getByRole("radio", { name: "Maintenance window" }).check();
  await page.getByRole("switch", { name: "Repeating window" }).press("Space");
  await page.getByText("Next windows begin").waitFor();
  await check(page, "silence");
  await page.goto("/settings/audit");
  await page.getByRole("button", { name: "incidents.update" }).first().click();
  await page.getByText("Show history of this").waitFor();
  await check(page, "audit entry");
  expect(problems).toEqual({});
});

test("a viewer sees no edit buttons and no administration, and a page names the missing permission", async () => {
  const viewer = await stage.plane.person("viewer", boss);
  const page = await stage.visit(viewer);
  await page.goto("/incidents/INC-00000005");
  await heading(page, "Renamed").waitFor();
  for (const name of ["Acknowledge", "Edit the title", "Edit description"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  expect(await page.getByLabel("Note, in markdown").count()).toBe(0);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const main = [
    ...["Home", "Incidents", "Alerts", "On-call", "Dashboards", "Logs", "Metrics", "Traces", "Network"],
    ...["Services", "CMDB", "Changes", "Requests", "Catalog", "Approvals", "Runbooks", "Executions", "Workflows"],
    ...["RCA scorecard", "SLOs", "Reports", "Settings"],
  ];
  // A link may end with a count, such as that of firing alerts.
  expect((await links.allTextContents()).map((text) => text.replace(/\d+ \w+$/, ""))).toEqual(main);
  await links.filter({ hasText: "Settings" }).click();
  await heading(page, "Approval chains").waitFor();
  const settings = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  expect(await settings.allTextContents()).toEqual(["Back", "Approval chains"]);
  for (const [path, permission] of [
    ["license", "admin:license"],
    ["users", "admin:users"],
    ["groups", "admin:groups"],
    ["roles", "admin:roles"],
    ["api-keys", "admin:api_keys"],
    ["collectors", "admin:collectors"],
    ["telemetry", "admin:telemetry"],
    ["alert-sources", "admin:integrations"],
    ["webhooks", "admin:webhooks"],
    ["hosts", "admin:hosts"],
    ["work", "admin:work"],
    ["audit", "admin:audit"],
  ]) {
    await page.goto(`/settings/${path}`);
    await page.getByText("You don't have access").waitFor();
    await page.getByText(permission ?? "").waitFor();
  }
});

test("pages are pinned and groups closed, and a reload keeps both", async () => {
  const page = await stage.visit(boss);
  await page.goto("/incidents");
  await heading(page, "Incidents").waitFor();
  const nav = page.getByRole("navigation", { name: "Main" });
  await nav.getByRole("button", { name: "Pin Catalog" }).click();
  await nav.getByRole("list", { name: "Pinned" }).getByRole("link", { name: "Catalog" }).waitFor();
  await nav.getByRole("button", { name: "Services", exact: true }).click();
  await nav.getByRole("link", { name: "CMDB" }).waitFor({ state: "hidden" });
  await page.reload();
  await nav.getByRole("list", { name: "Pinned" }).getByRole("link", { name: "Catalog" }).waitFor();
  expect(await nav.getByRole("link", { name: "CMDB" }).count()).toBe(0);
  await page.keyboard.press("g");
  await page.keyboard.press("1");
  await heading(page, "Catalog").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press(",");
  await heading(page, "License & usage").waitFor();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Back" }).click();
  await heading(page, "Catalog").waitFor();
  await nav.getByRole("button", { name: "Pin Catalog" }).click();
  expect(await nav.getByRole("list", { name: "Pinned" }).count()).toBe(0);
});

test("a narrow window shows icons with labels on focus, and a phone a bar at the bottom", async () => {
  const page = await stage.visit(boss, { viewport: { width: 1100, height: 800 } });
  await page.goto("/incidents");
  const changes = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Changes" });
  await changes.waitFor();
  expect(await changes.textContent()).toBe("");
  await changes.focus();
  await page.getByRole("tooltip", { name: "Changes" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole("navigation", { name: "Quick access" });
  await bar.getByRole("link", { name: "Approvals" }).click();
  await heading(page, "Approvals").waitFor();
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "CMDB" }).click();
  await heading(page, "CMDB").waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await bar.getByRole("button", { name: "Search" }).click();
  await page.getByRole("textbox", { name: "Search or jump to" }).waitFor();
});

test.each([
  ["/workflows/definitions", "/settings/approval-chains"],
  ["/settings/profile", "/profile"],
  ["/settings", "/settings/license"],
])("the address %s redirects to %s", async (from, to) => {
  const page = await stage.visit(boss);
  await page.goto(from);
  await expect.poll(() => new URL(page.url()).pathname).toBe(to);
});
