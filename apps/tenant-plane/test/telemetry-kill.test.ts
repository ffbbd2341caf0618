import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite } from "./a-write.ts";
import { adminOf, childOf, isAlive, startProcess, statusOf, stopAll } from "./process.ts";

// The shipped bundle, killed during ingest. Senders repeat a batch until it is acknowledged, like real ones.

describe.skipIf(inject("clickhouseProblem") !== "")("kill -9 in the middle of ingest", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "opsplane-kill-"));
  });
  afterEach(stopAll);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const begin = () =>
    startProcess({
      DATA_DIR: folder,
      LOG_LEVEL: "fatal",
      API_RATE_LIMIT_PER_MINUTE: "0",
      TELEMETRY_QUERY_SECONDS: "100",
    });

  test("of ClickHouse, then of the server: records work, and every acknowledged row is stored exactly once", {
    timeout: 400_000,
  }, async () => {
    let plane = await begin();
    await expect.poll(() => statusOf(plane), { timeout: 120_000 }).toBe("ok");
    const { token } = await (await adminOf(plane)).api.collectors.create({ body: { name: "sender" } });
    const start = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
    const acknowledged = { logs: 0, samples: 0 };
    let done = false;

    /** Sends a batch until it is acknowledged, also after a restart at another address. */
    const send = async (path: string, type: string, encoding: string, body: Uint8Array) => {
      for (;;) {
        const answer = await fetch(plane.url + path, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": type, "content-encoding": encoding },
          body,
        }).catch(() => undefined);
        if (answer?.status === 200) return;
        if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`);
        await pause(200);
      }
    };
    const logs = async () => {
      for (let batch = 0; !done; batch++) {
        const records = Array.from({ length: 20 }, (_, row) => ({
          message: `line ${batch} ${row}`,
          service: "killed",
          timestamp: start + batch * 100 + row,
        }));
        await send("/api/logs", "application/json", "identity", Buffer.from(JSON.stringify(records)));
        acknowledged.logs += records.length;
      }
    };
    const samples = async () => {
      for (let batch = 0; !done; batch++) {
        const series = Array.from({ length: 20 }, (_, host) => ({
          labels: { __name__: "killed", host: `h${host}` },
          samples: [[batch, start + batch * 1000]] as [number, number][],
        }));
        await send("/api/ingest/prometheus", "application/x-protobuf", "snappy", new Uint8Array(aWrite(series)));
        acknowledged.samples += series.length;
      }
    };
    const senders = Promise.all([logs(), samples()]);
    const after = async (more: number) => {
      const [fromLogs, fromSamples] = [acknowledged.logs + more, acknowledged.samples + more];
      await expect
        .poll(() => acknowledged.logs >= fromLogs && acknowledged.samples >= fromSamples, { timeout: 150_000 })
        .toBe(true);
    };

    await after(60);
    const killed = await childOf(plane.pid);
    process.kill(killed, "SIGKILL");
    // Whether ClickHouse is down or already back depends on the machine. Records work in both cases.
    await (await adminOf(plane)).api.incidents.create({ body: { title: "without telemetry" } });
    await after(60);
    expect(await childOf(plane.pid)).not.toBe(killed);
    await plane.stop("SIGKILL");
    plane = await begin();
    await after(60);
    done = true;
    await senders;

    const { api } = await adminOf(plane);
    const window = { from: new Date(start).toISOString(), to: new Date().toISOString() };
    const { total } = await api.logs.histogram({ query: { ...window, service: ["killed"] } });
    expect(total).toBe(acknowledged.logs);
    const batches = acknowledged.samples / 20;
    const end = new Date(start + (batches - 1) * 1000).toISOString();
    const { series } = await api.metrics.query({
      query: { metric_name: "killed", start: end, end, step: "60s", over: "count", window: `${batches + 10}s` },
    });
    expect(series.map(({ points }) => points[0]?.[1])).toEqual(Array(20).fill(batches));
    const engine = await childOf(plane.pid);
    expect(await plane.stop("SIGTERM")).toBe(0);
    await expect.poll(() => isAlive(engine)).toBe(false);
  });
});
