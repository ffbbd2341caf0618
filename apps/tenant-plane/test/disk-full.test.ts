import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { Health } from "@opsplane/contract";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { adminOf, type RunningPlane, startProcess, statusOf, stopAll } from "./process.ts";

// The shipped bundle on a small disk: a tmpfs in its own mount namespace.

const mount = (folder: string) => `mount -t tmpfs -o size=450m tmpfs '${folder}'`;
const inNamespace = (command: string) => ["--mount", "--map-root-user", "sh", "-c", command];
const mayMount = spawnSync("unshare", inNamespace(mount(tmpdir()))).status === 0;

describe.skipIf(inject("clickhouseProblem") !== "" || !mayMount)("a full disk", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "opsplane-disk-"));
  });
  afterEach(stopAll);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("is 503 for records and telemetry and reported by health; everything works again with free space", {
    timeout: 300_000,
  }, async () => {
    const env = { DATA_DIR: join(folder, "data"), DISK_FREE_MIN_MB: "64", LOG_LEVEL: "fatal" };
    const plane = await startProcess(env, {
      through: ["unshare", ...inNamespace(`${mount(folder)} && exec "$0" "$@"`)],
    });
    await expect.poll(() => statusOf(plane), { timeout: 120_000 }).toBe("ok");
    const { api, headers } = await adminOf(plane);
    const sendLog = async (message: string) => {
      const answer = await fetch(`${plane.url}/api/logs`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify([{ message, service: "disk" }]),
      });
      return { status: answer.status, error: ((await answer.json()) as { error?: string }).error };
    };
    const acknowledged: string[] = [];
    const refusals: { status: number; message: string }[] = [];
    const create = async (title: string) => {
      try {
        acknowledged.push((await api.incidents.create({ body: { title, description: noise() } })).reference);
        return "created";
      } catch (error) {
        const { status, message } = error as { status: number; message: string };
        refusals.push({ status, message });
        return message;
      }
    };
    expect([(await sendLog("before")).status, await create("before")]).toEqual([200, "created"]);

    const filler = join(`/proc/${plane.pid}/root`, folder, "filler");
    await fill(filler);
    const disk = async () => (await healthOf(plane)).components.find(({ name }) => name === "disk");
    await expect.poll(disk).toMatchObject({ status: "down", message: expect.stringContaining("free some space") });
    expect(["degraded", "down"]).toContain((await healthOf(plane)).status);
    await expect
      .poll(async () => sendLog("without space"), { timeout: 180_000 })
      .toEqual({ status: 503, error: expect.stringContaining("out of disk space") });
    // PostgreSQL can write until its existing files are full.
    await expect.poll(() => create("without space"), { timeout: 120_000, interval: 5 }).not.toBe("created");
    for (let count = 0; count < 20; count++) await create("still without space");
    expect(refusals.filter(({ status }) => status !== 503)).toEqual([]);

    await rm(filler);
    await expect.poll(() => create("after"), { timeout: 120_000 }).toBe("created");
    await expect.poll(async () => (await sendLog("after")).status, { timeout: 120_000 }).toBe(200);
    await expect.poll(() => statusOf(plane), { timeout: 180_000 }).toBe("ok");
    const { items: incidents } = await api.incidents.list({ query: { limit: 1000 } });
    expect(incidents.map(({ reference }) => reference)).toEqual(expect.arrayContaining(acknowledged));
    const { items } = await api.logs.list({ query: { service: ["disk"] } });
    expect(items.map(({ message }) => message)).toEqual(expect.arrayContaining(["before", "after"]));
  });
});

/** Text that does not compress. */
function noise(): string {
  return Array.from({ length: 3_000 }, () => Math.random().toString(36))
    .join("")
    .slice(0, 30_000);
}

/** Writes until there is no space left. */
async function fill(file: string): Promise<void> {
  const out = createWriteStream(file);
  const block = Buffer.alloc(1 << 20, 1);
  const pump = () => {
    while (out.write(block));
  };
  out.on("drain", pump);
  pump();
  await finished(out).catch(() => undefined);
}

async function healthOf({ url }: RunningPlane): Promise<Health> {
  return (await (await fetch(`${url}/api/health`)).json()) as Health;
}
