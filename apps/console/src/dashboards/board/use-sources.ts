import type { ChosenValues, Dashboard, DashboardLayout } from "@opsplane/contract";
import { useMemo } from "react";
import { useApi } from "../../api/api.tsx";
import { absoluteRange, type Interval } from "../../time/range.ts";
import type { BoardSource } from "./source.ts";

interface Reading {
  interval: Interval;
  chosen: ChosenValues;
}

/** Reads a dashboard as it is saved. */
export function useSavedSource({ id, version }: Pick<Dashboard, "id" | "version">, reading: Reading): BoardSource {
  const api = useApi();
  const { interval, chosen } = reading;
  const variables = JSON.stringify(chosen);
  return useMemo(() => {
    const query = { ...absoluteRange(interval), variables };
    const params = { id };
    return {
      key: ["saved", id, version, interval.from, interval.to, variables],
      interval,
      readWidget: async (widget, signal) =>
        (await api.dashboards.data({ params, query: { ...query, widget: [widget.id] } }, { signal })).widgets[0],
      readContext: (signal) =>
        api.dashboards.data({ params, query: { ...query, include: ["variables", "markers"] } }, { signal }),
    };
  }, [api, id, version, interval, variables]);
}

/** Reads a dashboard as it is edited. */
export function useDraftSource(id: string, layout: DashboardLayout, reading: Reading): BoardSource {
  const api = useApi();
  const { interval, chosen } = reading;
  const given = JSON.stringify(chosen);
  const { variables, markers } = layout;
  return useMemo(() => {
    const body = { dashboard_variables: variables, markers, ...absoluteRange(interval), variables: given };
    return {
      key: ["draft", id, variables, markers, interval.from, interval.to, given],
      interval,
      readWidget: async (widget, signal) => {
        // Its place does not matter.
        const widgets = [{ ...widget, x: 0, y: 0 }];
        return (await api.dashboards.preview({ body: { ...body, widgets } }, { signal })).widgets[0];
      },
      readContext: (signal) =>
        api.dashboards.preview({ body: { ...body, widgets: [], include: ["variables", "markers"] } }, { signal }),
    };
  }, [api, id, variables, markers, interval, given]);
}
