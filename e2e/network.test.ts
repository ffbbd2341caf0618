import type { Person } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { heading } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const minute = 60_000;

describe.skipIf(inject("clickhouseProblem") !== "")("the page Network", () => {
  let boss: Person;
  let database: { id: string };

  beforeAll(async () => {
    boss = await stage.plane.tenant("enterprise");
    database = await boss.api.cmdb.create({
      body: { name: "orders-db", class: "database", attributes: { ip_addresses: ["10.2.0.5"] } },
    });
    await boss.api.incidents.create({ body: { title: "Packet loss", severity: "P3" } });
    const now = Date.now();
    const flows = Array.from({ length: 250 }, (_, at) => ({
      timestamp: new Date(now - (at + 1) * minute).toISOString(),
      ...(at % 5 === 0
        ? { protocol: "udp", src_ip: "10.1.0.8", dst_ip: "10.3.0.53", dst_port: 53, bytes: 100 }
        : { protocol: "tcp", src_ip: "10.1.0.7", dst_ip: "10.2.0.5", dst_port: 5432, bytes: 10_000 }),
      ...{ src_port: 50_000 + at, packets: 4 },
    }));
    expect(await boss.api.ingest.flows({ body: { flows } })).toMatchObject({ accepted: 250 });
  });

  const open = async (path = "/network", options = {}): Promise<Page> => {
    const page = await stage.visit(boss, options);
    await page.goto(path);
    await heading(page, "Network").waitFor();
    return page;
  };
  const total = (page: Page, label: string) =>
    page.locator("dl").filter({ hasText: "Flows per second" }).locator("div").filter({ hasText: label }).first();
  const legend = (page: Page) => page.getByRole("table", { name: "Legend of Flows over time" }).getByRole("rowheader");
  const rows = (page: Page) => page.getByRole("table", { name: "Flows", exact: true }).locator("tbody tr");

  test("the last 24 hours are shown with totals, flows over time, top lists and 100 flows a page", async () => {
    const page = await open();
    await page.getByRole("button", { name: /Last 24 hours/ }).waitFor();
    await expect.poll(() => total(page, "Flows").innerText()).toMatch(/Flows\s+250/);
    await expect.poll(() => total(page, "Bytes").innerText()).toMatch(/Bytes\s+2 MB/);
    await expect.poll(() => total(page, "Protocols").innerText()).toMatch(/2$/);
    await expect.poll(() => legend(page).allTextContents()).toEqual(["TCP", "UDP"]);
    const ports = page.getByRole("list", { name: "Top destination ports" }).getByRole("listitem");
    expect(await ports.allTextContents()).toEqual(["5432 postgresql2 MB", "53 domain5 kB"]);
    await expect.poll(() => rows(page).count()).toBe(100);
    await page.getByText("1–100 of 250").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("201–250 of 250").waitFor();
    await expect.poll(() => rows(page).count()).toBe(50);
    await expect.poll(() => page.url()).toContain("page=3");
    await page.goBack();
    await page.getByText("101–200 of 250").waitFor();
  });

  test("a click on a talker filters everything; a chip removes it; a typed filter works by keyboard", async () => {
    const page = await open();
    await page
      .getByRole("list", { name: "Top sources" })
      .getByRole("button", { name: /10\.1\.0\.8/ })
      .click();
    await page.waitForURL(/src_ip=10\.1\.0\.8/);
    await expect.poll(() => total(page, "Flows").innerText()).toMatch(/Flows\s+50/);
    await expect.poll(() => legend(page).allTextContents()).toEqual(["UDP"]);
    await page.getByRole("button", { name: "Remove filter Source 10.1.0.8" }).click();
    await expect.poll(() => total(page, "Flows").innerText()).toMatch(/Flows\s+250/);
    await page.getByRole("button", { name: "Add filter" }).press("Enter");
    await page.getByRole("textbox", { name: "Value" }).fill("10.1.0.0/30");
    await page.getByRole("textbox", { name: "Value" }).press("Enter");
    await page.getByText("No flows match the filters").waitFor();
    await expect.poll(() => page.url()).toContain("src_ip=10.1.0.0/30");
    await page.goto("/network?dst_port=http");
    await page.getByRole("alert").getByText('"http" is not a port.').waitFor();
    await page.goto("/network?src_ip=nowhere");
    await page.getByRole("alert").getByText("'nowhere' is neither an address nor a network").first().waitFor();
  });

  test("an address has the name of its configuration item, in lists, diagram and table", async () => {
    const page = await open("/network?by=dst_ip&measure=flows");
    await expect.poll(() => legend(page).allTextContents()).toEqual(["10.2.0.5 orders-db", "10.3.0.53"]);
    const diagram = page.getByRole("img", { name: /^Bytes from source to destination to port/ });
    await diagram.getByText("orders-db").waitFor();
    await diagram.getByText("5432 postgresql").waitFor();
    await page
      .locator("label")
      .filter({ hasText: /^Table$/ })
      .click();
    const paths = page.getByRole("table", { name: "Paths" }).locator("tbody tr");
    await expect
      .poll(() => paths.first().innerText())
      .toMatch(/10\.1\.0\.7\s+10\.2\.0\.5 orders-db\s+5432 postgresql\s+2 MB/);
    await expect.poll(() => page.url()).toContain("paths=table");
    await page.getByRole("list", { name: "Top destinations" }).getByRole("link", { name: "orders-db" }).click();
    await heading(page, "orders-db").waitFor();
    await expect.poll(() => page.url()).toContain(database.id);
  });

  test("the incident is marked, and dragging over the chart zooms", async () => {
    const page = await open("/network?from=now-6h&to=now");
    await page
      .getByRole("list", { name: "Events" })
      .getByRole("button", { name: /Packet loss/ })
      .waitFor();
    const canvas = page.getByRole("figure", { name: "Flows over time" }).locator("canvas").first();
    const box = await canvas.boundingBox();
    if (!box) throw new Error("The chart has no place on the page.");
    await page.mouse.move(box.x + box.width * 0.6, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + 80, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=20/);
    await expect.poll(() => total(page, "Flows").innerText()).not.toMatch(/Flows\s+250/);
  });

  test("a person without cmdb:read sees the page without names", async () => {
    await boss.api.roles.create({ body: { name: "observer", permissions: ["observability:read"] } });
    const page = await stage.visit(await stage.plane.person("observer", boss));
    await page.goto("/network");
    await page.getByRole("list", { name: "Top destinations" }).getByText("10.2.0.5").waitFor();
    await expect.poll(() => rows(page).count()).toBe(100);
    expect(await page.getByText("orders-db").count()).toBe(0);
  });

  test("a plan without network flows has no such page in the navigation, and the address says why", async () => {
    const small = await stage.plane.tenant("startup");
    const page = await stage.visit(small);
    await page.goto("/network");
    await page.getByText("Not included in your plan").waitFor();
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await links.filter({ hasText: "Incidents" }).waitFor();
    expect(await links.filter({ hasText: "Network" }).count()).toBe(0);
  });

  test("a tenant without flows sees the next step, and g n opens the page", async () => {
    const page = await stage.visit(await stage.plane.tenant("enterprise"));
    await page.goto("/incidents");
    await heading(page, "Incidents").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await heading(page, "Network").waitFor();
    await page.getByText("No flows received in this range").waitFor();
    await page.getByRole("link", { name: "Add a collector" }).waitFor();
  });
});
