import type { ApiError } from "@opsplane/contract";
import { type QueryFunction, type QueryKey, useQueries } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";

/** The number of rows in a page of a long list. */
export const pageSize = 100;

export interface Page<T> {
  items: T[];
  total: number;
  estimated?: boolean;
}

interface PageQuery<T> {
  queryKey: QueryKey;
  queryFn: QueryFunction<Page<T>>;
}

/** A long list of which only the pages around the visible rows are loaded. */
export interface ListWindow<T> {
  key: string;
  /** Undefined until the first response. */
  total: number | undefined;
  /** Whether the total is an estimate. */
  estimated: boolean;
  rows: ReadonlyMap<number, T>;
  /** True while the rows still belong to the previous filters. */
  stale: boolean;
  error: ApiError | null;
  refetch: () => void;
  show: (first: number, last: number) => void;
}

/** `key` identifies the list with its filters; `pageQuery` loads one page of it. */
export function useListWindow<T>(key: string, pageQuery: (index: number) => PageQuery<T>): ListWindow<T> {
  const [shown, setShown] = useState({ key, first: 0, last: 0 });
  const visible = shown.key === key ? shown : { key, first: 0, last: 0 };
  const indexes = pagesOf(visible.first, visible.last);
  // Only the pages on screen, so that a live change refetches little.
  const pages = useQueries({ queries: indexes.map(pageQuery) });
  const lastGood = useRef<Pick<ListWindow<T>, "key" | "total" | "estimated" | "rows">>(undefined);

  const rows = new Map<number, T>();
  pages.forEach(({ data }, position) => {
    const start = (indexes[position] ?? 0) * pageSize;
    data?.items.forEach((item, row) => {
      rows.set(start + row, item);
    });
  });
  const answered = pages.find(({ data }) => data)?.data;
  const total = answered?.total;
  const estimated = answered?.estimated ?? false;
  if (total !== undefined) lastGood.current = { key, total, estimated, rows };
  const kept = total === undefined ? lastGood.current : undefined;

  const show = useCallback(
    (first: number, last: number) =>
      setShown((now) => (now.key === key && now.first === first && now.last === last ? now : { key, first, last })),
    [key],
  );
  const failed = pages.find(({ error }) => error);
  const version = pages.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change exactly when a page was loaded again
  const stableRows = useMemo(() => rows, [version, indexes.join(), key]);

  return {
    key: kept?.key ?? key,
    total: total ?? kept?.total,
    estimated: kept?.estimated ?? estimated,
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
