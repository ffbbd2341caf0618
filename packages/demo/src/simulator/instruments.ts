import { backends, hosts, services } from "../shop/shop.ts";
import type { Conditions } from "./conditions.ts";
import type { Attributes, Metric, Source } from "./signals.ts";
import { type BackendVitals, backendVitals, type HostVitals, hostVitals, type Vitals, vitalsOf } from "./vitals.ts";

/** One series of a gauge, or of a counter that grows by `value` per second. */
export interface Instrument {
  readonly metric: Metric;
  readonly source: Source;
  readonly labels: Attributes;
  readonly value: (at: number) => number;
  /** The relative size of its noise. */
  readonly noise: number;
}

/** Request durations of one instance, for successes and failures. */
export interface RequestInstrument {
  readonly source: Source;
  readonly vitals: (at: number) => Vitals;
}

type Row<V> = readonly [
  name: string,
  type: "counter" | "gauge",
  unit: string,
  about: string,
  value: (vitals: V) => number,
  labels?: Attributes,
];

const ofInstance: readonly Row<Vitals>[] = [
  ["process.cpu.utilization", "gauge", "1", "CPU time of the process per core", ({ cpu }) => cpu],
  ["process.memory.usage", "gauge", "By", "Memory of the process", ({ memory }) => memory * 2 ** 31],
  ["process.gc.duration", "counter", "s", "Time in garbage collection", ({ gcShare }) => gcShare],
  [
    "db.client.connection.count",
    "gauge",
    "{connection}",
    "Connections in use",
    (v) => v.poolUsed,
    { "db.client.connection.state": "used" },
  ],
  [
    "db.client.connection.pending_requests",
    "gauge",
    "{request}",
    "Requests that wait for a connection",
    (v) => v.poolWaiting,
  ],
  ["dns.lookup.failures", "counter", "{lookup}", "Names that could not be resolved", (v) => v.dnsFailuresPerSecond],
];

const ofHost: readonly Row<HostVitals>[] = [
  ["system.cpu.utilization", "gauge", "1", "CPU time by mode", ({ cpu }) => cpu, { "cpu.mode": "user" }],
  ["system.cpu.utilization", "gauge", "1", "CPU time by mode", ({ steal }) => steal, { "cpu.mode": "steal" }],
  ["system.memory.utilization", "gauge", "1", "Share of memory in use", ({ memory }) => memory],
  ["system.filesystem.utilization", "gauge", "1", "Share of the disk in use", ({ disk }) => disk],
  ["system.disk.busy", "gauge", "1", "Share of time in which the disk works", ({ diskBusy }) => diskBusy],
  [
    "system.network.io",
    "counter",
    "By",
    "Bytes of the network",
    (v) => v.bytesPerSecond,
    { "network.io.direction": "transmit" },
  ],
  [
    "system.network.io",
    "counter",
    "By",
    "Bytes of the network",
    (v) => v.bytesPerSecond * 0.8,
    { "network.io.direction": "receive" },
  ],
  ["system.network.packet.dropped", "counter", "{packet}", "Packets that were dropped", (v) => v.dropsPerSecond],
  [
    "system.network.retransmits",
    "counter",
    "{segment}",
    "TCP segments that were sent again",
    (v) => v.retransmitsPerSecond,
  ],
];

const ofBackend: readonly Row<BackendVitals>[] = [
  ["db.server.connections", "gauge", "{connection}", "Connections of clients", (v) => v.connections],
  ["db.server.query.mean_time", "gauge", "s", "Mean time of a query", (v) => v.querySeconds],
  ["db.server.operations", "counter", "{operation}", "Operations", (v) => v.operationsPerSecond],
  ["db.server.errors", "counter", "{error}", "Operations that failed", (v) => v.errorsPerSecond],
];

function rows<V>(table: readonly Row<V>[], source: Source, vitals: (at: number) => V): Instrument[] {
  return table.map(([name, type, unit, about, value, labels = {}]) => ({
    metric: { name, type, unit, about },
    source,
    labels,
    value: (at) => value(vitals(at)),
    noise: 0.06,
  }));
}

/** The value of the last time, because many instruments read the same state. */
function remembered<V>(compute: (at: number) => V): (at: number) => V {
  let last: { at: number; value: V } | undefined;
  return (at) => {
    if (last?.at !== at) last = { at, value: compute(at) };
    return last.value;
  };
}

export function instrumentsOf(conditions: Conditions): { plain: Instrument[]; requests: RequestInstrument[] } {
  const instances = services.flatMap((service) =>
    service.hosts.map((host, place) => ({
      service,
      source: { service: service.name, host, instance: `${service.name}-${place + 1}` },
      vitals: remembered((at: number) => vitalsOf(conditions, service, host, at)),
    })),
  );
  const plain = [
    ...instances.flatMap(({ service, source, vitals }) => [
      ...rows(ofInstance, source, vitals),
      constant(
        "db.client.connection.max",
        "{connection}",
        "Connections that the pool allows",
        source,
        service.poolSize,
      ),
    ]),
    ...hosts.flatMap(({ name, diskBytes }) => [
      ...rows(
        ofHost,
        { service: "host", host: name },
        remembered((at: number) => hostVitals(conditions, name, at)),
      ),
      diskSpace(conditions, name, diskBytes, "used"),
      diskSpace(conditions, name, diskBytes, "free"),
    ]),
    ...backends.flatMap(({ name, host }) =>
      rows(
        ofBackend,
        { service: name, host },
        remembered((at: number) => backendVitals(conditions, name, at)),
      ),
    ),
    queueDepth(conditions),
    ...["storefront", "api-gateway", "payments", "checkout"].map((name) => certificate(conditions, name)),
  ];
  return { plain, requests: instances.map(({ source, vitals }) => ({ source, vitals })) };
}

function constant(name: string, unit: string, about: string, source: Source, value: number): Instrument {
  return { metric: { name, type: "gauge", unit, about }, source, labels: {}, value: () => value, noise: 0 };
}

function diskSpace(conditions: Conditions, host: string, bytes: number, state: "used" | "free"): Instrument {
  const metric = {
    name: "system.filesystem.usage",
    type: "gauge",
    unit: "By",
    about: "Bytes of the disk by state",
  } as const;
  const share = (at: number) => hostVitals(conditions, host, at).disk;
  const value = (at: number) => bytes * (state === "used" ? share(at) : 1 - share(at));
  return {
    metric,
    source: { service: "host", host },
    labels: { "system.filesystem.state": state },
    value,
    noise: 0.002,
  };
}

function queueDepth(conditions: Conditions): Instrument {
  const metric = {
    name: "messaging.queue.depth",
    type: "gauge",
    unit: "{message}",
    about: "Messages that wait",
  } as const;
  const slowReaders = (at: number) =>
    Math.max(conditions.strain("shipping", at), conditions.strain("notifications", at));
  const source = { service: "orders-queue", host: "shop-data-1" };
  const labels = { "messaging.destination.name": "orders" };
  return { metric, source, labels, value: (at) => 4 + 900 * slowReaders(at), noise: 0.4 };
}

const day = 86_400_000;
const daysLeft: Readonly<Record<string, number>> = { storefront: 64, "api-gateway": 64, payments: 41, checkout: 57 };

/** Certificates are renewed before they expire, except in the fault. */
function certificate({ fault, spec }: Conditions, service: string): Instrument {
  const metric = {
    name: "tls.certificate.days_left",
    type: "gauge",
    unit: "d",
    about: "Days until the certificate expires",
  } as const;
  const expiresAt = fault?.kind === "expired-certificate" && spec?.root === service ? fault.startedAt : undefined;
  const usual = (at: number) => (daysLeft[service] ?? 60) - ((at / day) % 30);
  return {
    metric,
    source: { service, host: "shop-app-1" },
    labels: { "server.address": `${service}.shop.internal` },
    value: (at) => (expiresAt === undefined ? usual(at) : (expiresAt - at) / day),
    noise: 0,
  };
}
