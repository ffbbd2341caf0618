import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { childProgram } from "./clickhouse/child-program.ts";
import { user } from "./clickhouse/credentials.ts";
import { beginChild } from "./clickhouse/launch.ts";
import { findRunner } from "./clickhouse/runner.ts";
import type { Log } from "./log.ts";
import { keptPort } from "./port.ts";
import { supervise } from "./supervise.ts";

export interface ClickHouseOptions {
  dataDir: string;
  log: Log;
  /** The bundled program of the child, unless it is `clickhouse-child.js` next to the running file. */
  childEntry?: string;
  /** Describes how to run the engine where no native one is installed. */
  runnerFile?: string;
}

export interface ClickHouseState {
  status: "starting" | "up" | "down" | "unavailable";
  reason?: string;
}

export interface EmbeddedClickHouse {
  /** With credentials, for `@clickhouse/client`. Stays the same while the engine is restarted. */
  url: string;
  state(): ClickHouseState;
  /** Of the child process, while it is up. */
  pid(): number | undefined;
  /** Resolves when the engine is up; rejects when it is unavailable or stopped. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns while the engine is still starting, because records work without it. */
export async function startClickHouse({
  dataDir,
  log,
  childEntry,
  runnerFile,
}: ClickHouseOptions): Promise<EmbeddedClickHouse> {
  const folder = resolve(dataDir);
  const runner = await findRunner(runnerFile);
  if (runner === undefined)
    return unavailable(`no embedded ClickHouse for ${process.platform}-${process.arch}; set CLICKHOUSE_URL`);

  await mkdir(folder, { recursive: true, mode: 0o700 });
  const port = await keptPort(join(folder, "port"));
  const token = randomBytes(24).toString("base64url");
  const program = childEntry ?? (await childProgram(folder));
  let state: ClickHouseState = { status: "starting" };
  const supervised = supervise({
    name: "ClickHouse",
    log,
    async begin(signal) {
      const child = await beginChild({ runner, program, folder, port, token, log }, signal);
      state = { status: "up" };
      return child;
    },
    onFailure(error) {
      state = { status: "down", reason: error.message };
    },
  });
  return {
    url: `http://${user}:${token}@127.0.0.1:${port}`,
    state: () => state,
    pid: () => supervised.current()?.pid,
    async ready() {
      while (state.status !== "up") {
        if (state.reason === stopped) throw new Error(`ClickHouse is ${stopped}`);
        await pause(20);
      }
    },
    async stop() {
      await supervised.stop();
      state = { status: "down", reason: stopped };
    },
  };
}

const stopped = "stopped";

function unavailable(reason: string): EmbeddedClickHouse {
  return {
    url: "",
    state: () => ({ status: "unavailable", reason }),
    pid: () => undefined,
    ready: () => Promise.reject(new Error(reason)),
    stop: () => Promise.resolve(),
  };
}
