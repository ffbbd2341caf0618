import { type Person, type SharedPlane, sharedPlane } from "@opsplane/tenant-plane/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import { leave, openBrowser, signIn, visitor } from "./browser.ts";

export interface Stage {
  /** One server for all files. Its `admin` belongs to a tenant of this file. */
  plane: SharedPlane;
  /** A tab without a signed-in user. */
  stranger(options?: BrowserContextOptions): Promise<Page>;
  /** A tab of this person. */
  visit(person: Person, options?: BrowserContextOptions): Promise<Page>;
  /** A new tenant, so that a test sees only its own records. */
  fresh(): Promise<{ boss: Person; page: Page }>;
}

/** The product and a browser for a test file. The tabs of a test end with it. */
export function openStage(): Stage {
  let plane: Stage["plane"] | undefined;
  const opened = () => {
    if (plane === undefined) throw new Error("The stage opens before the first test.");
    return plane;
  };

  beforeAll(async () => {
    plane = await sharedPlane();
  });
  afterEach(leave);

  const stranger: Stage["stranger"] = async (options) => visitor(await openBrowser(), opened().url, options);
  const visit: Stage["visit"] = async (person, options) => {
    const page = await stranger(options);
    await signIn(page, person);
    return page;
  };
  return {
    get plane() {
      return opened();
    },
    stranger,
    visit,
    fresh: async () => {
      const boss = await opened().tenant();
      return { boss, page: await visit(boss) };
    },
  };
}
