// The system packages that the tests need: a browser, and programs that send telemetry as people run them.
import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { run, stopWith, tell } from "./prepare.mjs";

const wanted = ["chromium", "prometheus", "prometheus-node-exporter"];

/** Installs what is missing from Debian's packages. Asks first where a person sits at the terminal. */
export async function ensureSystemPackages() {
  const missing = wanted.filter((name) => !existsSync(`/usr/bin/${name}`));
  if (missing.length === 0) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...missing];
  if (isAttended() && !(await agrees(missing)))
    stopWith(`the tests need these packages. Install them with: ${[...asRoot.slice(0, 1), ...install].join(" ")}`);
  tell(`installing ${missing.join(", ")} from Debian's packages`);
  for (const args of [["apt-get", "update", "-qq"], install]) {
    const [command, ...rest] = [...asRoot, ...args];
    run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  }
}

function isAttended() {
  return process.stdin.isTTY === true && !process.env.CI;
}

async function agrees(missing) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Install ${missing.join(", ")} with apt-get? [Y/n] `);
  terminal.close();
  return ["", "y", "yes"].includes(answer.trim().toLowerCase());
}
