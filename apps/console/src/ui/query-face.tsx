import type { ApiError } from "@opsplane/contract";
import type { ReactNode } from "react";
import { ErrorFace, RowsSkeleton } from "./faces.tsx";

export interface Loadable<T> {
  data: T | undefined;
  error: ApiError | null;
  refetch: () => unknown;
}

/** Whether the data or an error has arrived. */
export function isSettled({ data, error }: Loadable<unknown>): boolean {
  return data !== undefined || error !== null;
}

interface QueryFaceProps<T> {
  query: Loadable<T>;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The four faces of a list: loading, failed or forbidden, empty, and its data. */
export function QueryFace<T>({ query, isEmpty, empty, loading = <RowsSkeleton />, children }: QueryFaceProps<T>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (query.error) return <ErrorFace error={query.error} retry={() => void query.refetch()} />;
  return loading;
}
