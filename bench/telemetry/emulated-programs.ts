import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emulatorOf, findEmulation } from "@opsplane/embedded";
import { emulated, logStep, root } from "./ours.ts";

const folder = join(root, ".cache", "x64-peers");
const packages = ["prometheus", "victoria-metrics", "ripgrep", "nfdump"];
const libraries = ["libzstd1", "libpcre2-8-0", "libbz2-1.0", "zlib1g"];

/** Runs x64 builds of the peers as our engine is run; undefined where that is not emulated. */
export async function emulator(): Promise<((program: string) => string[]) | undefined> {
  const emulation = emulated ? await findEmulation(root) : undefined;
  if (!emulation) return undefined;
  fetchPeers();
  const places = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"].map((place) => join(folder, place));
  const environment = ["-E", `LD_LIBRARY_PATH=${places.join(":")}`];
  return (program) => [...emulatorOf(emulation), ...environment, join(folder, "usr/bin", program)];
}

/** With apt's own signatures and checksums, and lists of its own: nothing is installed into the system. */
function fetchPeers(): void {
  const complete = join(folder, "complete");
  if (existsSync(complete)) return;
  logStep("fetching Debian's x64 builds of the peers");
  const apt = join(folder, "apt");
  for (const place of ["lists/partial", "archives/partial"]) mkdirSync(join(apt, place), { recursive: true });
  writeFileSync(join(apt, "status"), "");
  const options = [
    "APT::Architecture=amd64",
    "APT::Architectures=amd64",
    "APT::Sandbox::User=root",
    `Dir::State=${apt}`,
    `Dir::State::status=${join(apt, "status")}`,
    `Dir::Cache=${apt}`,
  ].flatMap((option) => ["-o", option]);
  const run = (...args: string[]) => execFileSync("apt-get", [...options, "-qq", ...args], { cwd: apt });
  run("update");
  run("download", ...packages, ...libraries);
  for (const file of readdirSync(apt).filter((name) => name.endsWith(".deb")))
    execFileSync("dpkg-deb", ["--extract", join(apt, file), folder]);
  rmSync(apt, { recursive: true });
  writeFileSync(complete, "");
}
