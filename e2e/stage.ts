import { type Person, type Plane, startPlane } from "@opsplane/tenant-plane/testing";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { leave, openBrowser, signedIn } from "./browser.ts";

export interface Stage {
  plane: Plane;
  browser: Browser;
  /** A browser of this person's own. */
  visit(person: Person, options?: BrowserContextOptions): Promise<Page>;
  /** A tenant of its own, so that a test sees only what it makes. */
  fresh(): Promise<{ boss: Person; page: Page }>;
}

/** One product and one browser for a test file; the profiles of a test end with it. */
export function openStage(): Stage {
  let plane: Plane | undefined;
  let browser: Browser | undefined;
  const opened = <T>(what: T | undefined): T => {
    if (what === undefined) throw new Error("The stage opens before the first test.");
    return what;
  };

  beforeAll(async () => {
    [plane, browser] = await Promise.all([startPlane(), openBrowser()]);
  });
  afterEach(() => leave(opened(browser)));
  afterAll(async () => {
    await browser?.close();
    await plane?.close();
  });

  const visit: Stage["visit"] = (person, options) => signedIn(opened(browser), opened(plane).url, person, options);
  return {
    get plane() {
      return opened(plane);
    },
    get browser() {
      return opened(browser);
    },
    visit,
    fresh: async () => {
      const boss = await opened(plane).tenant();
      return { boss, page: await visit(boss) };
    },
  };
}
