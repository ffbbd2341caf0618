// Prepares a clone to run: checks Node, installs packages and builds. Plain Node, because nothing is installed at first.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const stamps = join(root, ".cache");

export function announce(what) {
  console.log(`opsplane: ${what}`);
}

export function stopWith(message) {
  console.error(`opsplane: ${message}`);
  process.exit(1);
}

export function assertNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!fits) stopWith(`Node ${process.versions.node} is too old; Node 20.19 or newer is needed.`);
}

/** A program of an installed package. */
export function bin(name) {
  return join(root, "node_modules/.bin", name);
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (error) stopWith(`${command} cannot be started: ${error.message}`);
  if (status !== 0) stopWith(`${[command, ...args].join(" ")} failed.`);
}

/** Runs in parallel with other commands. Its output is printed when it ends. A failure ends this process. */
export async function runBeside(name, command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const problem = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => resolve(code === 0 ? undefined : `exit code ${code}`));
  });
  if (output.trim() !== "") console.log(output.trimEnd());
  if (problem !== undefined) stopWith(`${name} failed (${problem}).`);
}

/**
 * Installs when the lock file changed. `npm ci` refuses a lock file without the optional packages of other platforms.
 * `npm install --no-save` takes the same versions from the lock file and does not change it.
 */
export function ensureInstalled() {
  once("installed", hashFiles([join(root, "package-lock.json")]), join(root, "node_modules"), () => {
    announce("installing packages (the first time takes a minute or two)");
    run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
  });
}

/** The hook for platforms without a native ClickHouse. With a native one, scripts/dev is not used. */
export async function ensureClickHouse() {
  if (hasNativeClickHouse()) return;
  if (process.platform === "linux" && process.arch === "arm64")
    await import("./dev/arm64/prepare.mjs").then(({ prepareEmulation }) => prepareEmulation());
}

function hasNativeClickHouse() {
  const libc = process.platform === "linux" ? "-gnu" : "";
  try {
    const chdb = createRequire(join(root, "packages/embedded/package.json")).resolve("chdb");
    createRequire(chdb).resolve(`@chdb/lib-${process.platform}-${process.arch}${libc}`);
    return true;
  } catch {
    return false;
  }
}

/** Whether a test starts built programs: by test/process.ts, by the name of a file, or in a browser. */
export function usesBundle(path, text) {
  return path.startsWith("e2e/") || /\/process\.ts"|\/dist\//.test(text);
}

/** Builds when a source changed. */
export async function ensureBuilt() {
  const sources = ["packages", "apps", "scripts/build.mjs", "package-lock.json"].flatMap((path) =>
    filesUnder(join(root, path)),
  );
  await once("built", hashFiles(sources), join(root, "apps/tenant-plane/dist/main.js"), async () => {
    announce("building");
    await runBeside("the build", process.execPath, [join(root, "scripts/build.mjs")]);
  });
}

/** Does the work unless its stamp says that it was done for this state. */
function once(name, state, product, work) {
  const stamp = join(stamps, name);
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, "utf8") === state) return undefined;
  const done = () => {
    mkdirSync(stamps, { recursive: true });
    writeFileSync(stamp, state);
  };
  const working = work();
  return working === undefined ? done() : working.then(done);
}

function hashFiles(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !["node_modules", "dist", "test"].includes(name) && !name.endsWith(".test.ts"))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesUnder(join(path, name)));
}
