import type { AlertPolicyInput, AlertStatus } from "@opsplane/contract";
import { expect } from "vitest";
import { aWrite, type TestSeries } from "./a-write.ts";
import { type Person, type Plane, startPlane } from "./plane.ts";

/** How often policies are evaluated. Long enough for what a slow machine needs between two evaluations. */
export const step = 60_000;

/** A policy over the metric `load`, by host. */
export const threshold = (fields: Partial<AlertPolicyInput> = {}): AlertPolicyInput => ({
  name: "High load",
  signal: "metrics",
  condition: { type: "threshold", metric_name: "load", operator: ">", threshold: 90, window: "2m", agg: "max" },
  group_by: ["host"],
  ...fields,
});

/** Sends samples as Prometheus does. */
export async function remoteWrite({ url }: Pick<Plane, "url">, of: Person, series: TestSeries[]): Promise<void> {
  const answer = await fetch(`${url}/api/ingest/prometheus`, {
    method: "POST",
    headers: { ...of.headers, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
    body: new Uint8Array(aWrite(series)),
  });
  expect(answer.status).toBe(200);
}

/** A plane whose policies are evaluated only when a test says so, at a time that travels. */
export async function openAlertStage(env: Record<string, string> = {}) {
  const plane = await startPlane(
    { ROLE: "api", ACCESS_TOKEN_SECONDS: "86400", ALERT_EVAL_INTERVAL_MS: String(step), ...env },
    { telemetry: true },
  );
  let boss = plane.admin;
  let offset = 0;
  const now = () => Date.now() + offset;
  const travel = (ms: number) => {
    plane.travel(ms);
    offset += ms;
  };
  const write = (series: TestSeries[]) => remoteWrite(plane, boss, series);
  const load = (host: string, value: number, at = now()): TestSeries => ({
    labels: { __name__: "load", host },
    samples: [[value, at]],
  });
  /** To the next moment of evaluation, which then runs. */
  const tick = async () => {
    travel(step - (now() % step) + 100);
    await plane.schedules.runNow("alerts.evaluate");
  };
  return {
    plane,
    now,
    travel,
    /** How far the clock is ahead. */
    ahead: () => offset,
    write,
    load,
    tick,
    newTenant: async () => {
      boss = await plane.tenant();
      return boss;
    },
    /** Values of hosts, then an evaluation. */
    tickWith: async (values: Record<string, number>) => {
      await write(Object.entries(values).map(([host, value]) => load(host, value)));
      await tick();
    },
    incidents: async () => (await boss.api.incidents.list({ query: { sort: "created_at" } })).items,
    alerts: async (status: AlertStatus) => (await boss.api.alerts.list({ query: { status: [status] } })).items,
    /** What alerts wrote on the timeline of an incident. */
    entries: async (id: string) =>
      (await boss.api.incidents.timeline({ params: { id } })).items
        .filter(({ kind }) => kind === "alert")
        .map(({ body }) => body),
  };
}

export type AlertStage = Awaited<ReturnType<typeof openAlertStage>>;
