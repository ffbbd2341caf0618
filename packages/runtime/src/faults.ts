import type { Log } from "./log.ts";

/** Background components and their number of consecutive failures. */
export interface Faults {
  /** Records a failure. The third in a row makes health degraded and is logged. */
  failed(part: string, error: unknown): void;
  worked(part: string): void;
  /** The reason for each component that keeps failing. */
  lasting(): ReadonlyMap<string, string>;
}

const lastingAfter = 3;

export function openFaults(log: Log): Faults {
  const counts = new Map<string, { failures: number; message: string }>();
  return {
    failed: (part, error) => {
      const message = (error instanceof Error ? error.message : String(error)).split("\n")[0]?.slice(0, 300) ?? "";
      const failures = (counts.get(part)?.failures ?? 0) + 1;
      counts.set(part, { failures, message });
      // Logged at every power of two, so a lasting fault stays visible without filling the log.
      if (failures >= lastingAfter && (failures === lastingAfter || Number.isInteger(Math.log2(failures))))
        log.error({ part, failures, error: message }, "a component keeps failing");
    },
    worked: (part) => {
      const { failures = 0 } = counts.get(part) ?? {};
      counts.delete(part);
      if (failures >= lastingAfter) log.info({ part }, "a component works again");
    },
    lasting: () =>
      new Map(
        [...counts]
          .filter(([, { failures }]) => failures >= lastingAfter)
          .map(([part, { message }]) => [part, message]),
      ),
  };
}
