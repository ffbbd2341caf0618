import { setTimeout as pause } from "node:timers/promises";
import { createClient, operations } from "@opsplane/contract";
import { commandOf, pssBytes, treeOf } from "./proc.ts";
import type { Scope } from "./scope.ts";
import { startProduct } from "./server-process.ts";
import { tempFolder } from "./temp-folder.ts";

export interface IdleMemory {
  health: string;
  /** In bytes. */
  server: number;
  postgres: number;
  clickhouse: number;
}

const patienceMs = 180_000;
const idleMs = 5_000;

/** The memory of the idle product with its embedded engines, as `npm start` runs it. */
export async function idleMemory(scope: Scope): Promise<IdleMemory> {
  const folder = await tempFolder(scope);
  const product = await startProduct(scope, { DATA_DIR: folder });
  const health = await settled(scope, product.url);
  await pause(idleMs);
  const sumOf = (pids: number[]) => pids.map(pssBytes).reduce((sum, bytes) => sum + bytes, 0);
  const engine = (name: RegExp) => sumOf(engineTree(product.pid, name));
  const postgres = engine(/postgres/);
  const clickhouse = engine(/clickhouse/);
  const server = sumOf(treeOf(product.pid)) - postgres - clickhouse;
  await product.stop();
  return { health, server, postgres, clickhouse };
}

/** Waits until health is ok, or degraded where ClickHouse cannot run. */
async function settled(scope: Scope, url: string): Promise<string> {
  const { system } = createClient(operations, { baseUrl: url });
  const deadline = Date.now() + patienceMs;
  for (;;) {
    scope.check();
    const { status, components } = await system.health();
    const final = status === "ok" || components.some((component) => component.status === "unavailable");
    if (final || Date.now() > deadline) return status;
    await pause(200);
  }
}

function engineTree(server: number, name: RegExp): number[] {
  const [, ...below] = treeOf(server);
  const first = below.find((pid) => name.test(commandOf(pid)));
  return first === undefined ? [] : treeOf(first);
}
