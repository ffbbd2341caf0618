import { createServer } from "node:net";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import type { Scope } from "../scope.ts";
import { tempFolder } from "../temp-folder.ts";

/** A browser with a signed-in profile. Lighthouse joins it through its debugging port. */
export interface Tab {
  url: string;
  port: number;
  context: BrowserContext;
  /** A new page, signed in. */
  open(): Promise<Page>;
  /** Removes every cached file, as for a first visit. */
  clearCache(): Promise<void>;
}

export async function openTab(scope: Scope, url: string, account: { email: string; password: string }): Promise<Tab> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(join(await tempFolder(scope), "profile"), {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", `--remote-debugging-port=${port}`],
    baseURL: url,
    viewport: { width: 1350, height: 940 },
  });
  scope.later(() => context.close());
  const answer = await context.request.post("/api/auth/token", { data: { ...account, cookie: true } });
  if (!answer.ok()) throw new Error(`the login answered ${answer.status()}`);
  const clearCache = async () => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await page.close();
  };
  return { url, port, context, open: () => context.newPage(), clearCache };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
