import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient, operations } from "@opsplane/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aRunbook } from "../../test/a-runbook.ts";
import { openVisitors } from "../../test/people.ts";
import { type Api, goodPassword, type Person } from "../../test/plane.ts";
import {
  migratedDatabase,
  noClickHouse,
  type RunningPlane,
  sideBySide,
  startProcess,
  stopAll,
} from "../../test/process.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";

// Two instances, each started again when it ends, and a step that never gives its thread back or ends its process.

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const program = join(root, "apps/tenant-plane/dist-poisoned/main.js");
const serviceSecret = randomBytes(32).toString("base64");

let folder: string;
let receiver: Receiver;
let env: Record<string, string>;
let isOver = false;
let restarts = 0;
const places: (RunningPlane | undefined)[] = [undefined, undefined];

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, "scripts/build-poisoned.mjs")]);
  folder = await mkdtemp(join(tmpdir(), "opsplane-poison-"));
  receiver = await startReceiver();
});
beforeEach(async () => {
  isOver = false;
  restarts = 0;
  env = {
    ...noClickHouse,
    ...sideBySide,
    TENANT_PLANE_DATABASE_URL: await migratedDatabase(),
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    SERVICE_SECRET: serviceSecret,
    OUTBOUND_ALLOW_PRIVATE: "1",
    LOG_LEVEL: "fatal",
    SILENCE_SECONDS: "10",
    DATA_DIR: folder,
  };
  await Promise.all(places.map((_, place) => keep(place)));
});
afterEach(async () => {
  isOver = true;
  await stopAll();
});
afterAll(async () => {
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts an instance again whenever it ends. */
async function keep(place: number): Promise<void> {
  const plane = await startProcess(env, { program, mayEnd: true });
  places[place] = plane;
  void plane.ended.then(async () => {
    places[place] = undefined;
    if (isOver) return;
    restarts += 1;
    // One that is started at the end of the test is stopped on the way.
    await keep(place).catch((error: unknown) => {
      if (!isOver) throw error;
    });
  });
}

/** Asks the instances in turns until one answers. */
function anywhere<T>({ headers }: Person, work: (api: Api) => Promise<T>): Promise<T> {
  let asked = 0;
  const ask = async () => {
    const plane = places[asked++ % places.length];
    if (!plane) throw new Error("This instance is being started.");
    const answer = (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
    return work(createClient(operations, { baseUrl: plane.url, headers: () => headers, fetch: answer }));
  };
  return vi.waitFor(ask, { timeout: 180_000, interval: 50 });
}

async function endOf(person: Person, id: string) {
  return vi.waitFor(
    async () => {
      const execution = await anywhere(person, (api) => api.executions.get({ params: { id } }));
      if (!["succeeded", "failed"].includes(execution.status)) throw new Error(`It is ${execution.status}.`);
      return execution;
    },
    { timeout: 180_000, interval: 100 },
  );
}

test.each(["blocks", "ends"])(
  "a step that %s is tried three times and fails, while another tenant's work goes on",
  async (how) => {
    const visitors = openVisitors({ url: places[0]?.url ?? "", serviceSecret, tenantId: "default" });
    const boss = await visitors.login("admin@opsplane.local", goodPassword);
    const other = await visitors.tenant();
    const call = (path: string) => ({
      type: "http" as const,
      title: `Call ${path}`,
      method: "GET" as const,
      url: `${receiver.url}${path}`,
      safe_to_repeat: true,
    });
    const poison = await aRunbook(boss, [call(`/poison/${how}`)]);
    const harmless = await aRunbook(other, [call("/harmless")]);
    const start = (person: Person, id: string) =>
      anywhere(person, (api) => api.executions.execute({ params: { id }, body: {} }));
    const { id } = await start(boss, poison.id);

    let isPoisoned = true;
    const otherWork = (async () => {
      const ends: string[] = [];
      while (isPoisoned) ends.push((await endOf(other, (await start(other, harmless.id)).id)).status);
      return ends;
    })();
    const ended = await endOf(boss, id).finally(() => {
      isPoisoned = false;
    });
    expect(ended).toMatchObject({
      status: "failed",
      error: expect.stringContaining("The server ended each time while this ran"),
    });
    expect(restarts).toBeGreaterThanOrEqual(3);
    const ends = await otherWork;
    expect(ends.length).toBeGreaterThan(3);
    expect(new Set(ends)).toEqual(new Set(["succeeded"]));
    const work = await anywhere(boss, (api) => api.work.list());
    expect(work.items).toMatchObject([{ kind: "run-step", tries: 3, next_try_at: null }]);
  },
);
