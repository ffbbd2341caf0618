import type { ApiError } from "@opsplane/contract";
import { useMemo } from "react";
import { type Interval, windowBefore } from "../time/range.ts";
import { type HealthVerdict, healthOf, healthOrder } from "./health.ts";
import { useFigures } from "./queries.ts";

type Figures = NonNullable<ReturnType<typeof useFigures>["data"]>[number];

export interface ServiceHealth extends HealthVerdict {
  service: string;
  /** Absent for a service without calls in the window. */
  now: Figures | undefined;
  before: Figures | undefined;
}

export interface ServicesHealth {
  data: ServiceHealth[] | undefined;
  error: ApiError | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** Every service with its health, compared to the window of the same length before. Troubled ones come first. */
export function useServicesHealth(interval: Interval, enabled = true): ServicesHealth {
  const now = useFigures(interval, enabled);
  const before = useFigures(windowBefore(interval), enabled);
  const data = useMemo(
    () => (now.data && (before.data || before.error) ? verdicts(now.data, before.data ?? []) : undefined),
    [now.data, before.data, before.error],
  );
  return { data, error: now.error, isPlaceholderData: now.isPlaceholderData, refetch: now.refetch };
}

function verdicts(now: readonly Figures[], before: readonly Figures[]): ServiceHealth[] {
  const current = new Map(now.map((figures) => [figures.service, figures]));
  const earlier = new Map(before.map((figures) => [figures.service, figures]));
  return [...new Set([...current.keys(), ...earlier.keys()])]
    .map((service) => {
      const [one, other] = [current.get(service), earlier.get(service)];
      return { service, now: one, before: other, ...healthOf(one, other) };
    })
    .filter(({ now: figures, health }) => figures || health === "silent")
    .sort(
      (one, other) =>
        healthOrder.indexOf(one.health) - healthOrder.indexOf(other.health) ||
        (other.now?.calls ?? 0) - (one.now?.calls ?? 0) ||
        one.service.localeCompare(other.service),
    );
}
