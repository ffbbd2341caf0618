import { describe, expect, test } from "vitest";
import { services } from "../shop/shop.ts";
import { openConditions } from "./conditions.ts";
import { type FaultKind, faultKinds, faults, truthOf } from "./faults.ts";
import type { Flow, Point, Slice, Span } from "./signals.ts";
import { simulate } from "./simulate.ts";

const minute = 60_000;
const seed = 11;
const startedAt = Date.UTC(2026, 5, 10, 12);
const from = startedAt - 2 * minute;

/** The metric that shows the cause itself. */
const rootMetrics: Record<FaultKind, readonly [metric: string, label?: string]> = {
  "slow-database": ["db.server.query.mean_time"],
  "memory-leak": ["process.memory.usage"],
  "bad-deploy": ["http.server.request.duration", "500"],
  "full-disk": ["system.filesystem.utilization"],
  dns: ["db.server.query.mean_time"],
  "network-loss": ["system.network.packet.dropped"],
  "saturated-pool": ["db.client.connection.count"],
  "expired-certificate": ["tls.certificate.days_left"],
  "noisy-neighbour": ["system.cpu.utilization", "steal"],
  "traffic-surge": ["http.server.request.duration", "200"],
};

const untilOf = (kind: FaultKind) => startedAt + faults[kind].onset * 1000 + 6 * minute;
const runOf = (kind: FaultKind) => [...simulate({ seed, from, to: untilOf(kind), fault: { kind, startedAt } })];
const alwaysHealthy = [...simulate({ seed, from, to: Math.max(...faultKinds.map(untilOf)) })];

describe.each(faultKinds)("%s", (kind) => {
  const fault = { kind, startedAt };
  const spec = faults[kind];
  const conditions = openConditions(fault);
  const faulty = runOf(kind);
  const healthy = alwaysHealthy.slice(0, faulty.length);
  const last = (slices: readonly Slice[]) => slices.filter(({ at }) => at >= untilOf(kind) - 4 * minute);
  const ofRoot = (name: string, host: string) =>
    conditions.isRoot(name, host) || (spec.host === host && spec.host === spec.root);

  test("changes nothing before its start", () => {
    const before = (slices: readonly Slice[]) =>
      slices
        .filter(({ at }) => at < startedAt)
        .map((slice) => ({ ...slice, points: slice.points.filter(({ metric }) => !metric.name.startsWith("tls.")) }));
    expect(before(faulty)).toEqual(before(healthy));
  });

  test("moves the metric of its root first, then those of the callers by distance", () => {
    const [name, label] = rootMetrics[kind];
    const isRootPoint = ({ metric, source, labels }: Point) =>
      metric.name === name &&
      (ofRoot(source.service, source.host) || source.host === spec.host) &&
      (label === undefined || Object.values(labels).includes(label));
    const expiry = faulty.find(({ points }) => points.some((point) => isRootPoint(point) && point.value <= 0))?.at;
    const rootMoved = kind === "expired-certificate" ? expiry : firstChange(faulty, healthy, isRootPoint);
    if (rootMoved === undefined) throw new Error("The certificate does not expire.");
    expect(rootMoved).toBeGreaterThanOrEqual(startedAt);
    expect(rootMoved).toBeLessThan(untilOf(kind));

    const moved = services
      .filter((service) => !conditions.isRoot(service.name))
      .map((service) => ({
        distance: conditions.distance(service.name),
        at: firstChange(
          faulty,
          healthy,
          ({ metric, source }) => metric.name === requests && source.service === service.name,
        ),
      }));
    const farther = moved.filter(({ distance = 0 }) => distance > 0);
    expect(farther.length).toBeGreaterThan(0);
    for (const { distance, at } of farther) {
      expect(at).toBeLessThan(untilOf(kind));
      if (kind !== "traffic-surge") expect(at).toBeGreaterThan(rootMoved);
      const nearer = moved.filter((one) => one.distance === (distance ?? 0) - 1).map((one) => one.at);
      if (nearer.length > 0) expect(at).toBeGreaterThanOrEqual(Math.min(...nearer));
    }
  });

  test("leaves services that are not on a path from the root unchanged", () => {
    const quiet = services.filter(({ name }) => conditions.distance(name) === undefined);
    for (const { name } of quiet) {
      const own = ({ source, metric }: Point) => source.service === name && !metric.name.startsWith("tls.");
      expect(firstChange(faulty, healthy, own)).toBe(Number.POSITIVE_INFINITY);
      const failures = last(faulty).flatMap(({ spans }) =>
        spans.filter((span) => span.source.service === name && span.error),
      );
      expect(failures.length).toBeLessThan(4);
    }
    if (kind === "slow-database")
      expect(quiet.map(({ name }) => name)).toEqual(["catalog", "search", "cart", "inventory", "notifications"]);
  });

  test("shows in spans: they fail, slow down or multiply", () => {
    const isOwn = ({ source, attributes }: Span) =>
      ofRoot(source.service, source.host) ||
      attributes["server.address"] === spec.root ||
      (kind === "dns" && String(attributes["server.address"]).endsWith(".example"));
    const [now, usual] = [summary(last(faulty), isOwn), summary(last(healthy), isOwn)];
    const changes = [now.errors > usual.errors + 0.03, now.mean > usual.mean * 1.5, now.count > usual.count * 2];
    expect(changes).toContain(true);
  });

  test("is visible to customers, after its root logged it", () => {
    const [template] = spec.log;
    const isRootLine = (message: string) => message.startsWith(template.message.split("{n}")[0] ?? "");
    const rootLine = faulty.find(({ logs }) => logs.some(({ message }) => isRootLine(message)));
    const callerLine = faulty.find(({ logs }) =>
      logs.some(({ message }) => message.startsWith("Connection pool: ") && !isRootLine(message)),
    );
    expect(rootLine?.at).toBeGreaterThanOrEqual(startedAt);
    if (callerLine) expect(callerLine.at).toBeGreaterThan(rootLine?.at ?? Number.POSITIVE_INFINITY);
    const problems = (slices: readonly Slice[]) =>
      last(slices).flatMap(({ logs }) => logs.filter(({ level }) => level === "warn" || level === "error")).length;
    expect(problems(faulty)).toBeGreaterThan(problems(healthy) * 3 + 20);
  });

  test("shows in flows: bytes or packets for them change", () => {
    const [now, usual] = [volume(last(faulty), kind), volume(last(healthy), kind)];
    const ratios = [now.bytes / usual.bytes, now.packets / now.bytes / (usual.packets / usual.bytes)];
    expect(ratios.some((ratio) => ratio < 0.75 || ratio > 1.3)).toBe(true);
  });

  test("has one true cause", () => {
    expect(truthOf(fault)).toMatchObject({ kind, service: spec.root, startedAt, why: spec.why });
  });
});

test("a bad deployment changes the version of the spans, one instance after the other", () => {
  const slices = runOf("bad-deploy");
  const versions = (at: number) =>
    slices
      .filter((slice) => slice.at >= at && slice.at < at + minute)
      .flatMap(({ spans }) => spans)
      .filter(({ source }) => source.service === "payments")
      .map(({ source }) => source.version);
  expect(new Set(versions(startedAt - minute))).toEqual(new Set(["2.8.4"]));
  expect(new Set(versions(startedAt + 2 * minute))).toEqual(new Set(["2.9.0"]));
});

const requests = "http.server.request.duration";

/** The first time at which a series is a fifth away from that of the healthy shop; the growth per step for counters. */
function firstChange(faulty: readonly Slice[], healthy: readonly Slice[], isWanted: (point: Point) => boolean): number {
  const growth = [new Map<string, number[]>(), new Map<string, number[]>()] as const;
  for (const [place, slice] of faulty.entries()) {
    if (slice.points.length === 0) continue;
    const [now, usual] = [valuesOf(slice, growth[0], isWanted), valuesOf(healthy[place], growth[1], isWanted)];
    const isChanged = now.some((value, index) => {
      const expected = usual[index] ?? 0;
      return Math.abs(value - expected) > Math.abs(expected) * 0.2 + 1e-9;
    });
    if (isChanged) return slice.at;
  }
  return Number.POSITIVE_INFINITY;
}

function valuesOf(
  slice: Slice | undefined,
  known: Map<string, number[]>,
  isWanted: (point: Point) => boolean,
): number[] {
  return (slice?.points ?? []).filter(isWanted).flatMap((point) => {
    if (point.metric.type === "gauge") return [point.value];
    const key = JSON.stringify([point.metric.name, point.source, point.labels]);
    const before = known.get(key);
    known.set(key, [point.value]);
    return before === undefined ? [] : [point.value - (before[0] ?? 0)];
  });
}

function summary(slices: readonly Slice[], isWanted: (span: Span) => boolean) {
  const spans = slices.flatMap((slice) => slice.spans.filter(isWanted));
  return {
    count: spans.length,
    mean: spans.reduce((sum, { ms }) => sum + ms, 0) / spans.length,
    errors: spans.filter(({ error }) => error !== undefined).length / spans.length,
  };
}

/** Flows to or from the root. */
function volume(slices: readonly Slice[], kind: FaultKind) {
  const addresses: Record<FaultKind, string> = {
    "slow-database": "10.20.4.12",
    "memory-leak": "10.20.8.13",
    "bad-deploy": "10.20.8.16",
    "full-disk": "10.20.4.13",
    dns: "10.20.4.53",
    "network-loss": "10.20.1.12",
    "saturated-pool": "10.20.8.17",
    "expired-certificate": "10.20.8.16",
    "noisy-neighbour": "10.20.1.13",
    "traffic-surge": "10.20.8.10",
  };
  const flows: Flow[] = slices.flatMap((slice) =>
    slice.flows.filter(({ src_ip, dst_ip }) => src_ip === addresses[kind] || dst_ip === addresses[kind]),
  );
  const sum = (value: (flow: Flow) => number) => flows.reduce((total, flow) => total + value(flow), 0);
  return { bytes: sum(({ bytes }) => bytes), packets: sum(({ packets }) => packets) };
}
