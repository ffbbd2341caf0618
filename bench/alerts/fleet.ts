import { setTimeout as pause } from "node:timers/promises";
import { aWrite, type TestSeries } from "@opsplane/tenant-plane/testing/a-write";
import type { Scope } from "../scope.ts";
import { post } from "../telemetry/writes.ts";

// Hosts that send a sample of every metric at every step, to the product and to its peer.

export const hosts = 50;
export const metrics = 20;
const stepMs = 15_000;
/** So that windows of five minutes are full at the beginning. */
const historySteps = 24;

/** A server that takes remote writes. */
export interface Target {
  url: string;
  headers: Record<string, string>;
}

export const metricName = (index: number) => `bench_gauge_${String(index % metrics).padStart(2, "0")}`;

function samplesAt(times: readonly number[]): TestSeries[] {
  const series: TestSeries[] = [];
  for (let metric = 0; metric < metrics; metric++)
    for (let host = 0; host < hosts; host++)
      series.push({
        labels: { __name__: metricName(metric), host: `host-${host}` },
        samples: times.map((time) => [50 + 10 * Math.sin(time / 60_000 + host), time]),
      });
  return series;
}

export async function send({ url, headers }: Target, series: readonly TestSeries[]): Promise<void> {
  await post(url, new Uint8Array(aWrite(series)), {
    "content-type": "application/x-protobuf",
    "content-encoding": "snappy",
    ...headers,
  });
}

/** Writes some minutes of history, and then goes on until the bench ends. Rejects when a target refuses samples. */
export async function startFleet(scope: Scope, targets: readonly Target[]): Promise<void> {
  const begin = Math.floor(Date.now() / stepMs) * stepMs;
  const history = Array.from({ length: historySteps }, (_, back) => begin - (historySteps - 1 - back) * stepMs);
  for (const target of targets) await send(target, samplesAt(history));
  let ended = false;
  const goOn = async () => {
    for (let next = begin + stepMs; !ended; next += stepMs) {
      while (!ended && Date.now() < next) await pause(100);
      if (!ended) await Promise.all(targets.map((target) => send(target, samplesAt([next]))));
    }
  };
  const work = goOn().catch((error: unknown) => console.error(`bench: the fleet stopped sending: ${error}`));
  scope.later(async () => {
    ended = true;
    await work;
  });
}
