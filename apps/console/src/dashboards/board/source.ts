import type { ApiError, ChosenValues, DashboardData, Widget } from "@opsplane/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Interval } from "../../time/range.ts";
import { fewAtOnce } from "./few-at-once.ts";

export type WidgetResult = DashboardData["widgets"][number];
export type BoardContext = Pick<DashboardData, "variables" | "markers">;

/** How a board is read: as it is saved, as it is edited, or by a public link. */
export interface BoardSource {
  /** Says in the cache what is read, besides the widget. */
  key: readonly unknown[];
  interval: Interval;
  readWidget: (widget: Widget, signal: AbortSignal) => Promise<WidgetResult | undefined>;
  readContext: (signal: AbortSignal) => Promise<BoardContext>;
}

const inTurn = fewAtOnce(3);

/** The data of one widget. The place of a widget does not matter. */
export function useWidgetData(source: BoardSource, widget: Widget, enabled: boolean) {
  return useQuery<WidgetResult | null, ApiError>({
    queryKey: ["dashboards", "data", widget.kind, ...source.key, widget.id, widget.options],
    queryFn: ({ signal }) => inTurn(signal, async () => (await source.readWidget(widget, signal)) ?? null),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The options of the variables, and the markers of the range. */
export function useBoardContext(source: BoardSource) {
  return useQuery<BoardContext, ApiError>({
    queryKey: ["dashboards", "data", "context", ...source.key],
    queryFn: ({ signal }) => source.readContext(signal),
    placeholderData: keepPreviousData,
  });
}

/** The values of the variables that the server uses; before it has answered those of the address. */
export function chosenValues(context: BoardContext | undefined, given: ChosenValues): ChosenValues {
  return context ? Object.fromEntries(context.variables.map(({ name, chosen }) => [name, chosen])) : given;
}
