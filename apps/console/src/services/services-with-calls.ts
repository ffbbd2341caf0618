import type { ApiError } from "@opsplane/contract";
import { useMemo } from "react";
import type { Interval } from "../time/range.ts";
import { useServiceSeries } from "./queries.ts";

/** The API takes at most this many names. */
const maxNames = 50;

/** Those of these names that are services with calls in the interval, the most failing first. `isKnown`: they are loaded. */
export function useServicesWithCalls(
  interval: Interval,
  names: readonly string[],
): { services: readonly string[]; isKnown: boolean; error: ApiError | null } {
  const asked = names.slice(0, maxNames);
  const { data, error } = useServiceSeries(interval, 2, asked, asked.length > 0);
  const services = useMemo(() => {
    const counted = (data?.services ?? []).map(({ service, points }) => ({
      service,
      calls: points.reduce((sum, { calls }) => sum + calls, 0),
      errors: points.reduce((sum, { errors }) => sum + errors, 0),
    }));
    return counted
      .filter(({ calls }) => calls > 0)
      .sort((one, other) => other.errors / other.calls - one.errors / one.calls)
      .map(({ service }) => service);
  }, [data]);
  return { services, isKnown: data !== undefined, error };
}
