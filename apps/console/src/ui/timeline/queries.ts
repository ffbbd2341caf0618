import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Page<E> {
  items: E[];
  total: number;
  offset: number;
}

type Load<E> = (query: { limit: number; offset: number }, call: { signal: AbortSignal }) => Promise<Page<E>>;

/** So many of the longest notes still fit into an answer. */
const pageSize = 200;

/** Oldest first, as the server keeps it: a page that was read never changes. */
export function useTimelinePages<E>(queryKey: QueryKey, load: Load<E>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ limit: pageSize, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ offset, total }) => (offset + pageSize < total ? offset + pageSize : undefined),
  });
}
