// The system packages that tests need: a browser, real programs that send telemetry and alerts, and an SSH server.
import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { announce, run, stopWith } from "./prepare.mjs";

// Chromium without the parts that draw windows: browser tests take about half the time of the whole browser.
export const browserPackages = ["chromium-headless-shell"];
export const senderPackages = ["prometheus", "prometheus-node-exporter"];
export const alertPackages = ["prometheus-alertmanager"];
export const sshPackages = ["openssh-server"];
export const shellPackages = ["curl", "openssl"];

// Programs that are not named as their package.
const programs = { "openssh-server": "/usr/sbin/sshd" };

/** Installs the missing packages from Debian. Asks first at a terminal. */
export async function ensureSystemPackages(wanted) {
  const missing = wanted.filter((name) => !existsSync(programs[name] ?? `/usr/bin/${name}`));
  if (missing.length === 0) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...missing];
  if (isAttended() && !(await agrees(missing)))
    stopWith(`the tests need these packages. Install them with: ${[...asRoot.slice(0, 1), ...install].join(" ")}`);
  announce(`installing ${missing.join(", ")} from Debian's packages`);
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
