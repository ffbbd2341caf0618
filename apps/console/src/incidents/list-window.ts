import type { ApiError, Incident } from "@opsplane/contract";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Filters } from "./filters.ts";
import { pageSize, useIncidentPages } from "./queries.ts";

/** A long list of which only the pages around the visible rows are loaded. */
export interface ListWindow {
  key: string;
  /** Undefined until the first answer. */
  total: number | undefined;
  rows: ReadonlyMap<number, Incident>;
  /** True while what is shown still belongs to the filters before. */
  stale: boolean;
  error: ApiError | null;
  refetch: () => void;
  show: (first: number, last: number) => void;
}

export function useListWindow(filters: Filters): ListWindow {
  const key = JSON.stringify(filters);
  const [shown, setShown] = useState({ key, first: 0, last: 0 });
  const visible = shown.key === key ? shown : { key, first: 0, last: 0 };
  const indexes = pagesOf(visible.first, visible.last);
  const pages = useIncidentPages(filters, indexes);
  const lastGood = useRef<Pick<ListWindow, "key" | "total" | "rows">>(undefined);

  const rows = new Map<number, Incident>();
  pages.forEach(({ data }, position) => {
    const start = (indexes[position] ?? 0) * pageSize;
    data?.items.forEach((incident, row) => {
      rows.set(start + row, incident);
    });
  });
  const total = pages.find(({ data }) => data)?.data?.total;
  if (total !== undefined) lastGood.current = { key, total, rows };
  const kept = total === undefined ? lastGood.current : undefined;

  const show = useCallback(
    (first: number, last: number) =>
      setShown((now) => (now.key === key && now.first === first && now.last === last ? now : { key, first, last })),
    [key],
  );
  const failed = pages.find(({ error }) => error);
  const version = pages.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change exactly when a page was answered anew
  const stableRows = useMemo(() => rows, [version, indexes.join(), key]);

  return {
    key: kept?.key ?? key,
    total: total ?? kept?.total,
    rows: kept?.rows ?? stableRows,
    stale: kept !== undefined,
    error: total === undefined ? (failed?.error ?? null) : null,
    refetch: () => void failed?.refetch(),
    show,
  };
}

function pagesOf(first: number, last: number): number[] {
  const start = Math.floor(first / pageSize);
  const end = Math.floor(last / pageSize);
  return Array.from({ length: end - start + 1 }, (_, step) => start + step);
}
