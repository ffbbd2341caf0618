import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  /** One answered request. */
  count(operation: string, status: number, seconds: number): void;
  gauge(name: string, help: string, read: () => number): void;
  /** Counts by outcome. */
  outcomes(name: string, help: string): (outcome: string) => void;
  /** Runs of named work: counts by outcome, seconds, and when each last succeeded. */
  runs(name: string, help: string): (work: string, outcome: "done" | "failed", seconds: number) => void;
  text(): Promise<string>;
  contentType: string;
}

/** The server's own metrics for Prometheus. Labels never contain a tenant or a person. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: "opsplane_info", help: "Version of this instance", labelNames: ["version"], registers }).set(
    { version },
    1,
  );
  const requests = new Counter({
    name: "opsplane_http_requests_total",
    help: "Requests by operation and status",
    labelNames: ["operation", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "opsplane_http_request_seconds",
    help: "Response time by operation",
    labelNames: ["operation"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  // Looking up a metric by its labels costs more than counting, so each is looked up once.
  const counters = new Map<string, Counter.Internal>();
  const timers = new Map<string, Histogram.Internal<"operation">>();
  return {
    count: (operation, status, took) => {
      const key = `${operation} ${status}`;
      const counter = counters.get(key) ?? requests.labels(operation, String(status));
      const timer = timers.get(operation) ?? seconds.labels(operation);
      counters.set(key, counter);
      timers.set(operation, timer);
      counter.inc();
      timer.observe(took);
    },
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    outcomes: (name, help) => {
      const counter = new Counter({ name, help, labelNames: ["outcome"], registers });
      return (outcome) => counter.inc({ outcome });
    },
    runs: (name, help) => {
      const total = new Counter({ name: `${name}_runs_total`, help, labelNames: ["name", "outcome"], registers });
      const took = new Counter({
        name: `${name}_seconds_total`,
        help: `${help}: seconds`,
        labelNames: ["name"],
        registers,
      });
      const last = new Gauge({
        name: `${name}_last_success_seconds`,
        help: `${help}: Unix time of the last success`,
        labelNames: ["name"],
        registers,
      });
      return (work, outcome, seconds) => {
        total.inc({ name: work, outcome });
        took.inc({ name: work }, seconds);
        if (outcome === "done") last.set({ name: work }, Date.now() / 1000);
      };
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
