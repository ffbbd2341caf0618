import { randomBytes } from "node:crypto";
import { type Person, type Plane, startPlane } from "@opsplane/tenant-plane/testing";
import { freePort } from "@opsplane/tenant-plane/testing/smtp-sink";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { heading, newProfile, openBrowser, signIn, untilLive } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let page: Page;
let reference: string;

/** A new profile has an empty cache, so that every part of the console comes from the server. */
async function openIncident(url: string, by: Person): Promise<void> {
  ({ reference } = await by.api.incidents.create({ body: { title: "Checkout is slow" } }));
  page = await (await newProfile(await openBrowser(), url)).newPage();
  await signIn(page, by);
  await page.goto(`/incidents/${reference}`);
  await heading(page, "Checkout is slow").waitFor();
  await page.getByLabel("Note, in markdown").waitFor();
  await untilLive(page);
}
afterEach(() => page.context().close());

const header = () => page.locator("article header");
const go = (name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
const unreachable = () => page.getByRole("alert").filter({ hasText: "Can't reach the server" });

describe("while the server is down", () => {
  let plane: Plane;
  let start: () => Promise<Plane>;
  beforeAll(async () => {
    const env = { ROLE: "api", PORT: String(await freePort()), SECRETS_MASTER_KEY: randomBytes(32).toString("base64") };
    plane = await startPlane(env);
    const { databaseUrl, tenantId } = plane;
    start = () => startPlane({ ...env, BOOTSTRAP_TENANT_ID: tenantId }, { databaseUrl });
  });
  beforeEach(() => openIncident(plane.url, plane.admin));
  afterAll(() => plane.close());

  test("a page that is not loaded yet shows an error, and opens when the server is back; the draft note is kept", async () => {
    const note = page.getByLabel("Note, in markdown");
    await note.fill("Restarting the **cache**");
    await plane.close();
    await page.getByText(/Connection lost\. Showing data from \d\d:\d\d\. Retrying…/).waitFor();
    await go("Settings");
    await unreachable().waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings/license");
    await page.getByRole("navigation", { name: "Settings" }).waitFor();

    await page.goBack();
    await heading(page, "Checkout is slow").waitFor();
    expect(await note.inputValue()).toBe("Restarting the **cache**");

    await go("Settings");
    await unreachable().waitFor();
    plane = await start();
    await unreachable().getByRole("button", { name: "Retry" }).click();
    await page.getByText("This deployment runs without a license.").waitFor();
    await page.getByText("Connection lost.").waitFor({ state: "detached" });

    await page.goBack();
    await page.reload();
    await heading(page, "Checkout is slow").waitFor();
    expect(await note.inputValue()).toBe("Restarting the **cache**");
    await page.getByRole("button", { name: "Add note" }).click();
    await page
      .getByRole("list", { name: /Timeline/ })
      .getByText("Restarting the cache")
      .waitFor();
    // The live stream may show the note before its own answer arrives and clears the field.
    await expect.poll(() => note.inputValue()).toBe("");
    await page.reload();
    await heading(page, "Checkout is slow").waitFor();
    expect(await note.inputValue()).toBe("");
  });

  test("a page that could not be loaded opens automatically when the server is back, with its styles", async () => {
    await plane.close();
    await go("CMDB");
    await unreachable().waitFor();
    plane = await start();
    await heading(page, "CMDB").waitFor();
    const unstyled = await page.evaluate<number>(
      `[...document.querySelectorAll('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet).length`,
    );
    expect(unstyled).toBe(0);
  });

  test("a failed move is reverted on the page", async () => {
    await plane.close();
    await header().getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("Couldn't save the change").waitFor();
    await header().getByRole("button", { name: "Open", exact: true }).waitFor();
    await header().getByText("Triggered", { exact: true }).waitFor();
    expect(await header().getByRole("button", { name: "Acknowledge" }).count()).toBe(0);
    plane = await start();
    await header().getByRole("button", { name: "Open", exact: true }).click();
    await header().getByText("Open", { exact: true }).first().waitFor();
    await header().getByRole("button", { name: "Acknowledge" }).waitFor();
  });
});

describe("while the server runs", () => {
  beforeEach(() => openIncident(stage.plane.url, stage.plane.admin));

  test("a button stops loading and shows an error while the browser is offline", async () => {
    await page.context().setOffline(true);
    await page.getByText("Connection lost.").waitFor();
    await page.getByLabel("Note, in markdown").fill("Written offline");
    const add = page.getByRole("button", { name: "Add note" });
    await add.click();
    await page.getByText("Couldn't save the note").waitFor();
    await expect.poll(() => add.isEnabled()).toBe(true);
    await expect.poll(() => page.getByLabel("Note, in markdown").inputValue()).toBe("Written offline");
    await page.context().setOffline(false);
    await add.click();
    await page
      .getByRole("list", { name: /Timeline/ })
      .getByText("Written offline")
      .waitFor();
  });

  test("an unsaved description is still in the editor after leaving the page", async () => {
    await page.getByRole("button", { name: "Edit description" }).click();
    await page.getByLabel("Description, in markdown").fill("Since 02:41");
    await go("Changes");
    await heading(page, "Changes").waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel("Description, in markdown").inputValue()).toBe("Since 02:41");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Edit description" }).waitFor();
  });

  test("after an upgrade the page reloads once, and the draft is kept", async () => {
    const note = page.getByLabel("Note, in markdown");
    await note.fill("Before the upgrade");
    await page.evaluate("window.before = true");
    // After an upgrade the server has another entry file, and the old files are gone.
    await page.route("**/assets/license-page-*", (route) => route.fulfill({ status: 404, body: "" }));
    await page.route(`${stage.plane.url}/`, (route) =>
      route.fulfill({ body: '<script type="module" src="/assets/new.js">' }),
    );
    await go("Settings");
    await expect.poll(() => page.evaluate("window.before").catch(() => true)).toBeUndefined();
    await unreachable().waitFor();
    await page.unroute("**/assets/license-page-*");
    await page.unroute(`${stage.plane.url}/`);
    await page.getByText("This deployment runs without a license.").waitFor();
    await page.goto(`/incidents/${reference}`);
    await note.waitFor();
    expect(await note.inputValue()).toBe("Before the upgrade");
  });
});
