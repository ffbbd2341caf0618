import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { goodPassword } from "../apps/tenant-plane/test/plane.ts";
import {
  adminOf,
  emptyDatabase,
  noClickHouse,
  type RunningPlane,
  startProcess,
  stopAll,
} from "../apps/tenant-plane/test/process.ts";
import { freePort } from "../apps/tenant-plane/test/smtp-sink.ts";
import { heading, signedIn, untilLive } from "./browser.ts";
import { openStage } from "./stage.ts";

// The console while its server is away. The server here is a process of its own that is stopped and started again.

const stage = openStage();
const account = { email: "admin@opsplane.local", password: goodPassword };
let folder: string;
let start: () => Promise<RunningPlane>;
let plane: RunningPlane;
let reference: string;
let page: Page;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-connection-"));
  const env = {
    ...noClickHouse,
    PORT: String(await freePort()),
    TENANT_PLANE_DATABASE_URL: await emptyDatabase(),
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    DATA_DIR: folder,
  };
  start = () => startProcess(env);
  plane = await start();
  const { api } = await adminOf(plane);
  ({ reference } = await api.incidents.create({ body: { title: "Checkout is slow" } }));
  page = await signedIn(stage.browser, plane.url, account);
  await page.goto(`/incidents/${reference}`);
  await untilLive(page);
});
afterEach(async () => {
  await page.context().close();
  await stopAll();
  await rm(folder, { recursive: true, force: true });
});

const header = () => page.locator("article header");
const go = (name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
const unreachable = () => page.getByRole("alert").filter({ hasText: "Can't reach the server" });

test("a page that is not loaded yet says that the server is away, and opens when it is back; the draft note stays", async () => {
  const note = page.getByLabel("Note, in markdown");
  await note.fill("Restarting the **cache**");
  await plane.stop("SIGTERM");
  await page.getByText(/Connection lost\. Showing data from \d\d:\d\d\. Retrying…/).waitFor();
  await go("Settings");
  await unreachable().waitFor();
  expect(new URL(page.url()).pathname).toBe("/settings/users");
  await page.getByRole("navigation", { name: "Settings" }).waitFor();

  await page.goBack();
  await heading(page, "Checkout is slow").waitFor();
  expect(await note.inputValue()).toBe("Restarting the **cache**");

  await go("Settings");
  await unreachable().waitFor();
  plane = await start();
  await unreachable().getByRole("button", { name: "Retry" }).click();
  await page.getByRole("row").filter({ hasText: account.email }).waitFor();
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
  await page.reload();
  await heading(page, "Checkout is slow").waitFor();
  expect(await note.inputValue()).toBe("");
});

test("a page that could not be loaded opens by itself when the server is back, with its styles", async () => {
  await plane.stop("SIGTERM");
  await go("CMDB");
  await unreachable().waitFor();
  plane = await start();
  await heading(page, "CMDB").waitFor();
  const unstyled = await page.evaluate<number>(
    `[...document.querySelectorAll('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet).length`,
  );
  expect(unstyled).toBe(0);
});

test("a move that failed is taken back on the page", async () => {
  await plane.stop("SIGTERM");
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

test("a button comes back with a message while the browser is offline", async () => {
  await page.context().setOffline(true);
  await page.getByText("Connection lost.").waitFor();
  await page.getByLabel("Note, in markdown").fill("Written offline");
  const add = page.getByRole("button", { name: "Add note" });
  await add.click();
  await page.getByText("Couldn't save the note").waitFor();
  await expect.poll(() => add.isEnabled()).toBe(true);
  expect(await page.getByLabel("Note, in markdown").inputValue()).toBe("Written offline");
  await page.context().setOffline(false);
  await add.click();
  await page
    .getByRole("list", { name: /Timeline/ })
    .getByText("Written offline")
    .waitFor();
});

test("a description that was not saved is still being edited after leaving the page", async () => {
  await page.getByRole("button", { name: "Edit the description" }).click();
  await page.getByLabel("Description, in markdown").fill("Since 02:41");
  await go("Changes");
  await heading(page, "Changes").waitFor();
  await page.goBack();
  expect(await page.getByLabel("Description, in markdown").inputValue()).toBe("Since 02:41");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Edit the description" }).waitFor();
});

test("after an upgrade the page is loaded again, once, and the draft stays", async () => {
  const note = page.getByLabel("Note, in markdown");
  await note.fill("Before the upgrade");
  await page.evaluate("window.before = true");
  // What the server says after an upgrade: another entry, and the old files are gone.
  await page.route("**/assets/users-page-*", (route) => route.fulfill({ status: 404, body: "" }));
  await page.route(`${plane.url}/`, (route) => route.fulfill({ body: '<script type="module" src="/assets/new.js">' }));
  await go("Settings");
  await expect.poll(() => page.evaluate("window.before").catch(() => true)).toBeUndefined();
  await unreachable().waitFor();
  await page.unroute("**/assets/users-page-*");
  await page.unroute(`${plane.url}/`);
  await page.getByRole("row").filter({ hasText: account.email }).waitFor();
  await page.goto(`/incidents/${reference}`);
  await note.waitFor();
  expect(await note.inputValue()).toBe("Before the upgrade");
});
