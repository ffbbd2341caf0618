import { createClient, operations } from "@opsplane/contract";
import { startPostgres } from "@opsplane/embedded";
import type { Scope } from "./scope.ts";
import { startProduct } from "./server-process.ts";
import { tempFolder } from "./temp-folder.ts";

/** The product with its own PostgreSQL that a bench can fill. */
export interface RecordsProduct {
  databaseUrl: string;
  url: string;
  /** Of the server. */
  pid: number;
  /** Of the admin. */
  headers: Record<string, string>;
  /** The response to a GET of this path as the admin. */
  ask(path: string): Promise<unknown>;
  stop(): Promise<void>;
}

const password = "correct horse battery staple";
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

interface RecordsOptions {
  durable: boolean;
  /** Starts the embedded ClickHouse too. */
  telemetry?: boolean;
}

export async function startRecordsProduct(
  scope: Scope,
  { durable, telemetry = false }: RecordsOptions,
): Promise<RecordsProduct> {
  const folder = await tempFolder(scope);
  const postgres = await startPostgres({ dataDir: `${folder}/postgres`, log: silent, durable });
  scope.later(() => postgres.stop());
  const server = await startProduct(scope, {
    DATA_DIR: `${folder}/data`,
    TENANT_PLANE_DATABASE_URL: postgres.url,
    ...(telemetry ? {} : { CLICKHOUSE_URL: "http://127.0.0.1:9" }),
    API_RATE_LIMIT_PER_MINUTE: "0",
    ACCESS_TOKEN_SECONDS: "86400",
    BOOTSTRAP_ADMIN_PASSWORD: password,
  });
  const headers = await signIn(server.url);
  return {
    ...{ databaseUrl: postgres.url, url: server.url, pid: server.pid, headers },
    ask: async (path) => {
      const response = await fetch(server.url + path, { headers });
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
      return response.json();
    },
    async stop() {
      await server.stop();
      await postgres.stop();
    },
  };
}

async function signIn(url: string): Promise<Record<string, string>> {
  const { token, user } = await createClient(operations, { baseUrl: url }).auth.token({
    body: { email: "admin@opsplane.local", password },
  });
  return { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
}
