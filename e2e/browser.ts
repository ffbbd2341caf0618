import { readFileSync } from "node:fs";
import axe, { type AxeResults } from "axe-core";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

export interface Account {
  email: string;
  password: string;
}

let opened: Promise<Browser> | undefined;

/** The files of a worker share one browser, which ends with the worker. */
export function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch({
    // From the packages of Debian; the flags are needed as root and without a network.
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // A page of a test is closed before optimized code would pay off. This saves 10 to 25 % of Chromium's time.
      "--js-flags=--no-opt,--no-maglev",
    ],
  });
  return opened;
}

/** Profiles are cleared and reused by their options, because a new one would load and compile the whole console. */
const idle = new Map<string, BrowserContext[]>();
const borrowed = new Map<BrowserContext, string>();

/** A profile with one tab and no signed-in user. An error in the console's code fails the test. */
export async function visitor(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const key = JSON.stringify([url, options]);
  const context = idle.get(key)?.pop() ?? (await newProfile(browser, url, options));
  borrowed.set(context, key);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const storageTypes = "cookies,local_storage,indexeddb";
  await session.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes });
  await session.detach();
  return page;
}

export async function newProfile(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...options,
  });
  // Only ends what hangs: a busy machine may take a minute for what takes a second.
  context.setDefaultTimeout(Number(process.env.OPSPLANE_TEST_WAIT_SECONDS ?? 180) * 1000);
  context.on("weberror", (fault) => {
    throw new Error(`The console failed: ${fault.error().message}`);
  });
  return context;
}

/** Signs a tab in: the refresh cookie is set as the login page would, without typing. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const answer = await page.request.post("/api/auth/token", {
    data: { email, password, cookie: true },
    // The server may close an idle connection just when it is used again.
    maxRetries: 3,
  });
  if (!answer.ok()) throw new Error(`Login answered ${answer.status()}`);
}

/** Closes the tabs of a test, so that their live streams do not slow down the next one. */
export async function leave(): Promise<void> {
  const contexts = [...borrowed];
  borrowed.clear();
  await Promise.all(
    contexts.map(async ([context, key]) => {
      await Promise.all(context.pages().map((page) => page.close()));
      await context.unrouteAll();
      await context.setOffline(false);
      idle.set(key, [...(idle.get(key) ?? []), context]);
    }),
  );
}

export async function fillLogin(page: Page, { email, password }: Account) {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
export const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Waits until the live stream is open, after which every change arrives. */
export async function untilLive(page: Page) {
  await page.getByRole("status").filter({ hasText: "Live" }).waitFor({ state: "attached" });
}

interface Scan {
  /** One part of the page; the whole document unless it is named. */
  within?: string;
}

/** The serious and critical violations that axe finds. */
export async function seriousViolations(page: Page, { within }: Scan = {}): Promise<string[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${within ? JSON.stringify({ include: [within] }) : "document"}, { resultTypes: ["violations"] })`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

const findFaintTexts = readFileSync(new URL("./faint-texts.js", import.meta.url), "utf8").replace(/;\s*$/, "");

/** Every rule of axe in the dark theme. Only colors depend on the theme, so the light one needs only its contrast. */
export async function violationsInBothThemes(page: Page, scan: Scan = {}): Promise<string[]> {
  const dark = await seriousViolations(page, scan);
  const light = await faintTextsIn(page, "light", scan);
  return [...dark, ...light.map((each) => `light: ${each}`)];
}

/** The colors follow an attribute. It is set back before the page is drawn, so nothing has to be waited for. */
async function faintTextsIn(page: Page, theme: "dark" | "light", { within = "body" }: Scan): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const html = document.documentElement;
    const before = html.dataset.mantineColorScheme;
    const still = document.createElement("style");
    still.textContent = "* { transition: none !important; animation: none !important; }";
    document.head.append(still);
    html.dataset.mantineColorScheme = ${JSON.stringify(theme)};
    const found = (${findFaintTexts})(${JSON.stringify(within)});
    html.dataset.mantineColorScheme = before;
    still.remove();
    return found;
  })()`);
}

/** The horizontal overflow of the page or of its scrolling part, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>(
    `Math.max(...[document.documentElement, ...document.querySelectorAll("main")].map((box) => box.scrollWidth - box.clientWidth))`,
  );
}

interface Problems {
  wide: string[];
  narrow: string[];
  /** Pixels that do not fit at the width of a phone. */
  sideways: number;
}

export const noProblems: Problems = { wide: [], narrow: [], sideways: 0 };

/** What is wrong with the open page in either theme and at the width of a phone, where `narrowToo` scans it again. */
export async function pageProblems(
  page: Page,
  { narrowToo = false, ...scan }: Scan & { narrowToo?: boolean } = {},
): Promise<Problems> {
  await untilStill(page);
  const wide = await violationsInBothThemes(page, scan);
  await page.setViewportSize({ width: 390, height: 844 });
  await untilStill(page);
  const narrow = narrowToo ? await violationsInBothThemes(page, scan) : [];
  // Charts follow the width of their box a moment later.
  const fits = () => sidewaysScroll(page).then((pixels) => pixels === 0);
  await expect
    .poll(fits, { timeout: 10_000 })
    .toBe(true)
    .catch(() => undefined);
  const sideways = await sidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  return { wide, narrow, sideways };
}

/** Waits until nothing on the page is loading, dimmed or animated. */
export async function untilStill(page: Page) {
  await expect
    .poll(() =>
      page.evaluate<boolean>(
        `!document.body.innerText.includes("Loading…") &&
        !document.querySelector("[aria-busy=true]") &&
        document.getAnimations().every((each) => each.playState !== "running")`,
      ),
    )
    .toBe(true);
}
