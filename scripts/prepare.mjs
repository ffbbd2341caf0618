// What must be there before anything of ours can run. Plain Node: at this point nothing is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const stamps = join(root, ".cache");

export function tell(what) {
  console.log(`opsplane: ${what}`);
}

export function stopWith(message) {
  console.error(`opsplane: ${message}`);
  process.exit(1);
}

export function expectNode() {
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

/**
 * Installs when the lock file changed. Not `npm ci`: it refuses a lock file that lacks an optional package which the registry
 * does not have for some platform. `npm install --no-save` takes the same versions from the lock and leaves it alone.
 */
export function ensureInstalled() {
  once("installed", hashFiles([join(root, "package-lock.json")]), join(root, "node_modules"), () => {
    tell("installing packages (the first time takes a minute or two)");
    run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
  });
}

/** Builds when any source changed. */
export function ensureBuilt() {
  const sources = ["packages", "apps", "scripts/build.mjs", "package-lock.json"].flatMap((path) =>
    filesUnder(join(root, path)),
  );
  once("built", hashFiles(sources), join(root, "apps/tenant-plane/dist/main.js"), () => {
    tell("building");
    run(process.execPath, [join(root, "scripts/build.mjs")]);
  });
}

function once(name, state, product, work) {
  const stamp = join(stamps, name);
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, state);
}

function hashFiles(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !["node_modules", "dist"].includes(name) && !name.endsWith(".test.ts"))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesUnder(join(path, name)));
}
