import type { Server } from "node:http";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type * as Chdb from "chdb";
import type { Engine } from "./clickhouse/engine.ts";
import { serve } from "./clickhouse/http.ts";
import type { ToChild, ToParent } from "./clickhouse/messages.ts";
import { openFolder } from "./clickhouse/open-folder.ts";
import { emptyStaging } from "./clickhouse/staging.ts";

/**
 * Runs the ClickHouse engine in a separate process, so its crashes and memory use do not affect the server.
 * It must not outlive its parent, because a folder accepts only one engine.
 */
let opened: { engine: Engine; server: Server } | undefined;

// The server has priority when cores are short. Threads of the engine inherit this.
setPriority(5);

process.on("message", (message: ToChild) => void (message.type === "start" ? start(message) : stop()));
// The parent is gone. Closing the engine can block this thread during an insert, and the next start would find the folder
// in use. A kill loses nothing that was acknowledged.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

async function start({ folder, port, token, chdb, settings }: ToChild & { type: "start" }): Promise<void> {
  try {
    process.chdir(folder);
    await emptyStaging(folder);
    const { Session }: typeof Chdb = createRequire(import.meta.url)(chdb);
    const engine = await openFolder(folder, Session, settings);
    const server = await serve({ engine, folder, port, token });
    opened = { engine, server };
    reportToParent({ type: "ready" });
  } catch (error) {
    reportToParent({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
    await stop();
  }
}

async function stop(): Promise<void> {
  // The engine's teardown can wait forever for a query that does not end. A kill loses nothing that was acknowledged.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), 10_000).unref();
  if (opened !== undefined) {
    await finish(opened.server);
    await opened.engine.close();
  }
  process.exit(0);
}

/** Gives running requests a moment to be acknowledged. */
async function finish(server: Server): Promise<void> {
  const finished = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await Promise.race([finished, pause(3_000)]);
}

function reportToParent(message: ToParent): void {
  if (process.connected) process.send?.(message);
}
