import axe, { type AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

export interface Account {
  email: string;
  password: string;
}

/** Chromium from Debian's packages; the flags are what it needs as root and without a network. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

/** A fresh browser profile with one tab, nobody signed in. A fault in the console's own code fails the test. */
export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(60_000);
  context.on("weberror", (fault) => {
    throw new Error(`The console failed: ${fault.error().message}`);
  });
  return context.newPage();
}

/** The same, already signed in: the refresh cookie is set as the login page would, without typing. */
export async function signedIn(browser: Browser, url: string, account: Account, options: BrowserContextOptions = {}) {
  const page = await visitor(browser, { baseURL: url, ...options });
  const answer = await page.request.post("/api/auth/token", {
    data: { email: account.email, password: account.password, cookie: true },
  });
  if (!answer.ok()) throw new Error(`Login answered ${answer.status()}`);
  return page;
}

/** Ends every profile of a test, so that its tabs and live streams do not weigh on the next one. */
export async function leave(browser: Browser) {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

export async function fillLogin(page: Page, { email, password }: Account) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
export const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Waits until the live stream is open, after which every change arrives. */
export async function untilLive(page: Page) {
  await page.getByRole("status").filter({ hasText: "Live" }).waitFor({ state: "attached" });
}

/** What axe calls serious or critical on the page as it is now. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, { resultTypes: ["violations"] })`);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** How many pixels the page, or the part of it that scrolls, is wider than the screen. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>(
    `Math.max(...[document.documentElement, ...document.querySelectorAll("main")].map((box) => box.scrollWidth - box.clientWidth))`,
  );
}

/** Waits until nothing is loading or moving any more. */
export async function untilStill(page: Page) {
  await expect
    .poll(() =>
      page.evaluate<boolean>(
        `!document.body.innerText.includes("Loading…") && document.getAnimations().every((each) => each.playState !== "running")`,
      ),
    )
    .toBe(true);
}
