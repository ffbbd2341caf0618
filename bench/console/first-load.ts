import { table } from "../table.ts";
import type { Tab } from "./tab.ts";

const goalKb = 350;

interface Loaded {
  js: number;
  css: number;
  files: number;
}

/** What a browser without a cache transfers until a page has its data. */
export async function showFirstLoad(tab: Tab, paths: readonly string[]): Promise<void> {
  const rows: string[][] = [];
  for (const path of paths) {
    const { js, css, files } = await load(tab, path);
    rows.push([path, `${kilobytes(js)} kB`, String(files), `${kilobytes(css)} kB`]);
  }
  console.log(`\nFirst load without a cache, bodies as transferred (gzip). Goal: under ${goalKb} kB of JavaScript\n`);
  console.log(table(["page", "JavaScript", "files", "CSS"], rows));
}

async function load(tab: Tab, path: string): Promise<Loaded> {
  const page = await tab.open();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(3000);
  const loaded = await page.evaluate<{ name: string; bytes: number }[]>(
    `performance.getEntriesByType("resource").map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))`,
  );
  await page.close();
  const of = (ending: string) => loaded.filter(({ name }) => name.endsWith(ending)).map(({ bytes }) => bytes);
  const sum = (all: number[]) => all.reduce((total, bytes) => total + bytes, 0);
  return { js: sum(of(".js")), css: sum(of(".css")), files: of(".js").length };
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}
