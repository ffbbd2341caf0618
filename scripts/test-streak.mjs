// npm run test:streak [-- rounds]: runs the whole suite again and again, every second time beside one busy loop for each core, and keeps
// each run in scripts/test-streak.json, so that a later call goes on. A failed run starts the count again. It ends after ten green runs,
// five of them beside busy loops, or after as many rounds as were asked for.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { announce, root } from "./prepare.mjs";
import { lastReport } from "./test-report.mjs";

const file = join(root, "scripts/test-streak.json");
const wanted = { quiet: 5, busy: 5 };
/** A busy loop ends by itself, should this process be killed. */
const longestRunSeconds = 5400;

let rounds = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
for (; rounds > 0; rounds--) {
  const green = countGreen(readRuns());
  if (green.quiet >= wanted.quiet && green.busy >= wanted.busy) break;
  const load = green.busy < wanted.busy && green.busy <= green.quiet ? "busy" : "quiet";
  announce(
    `the whole suite, ${load}; green so far: ${green.quiet} quiet and ${green.busy} busy of ${wanted.quiet} and ${wanted.busy}`,
  );
  const run = await runOnce(load);
  writeFileSync(file, `${JSON.stringify([...readRuns(), run], null, 2)}\n`);
  announce(`${run.outcome} after ${run.seconds} seconds${run.failed.length > 0 ? `: ${run.failed.join(", ")}` : ""}`);
}
const { quiet, busy } = countGreen(readRuns());
announce(`${quiet} quiet and ${busy} busy green runs since the last failure`);
process.exit(quiet >= wanted.quiet && busy >= wanted.busy ? 0 : 1);

async function runOnce(load) {
  const loops = load === "busy" ? Array.from({ length: availableParallelism() }, startBusyLoop) : [];
  const startedAt = Date.now();
  const child = spawn(process.execPath, [join(root, "scripts/test.mjs")], { cwd: root, stdio: "inherit" });
  const [status] = await once(child, "exit");
  for (const loop of loops) loop.kill("SIGKILL");
  const report = lastReport();
  return {
    commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim(),
    at: new Date(startedAt).toISOString(),
    load,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    outcome: status === 0 ? "green" : "red",
    tests: report?.passed ?? 0,
    failed: report?.failed ?? [],
  };
}

function startBusyLoop() {
  const code = `const end = Date.now() + ${longestRunSeconds * 1000}; while (Date.now() < end);`;
  return spawn(process.execPath, ["-e", code], { stdio: "ignore" });
}

function readRuns() {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

/** The green runs since the last one that failed. */
function countGreen(runs) {
  const since = runs.slice(runs.findLastIndex(({ outcome }) => outcome !== "green") + 1);
  const of = (load) => since.filter((run) => run.load === load).length;
  return { quiet: of("quiet"), busy: of("busy") };
}
