/** One fault to inject. Times are Unix milliseconds. */
export interface Fault {
  readonly kind: FaultKind;
  readonly startedAt: number;
}

export const faultKinds = [
  "slow-database",
  "memory-leak",
  "bad-deploy",
  "full-disk",
  "dns",
  "network-loss",
  "saturated-pool",
  "expired-certificate",
  "noisy-neighbour",
  "traffic-surge",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export function isFaultKind(word: string): word is FaultKind {
  return faultKinds.some((kind) => kind === word);
}

interface LogTemplate {
  readonly level: "warn" | "error";
  readonly message: string;
}

/** What one kind of fault does at its root. `conditions.ts` spreads it along the call graph. */
export interface FaultSpec {
  readonly title: string;
  /** The configuration item that is the cause: a service, a backend or a host. */
  readonly root: string;
  /** The host of the cause, when it is one. */
  readonly host?: string;
  readonly why: string;
  /** Seconds from the start to the full effect. */
  readonly onset: number;
  /** The part of the onset without effect on requests: a disk fills up before writes fail. */
  readonly quiet: number;
  /** Along which calls it spreads: to those who call the root, or to those whom the root calls. */
  readonly spread: "callers" | "callees";
  /** The time of the root's work is multiplied by up to this. */
  readonly slow: number;
  /** Milliseconds that a request waits at the root at most. */
  readonly wait: number;
  /** The share of requests that fail in the root. */
  readonly fail: number;
  /** The share of calls that never reach the root. With `onlyWrites` only calls that write. */
  readonly refuse: number;
  readonly onlyWrites?: true;
  /** The share of packets that the host's network loses. */
  readonly loss: number;
  /** True when callers wait for the root and hold connections; false when calls fail fast. */
  readonly holds: boolean;
  /** The traffic of customers is multiplied by up to this. */
  readonly traffic: number;
  readonly exception: { readonly type: string; readonly message: string };
  /** Lines in the log of the root, in the order in which they appear. */
  readonly log: readonly [LogTemplate, ...LogTemplate[]];
  readonly severity: "P1" | "P2";
}

const none = {
  quiet: 0,
  spread: "callers",
  slow: 1,
  wait: 0,
  fail: 0,
  refuse: 0,
  loss: 0,
  holds: true,
  traffic: 1,
} as const;

export const faults: Readonly<Record<FaultKind, FaultSpec>> = {
  "slow-database": {
    ...none,
    title: "Checkout is slow and orders fail",
    root: "orders-db",
    host: "shop-db-1",
    why: "Queries of orders-db read whole tables since its statistics are stale.",
    onset: 240,
    slow: 280,
    exception: { type: "StatementTimeout", message: "canceling statement due to statement timeout" },
    log: [
      { level: "warn", message: "slow query: INSERT orders took {n} ms" },
      { level: "error", message: "canceling statement due to statement timeout" },
    ],
    severity: "P1",
  },
  "memory-leak": {
    ...none,
    title: "Search is slow and fails at times",
    root: "search",
    why: "search keeps every result in memory, until the process is killed.",
    onset: 1200,
    quiet: 0.55,
    slow: 14,
    fail: 0.3,
    exception: { type: "java.lang.OutOfMemoryError", message: "Java heap space" },
    log: [
      { level: "warn", message: "GC pause of {n} ms; heap is nearly full" },
      { level: "error", message: "java.lang.OutOfMemoryError: Java heap space" },
    ],
    severity: "P2",
  },
  "bad-deploy": {
    ...none,
    holds: false,
    title: "Payments fail after a deployment",
    root: "payments",
    why: "payments 2.9.0 fails for cards without a billing address.",
    onset: 90,
    slow: 1.3,
    fail: 0.4,
    exception: {
      type: "java.lang.NullPointerException",
      message: 'Cannot invoke "Address.country()" because "billing" is null',
    },
    log: [
      { level: "warn", message: "Charge without a billing address; using the fallback" },
      { level: "error", message: "Charge failed: billing address is null" },
    ],
    severity: "P1",
  },
  "full-disk": {
    ...none,
    holds: false,
    title: "Orders fail because stock cannot be reserved",
    root: "inventory-db",
    host: "shop-db-2",
    why: "The disk of shop-db-2 is full of write-ahead logs, so inventory-db cannot write.",
    onset: 900,
    quiet: 0.6,
    slow: 3,
    refuse: 0.9,
    onlyWrites: true,
    exception: { type: "DiskFull", message: "could not extend file: No space left on device" },
    log: [
      { level: "warn", message: "checkpoints are occurring too frequently ({n} seconds apart)" },
      { level: "error", message: "could not write to file pg_wal: No space left on device" },
    ],
    severity: "P1",
  },
  dns: {
    ...none,
    holds: false,
    title: "Calls of payment provider and carrier fail",
    root: "shop-dns",
    host: "shop-dns-1",
    why: "shop-dns answers SERVFAIL, because it cannot reach its upstream resolvers.",
    onset: 90,
    slow: 8,
    refuse: 0.55,
    exception: { type: "DnsError", message: "getaddrinfo EAI_AGAIN" },
    log: [
      { level: "warn", message: "upstream resolver 192.0.2.53 timed out after {n} ms" },
      { level: "error", message: "SERVFAIL: no upstream resolver is reachable" },
    ],
    severity: "P1",
  },
  "network-loss": {
    ...none,
    title: "Random timeouts between services",
    root: "shop-app-2",
    host: "shop-app-2",
    why: "The network interface of shop-app-2 drops packets.",
    onset: 90,
    loss: 0.3,
    exception: { type: "ConnectionReset", message: "read ECONNRESET" },
    log: [
      { level: "warn", message: "eth0: tx queue timeout, {n} packets dropped" },
      { level: "error", message: "eth0: link is unstable, resetting adapter" },
    ],
    severity: "P2",
  },
  "saturated-pool": {
    ...none,
    title: "Product pages and orders wait for stock",
    root: "inventory",
    why: "inventory does not return connections after an error, so its pool is used up.",
    onset: 300,
    quiet: 0.2,
    wait: 2600,
    fail: 0.25,
    exception: { type: "PoolTimeout", message: "no connection to inventory-db within 5000 ms" },
    log: [
      { level: "warn", message: "Connection pool: waited {n} ms for a connection" },
      { level: "error", message: "Connection pool is exhausted: 20 of 20 connections are in use" },
    ],
    severity: "P2",
  },
  "expired-certificate": {
    ...none,
    holds: false,
    title: "No payment works: certificate expired",
    root: "payments",
    why: "The TLS certificate of payments has expired.",
    onset: 15,
    refuse: 1,
    exception: { type: "CertificateExpired", message: "certificate has expired" },
    log: [
      { level: "warn", message: "TLS handshake failed: remote error: expired certificate ({n} handshakes)" },
      { level: "error", message: "TLS certificate payments.shop.internal has expired" },
    ],
    severity: "P1",
  },
  "noisy-neighbour": {
    ...none,
    title: "Some requests are slow on one host",
    root: "shop-app-3",
    host: "shop-app-3",
    why: "Another virtual machine takes the CPU of shop-app-3.",
    onset: 150,
    slow: 14,
    exception: { type: "DeadlineExceeded", message: "context deadline exceeded" },
    log: [
      { level: "warn", message: "clocksource: CPU stolen for {n} ms" },
      { level: "error", message: "rcu: INFO: rcu_sched detected stalls on CPUs" },
    ],
    severity: "P2",
  },
  "traffic-surge": {
    ...none,
    title: "The shop is slow under many more visitors",
    root: "storefront",
    why: "A campaign brings six times the usual visitors.",
    onset: 240,
    spread: "callees",
    slow: 4,
    fail: 0.06,
    traffic: 6,
    exception: { type: "Overloaded", message: "too many requests in the queue" },
    log: [
      { level: "warn", message: "Request queue has {n} entries" },
      { level: "error", message: "Request queue is full, answering 503" },
    ],
    severity: "P2",
  },
};

/** The true cause, for tests and for root-cause analysis. */
export interface Truth {
  readonly kind: FaultKind;
  /** The name of the configuration item that is the cause: a service, a backend or a host. */
  readonly service: string;
  readonly host?: string;
  readonly startedAt: number;
  readonly why: string;
}

export function truthOf({ kind, startedAt }: Fault): Truth {
  const { root: service, host, why } = faults[kind];
  return { kind, service, ...(host === undefined ? {} : { host }), startedAt, why };
}
