import type { MetricQuery, TelemetryReads } from "../telemetry/index.ts";

interface Window {
  from: Date;
  to: Date;
}

/** Below this share of its CPU time, a host is idle. */
const idleShare = 0.05;
const maxHosts = 5000;

interface Meter {
  metric: string;
  matchers: MetricQuery["matchers"];
  agg: NonNullable<MetricQuery["agg"]>;
  over: MetricQuery["over"];
  /** The label that names the host. */
  host: string;
  /** The used share of the CPU. */
  used(value: number): number;
}

/** How the OpenTelemetry collector and the node exporter measure CPU time. */
const meters: readonly Meter[] = [
  {
    ...{ metric: "system.cpu.utilization", agg: "avg", over: "avg", host: "host.name", used: (idle) => 1 - idle },
    matchers: [{ label: "state", operator: "=", value: "idle" }],
  },
  {
    ...{ metric: "system.cpu.utilization", agg: "sum", over: "avg", host: "host.name", used: (busy) => busy },
    matchers: [{ label: "cpu.mode", operator: "!~", value: "idle|" }],
  },
  {
    ...{ metric: "node_cpu_seconds_total", agg: "rate", over: undefined, host: "instance", used: (idle) => 1 - idle },
    matchers: [{ label: "mode", operator: "=", value: "idle" }],
  },
];

/** Hosts that hardly used their CPU, and services that had calls before the period and none in it. */
export async function idleNames(reads: TelemetryReads, period: Window, before: Window): Promise<string[]> {
  const [hosts, now, earlier] = [
    await idleHosts(reads, period),
    await reads.serviceVolumes(period),
    await reads.serviceVolumes(before),
  ];
  const busy = new Set(now.map(({ service }) => service));
  return [...new Set([...hosts, ...earlier.map(({ service }) => service).filter((name) => !busy.has(name))])];
}

const maxSteps = 48;
const minStepSeconds = 300;

/** The mean of the steps with data, because a host need not have sent all the time. */
async function idleHosts(reads: TelemetryReads, { from, to }: Window): Promise<string[]> {
  const seconds = Math.round((to.getTime() - from.getTime()) / 1000);
  const step = `${Math.max(minStepSeconds, Math.ceil(seconds / maxSteps))}s`;
  const outcomes = await reads.metrics(
    meters.map(({ metric, matchers, agg, over, host }) => ({
      ...{ metric, matchers, start: from, end: to, step, agg, by: [host], over, window: step, limit: maxHosts },
    })),
  );
  return outcomes.flatMap((outcome, index) => {
    const meter = meters[index];
    if (meter === undefined || "error" in outcome) return [];
    return outcome.result.series.flatMap(({ labels, points }) => {
      const values = points.flatMap(([, value]) => (typeof value === "number" ? [value] : []));
      const name = labels[meter.host];
      if (values.length === 0 || name === undefined) return [];
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return meter.used(mean) < idleShare ? [hostName(name)] : [];
    });
  });
}

/** Prometheus names a host with the port of its exporter. */
function hostName(instance: string): string {
  return instance.replace(/:\d+$/, "");
}
