import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Page<E> {
  items: E[];
  total: number;
  offset: number;
}

type Load<E> = (query: { limit: number; offset: number }, call: { signal: AbortSignal }) => Promise<Page<E>>;

/** This many notes of maximum length still fit into one response. */
const pageSize = 200;

/** Oldest first, because a page that was read then never changes. */
export function useTimelinePages<E>(queryKey: QueryKey, load: Load<E>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ limit: pageSize, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ offset, total }) => (offset + pageSize < total ? offset + pageSize : undefined),
  });
}
