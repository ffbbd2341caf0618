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
 * The ClickHouse engine as a process of its own: a crash of the engine, or its memory, stays out of the product's process.
 * It must not outlive its parent, since a second engine on the same folder is refused.
 */
let opened: { engine: Engine; server: Server } | undefined;

// The server comes first when cores are short. Threads of the engine inherit this.
setPriority(5);

process.on("message", (message: ToChild) => void (message.type === "start" ? start(message) : stop()));
// Our parent is gone and nobody waits for an answer. Closing the engine can block this very thread while an insert runs, and the next
// start would find the folder in use; killing loses nothing acknowledged.
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
    tell({ type: "ready" });
  } catch (error) {
    tell({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
    await stop();
  }
}

async function stop(): Promise<void> {
  // Killing loses nothing acknowledged, while the engine's own teardown can wait for ever on a query that does not end.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), 10_000).unref();
  if (opened !== undefined) {
    await finish(opened.server);
    await opened.engine.close();
  }
  process.exit(0);
}

/** What is under way gets a moment to be acknowledged. */
async function finish(server: Server): Promise<void> {
  const finished = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await Promise.race([finished, pause(3_000)]);
}

function tell(message: ToParent): void {
  if (process.connected) process.send?.(message);
}
