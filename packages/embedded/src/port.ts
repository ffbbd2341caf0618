import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";

/** The loopback port that `file` remembers, if it is free; otherwise a new one, which `file` then remembers. */
export async function keptPort(file: string): Promise<number> {
  const kept = Number(await readFile(file, "utf8").catch(() => "0"));
  if (kept > 0 && (await freePort(kept).catch(() => 0)) === kept) return kept;
  const port = await freePort(0);
  await writeFile(file, `${port}\n`);
  return port;
}

async function freePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("A loopback port has no number.");
  return address.port;
}
