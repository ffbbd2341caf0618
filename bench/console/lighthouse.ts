import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { table } from "../table.ts";
import type { Tab } from "./tab.ts";

const version = "12.8.2";
const folder = fileURLToPath(new URL("../../.cache/lighthouse", import.meta.url));
const goal = 90;
const runs = 3;

interface Audit {
  score: number | null;
  numericValue?: number;
  details?: { items?: { url?: string; statusCode?: number }[] };
}

interface Report {
  lhr: { categories: { performance: { score: number | null } }; audits: Record<string, Audit> };
}

interface Lighthouse {
  default: (url: string, flags: object, config: object) => Promise<Report>;
  desktopConfig: object;
}

/** Lighthouse's performance score, the median of three first visits, with its settings for desktops. */
export async function showLighthouse(tab: Tab, paths: readonly string[]): Promise<void> {
  const lighthouse = await install();
  const rows: string[][] = [];
  for (const path of paths) {
    const reports: Report["lhr"][] = [];
    for (let run = 0; run < runs; run++) {
      await tab.clearCache();
      // The live stream never ends, so that the network is never idle.
      const flags = {
        ...{ port: tab.port, onlyCategories: ["performance"], disableStorageReset: true },
        ...{ maxWaitForLoad: 15_000, logLevel: "error" },
      };
      const { lhr } = await lighthouse.default(tab.url + path, flags, lighthouse.desktopConfig);
      assertSignedIn(lhr);
      reports.push(lhr);
    }
    const scoreOf = ({ categories }: Report["lhr"]) => Math.round((categories.performance.score ?? 0) * 100);
    const middle = reports.sort((one, other) => scoreOf(one) - scoreOf(other))[Math.floor(runs / 2)];
    if (!middle) continue;
    const value = (name: string) => `${Math.round(middle.audits[name]?.numericValue ?? 0)} ms`;
    rows.push([
      path,
      String(scoreOf(middle)),
      value("first-contentful-paint"),
      value("largest-contentful-paint"),
      value("total-blocking-time"),
      (middle.audits["cumulative-layout-shift"]?.numericValue ?? 0).toFixed(3),
    ]);
  }
  console.log(
    `\nLighthouse ${version}, desktop, median of ${runs} runs with an empty cache. Goal: a score of ${goal}\n`,
  );
  console.log(table(["page", "score", "FCP", "LCP", "TBT", "CLS"], rows));
}

/** The page behind the login asks for the profile, the login page does not. */
function assertSignedIn({ audits }: Report["lhr"]): void {
  const requests = audits["network-requests"]?.details?.items ?? [];
  const isSignedIn = requests.some(({ url, statusCode }) => url?.endsWith("/api/auth/me") && statusCode === 200);
  if (!isSignedIn) throw new Error("Lighthouse saw the login page.");
}

/** Lighthouse has 200 packages of its own, so that only this bench installs it. */
async function install(): Promise<Lighthouse> {
  const entry = join(folder, "node_modules/lighthouse/core/index.js");
  if (!existsSync(entry)) {
    console.log(`bench: installing lighthouse ${version}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    execFileSync("npm", ["install", "--no-audit", "--no-fund", `lighthouse@${version}`], {
      cwd: folder,
      stdio: "inherit",
    });
  }
  return (await import(pathToFileURL(entry).href)) as Lighthouse;
}
