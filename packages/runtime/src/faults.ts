import type { Log } from "./log.ts";

/** Parts of the product that work in the background, and how often in a row each has failed. */
export interface Faults {
  /** The part failed once more. Its third failure in a row makes health degraded and is logged. */
  failed(part: string, error: unknown): void;
  worked(part: string): void;
  /** Why each part that keeps failing does so. */
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
      // Again at every power of two: a fault that lasts stays in the log without filling it.
      if (failures >= lastingAfter && (failures === lastingAfter || Number.isInteger(Math.log2(failures))))
        log.error({ part, failures, error: message }, "a part of the server keeps failing");
    },
    worked: (part) => {
      const { failures = 0 } = counts.get(part) ?? {};
      counts.delete(part);
      if (failures >= lastingAfter) log.info({ part }, "a part of the server works again");
    },
    lasting: () =>
      new Map(
        [...counts]
          .filter(([, { failures }]) => failures >= lastingAfter)
          .map(([part, { message }]) => [part, message]),
      ),
  };
}
