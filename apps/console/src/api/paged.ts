import type { ApiError } from "@opsplane/contract";
import { type InfiniteData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Page<T> {
  items: T[];
  total: number;
  estimated?: boolean;
  limit: number;
  offset: number;
}

type Load<T> = (page: { limit: number; offset: number }, call: { signal: AbortSignal }) => Promise<Page<T>>;

export interface Paged<T> {
  items: T[];
  total: number;
  estimated: boolean;
}

/** A list that loads page by page, for settings with hundreds of records. */
export function usePaged<T>(
  queryKey: QueryKey,
  load: Load<T>,
  enabled = true,
  refetchInterval: number | false = false,
) {
  return useInfiniteQuery<Page<T>, ApiError, Paged<T>, QueryKey, number>({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ limit: 100, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ items, offset, total }) =>
      items.length > 0 && offset + items.length < total ? offset + items.length : undefined,
    select: flat,
    enabled,
    refetchInterval,
  });
}

function flat<T>({ pages }: InfiniteData<Page<T>>): Paged<T> {
  const { total = 0, estimated = false } = pages.at(-1) ?? {};
  return { items: pages.flatMap(({ items }) => items), total, estimated };
}
