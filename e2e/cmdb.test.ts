import { fewAtATime } from "@opsplane/tenant-plane/testing/few-at-a-time";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, row, untilLive } from "./browser.ts";
import { create, landscape } from "./landscape.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

const node = (page: Page, name: string) => page.locator(".react-flow__node").filter({ hasText: name });

test("a CI is created in the browser, with a custom class, an owner, tags and typed attributes", async () => {
  const { boss, page } = await stage.fresh();
  await page.goto("/cmdb");
  await page.getByText("No configuration items yet").waitFor();
  await untilLive(page);
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "New CI" });
  await dialog.getByRole("button", { name: "Create CI" }).click();
  await dialog.getByText("Enter a name.").waitFor();
  await dialog.getByLabel(/^Name/).fill("edge-7");
  await dialog.getByLabel("Class").fill("Edge box");
  await dialog.getByLabel("Environment").fill("production");
  await dialog.getByText("High", { exact: true }).click();
  await dialog.getByLabel("Owner").click();
  await page.getByRole("option", { name: boss.tokens.user.name }).click();
  await dialog.getByLabel("Tags").fill("pci");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Add attribute" }).click();
  await dialog.getByLabel("Name of new attribute").fill("cores");
  await dialog.getByLabel("Kind of cores").click();
  await page.getByRole("option", { name: "Number" }).click();
  await dialog.getByLabel("Value of cores").fill("many");
  await dialog.getByRole("button", { name: "Create CI" }).click();
  await dialog.getByText("Enter a number.").waitFor();
  await dialog.getByLabel("Value of cores").fill("8");
  await dialog.getByRole("button", { name: "Create CI" }).click();
  await heading(page, "edge-7").waitFor();
  const [item] = (await boss.api.cmdb.items({})).items;
  expect(item).toMatchObject({
    name: "edge-7",
    class: "Edge box",
    environment: "production",
    criticality: "high",
    tags: ["pci"],
    attributes: { cores: 8 },
    owner: { type: "user", id: boss.tokens.user.id },
  });
});

test("a custom class gets a label, counts as a service, and can be deleted when unused", async () => {
  const { boss, page } = await stage.fresh();
  await create(boss, "shop", { class: "storefront" });
  await page.goto("/cmdb");
  await page.getByRole("button", { name: "CI classes" }).click();
  const dialog = page.getByRole("dialog", { name: "CI classes" });
  await dialog.getByLabel("Name").fill("9 lives");
  await dialog.getByRole("button", { name: "Add class" }).click();
  await dialog.getByText("start with a letter").waitFor();
  for (const [name, label] of [
    ["storefront", "Store front"],
    ["ups", "Power supply"],
  ] as const) {
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Label").fill(label);
    if (name === "storefront") await dialog.getByLabel("Treat as a service").check();
    await dialog.getByRole("button", { name: "Add class" }).click();
    await dialog.getByRole("row").filter({ hasText: label }).waitFor();
  }
  await dialog.getByRole("row", { name: /Store front.*1.*yes/ }).waitFor();
  expect(await dialog.getByRole("button", { name: "Delete class Store front" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Delete class Power supply" }).click();
  await dialog.getByRole("row").filter({ hasText: "Power supply" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await row(page, "shop").getByText("Store front").waitFor();
});

test("facets, search and owner filter the list and the URL, and the filters can be cleared", async () => {
  const { boss, page } = await stage.fresh();
  await create(boss, "db-1", { class: "database", environment: "production", tags: ["pci"] });
  await create(boss, "db-2", { class: "database", environment: "staging" });
  await create(boss, "web-1", { environment: "production", owner: { type: "user", id: boss.tokens.user.id } });
  await page.goto("/cmdb");
  await row(page, "web-1").waitFor();
  const facets = page.getByRole("search", { name: "Facets" });
  await facets.getByRole("checkbox", { name: "Database, 2" }).check();
  await row(page, "web-1").waitFor({ state: "detached" });
  await facets.getByRole("checkbox", { name: "production, 1" }).check();
  await row(page, "db-2").waitFor({ state: "detached" });
  await expect.poll(() => page.url()).toBe(`${stage.plane.url}/cmdb?class=database&environment=production`);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await row(page, "web-1").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("db-2");
  await row(page, "web-1").waitFor({ state: "detached" });
  await row(page, "db-2").waitFor();
  await page.getByLabel("Search CIs").fill("nothing like it");
  await page.getByText("No matching CIs").waitFor();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "Owner" }).click();
  await page.getByRole("button", { name: "Me", exact: true }).click();
  await row(page, "db-1").waitFor({ state: "detached" });
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await heading(page, "web-1").waitFor();
});

test("a long list loads on scroll", async () => {
  const { boss, page } = await stage.fresh();
  await fewAtATime(240, (index) => create(boss, `item-${String(index).padStart(3, "0")}`));
  await page.goto("/cmdb");
  await row(page, "item-000").waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  await page.getByRole("rowgroup").evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  await row(page, "item-239").waitFor();
});

test("an attribute is edited in place, keeps its type, and the history shows the old value", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await create(boss, "db-1", { attributes: { cores: 8, version: "16" } });
  await page.goto(`/cmdb/${id}`);
  await page.getByRole("button", { name: "Edit attributes" }).click();
  await page.getByLabel("Value of cores").fill("32");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: /cores 32/ }).waitFor();
  expect((await boss.api.cmdb.get({ params: { id } })).attributes).toEqual({ cores: 32, version: "16" });
  await page.getByRole("link", { name: "History" }).click();
  const history = page.getByRole("list", { name: "History, newest first" }).getByRole("listitem");
  await expect.poll(() => history.first().innerText()).toMatch(/changed it[\s\S]*attributes\.cores\s+8\s+32/);
});

test("a concurrent change is shown with the draft, and neither is lost", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await create(boss, "db-1");
  await page.goto(`/cmdb/${id}`);
  await heading(page, "db-1").waitFor();
  await untilLive(page);
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit db-1" });
  await dialog.getByLabel("Environment").fill("mine");
  await boss.api.cmdb.update({ params: { id }, body: { environment: "theirs", tags: ["new"] } });
  await dialog.getByRole("alert").getByText("theirs", { exact: true }).waitFor();
  expect(await dialog.getByLabel("Environment").inputValue()).toBe("mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("Not saved").waitFor();
  await dialog.getByRole("button", { name: "Keep my version" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await boss.api.cmdb.get({ params: { id } })).toMatchObject({ environment: "mine", tags: ["new"] });
});

test("a relationship is added, shown from both ends, and removed", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await create(boss, "web-1");
  await create(boss, "host-1");
  await page.goto(`/cmdb/${id}?tab=relations`);
  await page.getByText("No relationships yet").waitFor();
  await page.getByRole("button", { name: "Add relationship" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("web-1").click();
  await page.getByRole("option", { name: "runs on" }).click();
  await dialog.getByLabel("Item").fill("host");
  await page.getByRole("option", { name: /host-1/ }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("region", { name: "web-1 runs on" }).getByRole("link", { name: "host-1" }).click();
  await heading(page, "host-1").waitFor();
  await page.getByRole("link", { name: "Relationships" }).click();
  await page.getByRole("region", { name: "host-1 hosts" }).getByRole("link", { name: "web-1" }).waitFor();
  await page.getByRole("button", { name: "Remove: host-1 hosts web-1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No relationships yet").waitFor();
});

test("the palette finds a configuration item", async () => {
  const { boss, page } = await stage.fresh();
  await create(boss, "orders-db", { class: "database" });
  await page.goto("/profile");
  await untilLive(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search or jump to" }).fill("orders");
  await page.getByRole("button", { name: /orders-db/ }).waitFor();
  await page.keyboard.press("Enter");
  await heading(page, "orders-db").waitFor();
});

test("a CI is deleted after a confirmation that names the consequences", async () => {
  const { boss, page } = await stage.fresh();
  const { id } = await create(boss, "old-box");
  await page.goto(`/cmdb/${id}`);
  await page.getByRole("button", { name: "More about this item" }).click();
  await page.getByRole("menuitem", { name: "Delete CI" }).click();
  await page.getByRole("dialog").getByText("This also deletes its relationships").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No configuration items yet").waitFor();
  await page.goto(`/cmdb/${id}`);
  await heading(page, "CI not found").waitFor();
});

test("a viewer can read everything and sees no edit buttons", async () => {
  const { boss } = await stage.fresh();
  const { db } = await landscape(boss);
  const page = await stage.visit(await stage.plane.person("viewer", boss));
  await page.goto("/cmdb");
  await row(page, "orders-db").waitFor();
  expect(await page.getByRole("button", { name: "New CI" }).count()).toBe(0);
  await row(page, "orders-db").getByRole("link").click();
  await heading(page, "orders-db").waitFor();
  for (const name of [/^Edit/, "New incident", "More about this item"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  await page.goto(`/cmdb/${db.id}?tab=relations`);
  await page.getByRole("link", { name: "host-1" }).waitFor();
  expect(await page.getByRole("button", { name: /Add relationship|Remove/ }).count()).toBe(0);
  await page.goto(`/cmdb/${db.id}?tab=impact`);
  await node(page, "checkout").waitFor();
});
