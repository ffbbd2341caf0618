import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient, operations } from "@opsplane/contract";
import { hasNativeClickHouse, startClickHouse } from "@opsplane/embedded";
import { createLog } from "@opsplane/runtime";
import { treeOf } from "../proc.ts";
import type { Scope } from "../scope.ts";
import { startProduct } from "../server-process.ts";

const password = "correct horse battery staple";
const database = "opsplane";
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The product on a ClickHouse that the bench can also query directly. */
export interface Ours {
  url: string;
  /** The server's own process. */
  pid: number;
  /** The processes of the server with its PostgreSQL, and of ClickHouse. */
  pids(): number[];
  enginePid(): number;
  /** The headers of a person who can read everything. */
  headers: Record<string, string>;
  tenantId: string;
  /** The headers of a collector. */
  token: string;
  ask(path: string, query: Record<string, string | number>): Promise<string>;
  /** Runs a statement in ClickHouse. */
  engine(statement: string, body?: Uint8Array): Promise<string>;
}

export async function startOurs(scope: Scope, folder: string, settings: Record<string, string> = {}): Promise<Ours> {
  if (!hasNativeClickHouse())
    logStep("ClickHouse is not native on this machine: the figures say nothing about the product");
  const clickhouse = await startClickHouse({
    dataDir: join(folder, "clickhouse"),
    log: createLog("error"),
    childEntry: join(root, "apps/tenant-plane/dist/clickhouse-child.js"),
    runnerFile: join(root, ".cache/clickhouse-runner.json"),
  });
  scope.later(() => clickhouse.stop());
  await clickhouse.ready();
  const product = await startProduct(scope, {
    DATA_DIR: join(folder, "product"),
    CLICKHOUSE_URL: clickhouse.url,
    CLICKHOUSE_DATABASE: database,
    BOOTSTRAP_ADMIN_PASSWORD: password,
    API_RATE_LIMIT_PER_MINUTE: "0",
    // One login for all of it.
    ACCESS_TOKEN_SECONDS: "86400",
    TELEMETRY_QUERY_SECONDS: "300",
    ...settings,
  });
  const anyone = createClient(operations, { baseUrl: product.url });
  while ((await anyone.system.health()).status !== "ok") await pause(200);
  const { token, user } = await anyone.auth.token({ body: { email: "admin@opsplane.local", password } });
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
  const { collectors } = createClient(operations, { baseUrl: product.url, headers: () => headers });
  const collector = await collectors.create({ body: { name: "bench" } });

  const { origin, username, password: secret } = new URL(clickhouse.url);
  const engineHeaders = { "x-clickhouse-user": username, "x-clickhouse-key": secret };
  return {
    url: product.url,
    pid: product.pid,
    pids: () => [product.pid, clickhouse.pid() ?? 0].flatMap(treeOf),
    enginePid: () => clickhouse.pid() ?? 0,
    headers,
    tenantId: user.tenant_id,
    token: collector.token,
    ask: (path, query) => answerOf(`${product.url}${path}?${asked(query)}`, { headers }),
    engine: (statement, body) =>
      patientAnswer(`${origin}/?${asked({ database, query: statement })}`, engineHeaders, body),
  };
}

/** Waits without a limit, because fetch gives up after five minutes and merging a day of samples can take longer. */
async function patientAnswer(url: string, headers: Record<string, string>, body?: Uint8Array): Promise<string> {
  const sent = request(url, { method: "POST", headers });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`the engine: ${answer.statusCode} ${said.slice(0, 500)}`);
  return said;
}

async function answerOf(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, init);
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status} ${said.slice(0, 500)}`);
  return said;
}

function asked(query: Record<string, string | number>): string {
  return String(
    new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`])),
  );
}

export function logStep(what: string): void {
  console.log(`bench: ${what}`);
}
