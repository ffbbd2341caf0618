import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "chdb";
import { type Engine, openEngine } from "./engine.ts";

/** Limits for a shared machine. ClickHouse's defaults expect a dedicated one. */
const config = `<clickhouse>
  <mark_cache_size>134217728</mark_cache_size>
  <max_server_memory_usage_to_ram_ratio>0.5</max_server_memory_usage_to_ram_ratio>
</clickhouse>
`;

const patience = 30_000;

/** `settings` apply to every session, in the form of a SET statement. */
export async function openFolder(folder: string, Connection: typeof Session, settings: string): Promise<Engine> {
  const configFile = join(folder, "config.xml");
  const data = join(folder, "store");
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeFile(configFile, config);
  const connect = () => {
    const session = new Connection(data, { connectionArgs: [`--config-file=${configFile}`] });
    if (settings !== "") session.query(`SET ${settings}`);
    return session;
  };
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      return openEngine(connect);
    } catch (error) {
      // The previous engine of this folder may still be closing.
      if (Date.now() > deadline) throw error;
      await pause(250);
    }
  }
}
