import type { ReactNode } from "react";
import { NotFound } from "../../ui/not-found.tsx";
import { type Loadable, QueryFace } from "../../ui/query-face.tsx";

interface RecordFaceProps<T> {
  query: Loadable<T>;
  /** The title when the record does not exist. */
  missing: string;
  /** The link to the list. */
  list: ReactNode;
  children: (record: T) => ReactNode;
}

/** The faces of a page with one record: loading, failed or forbidden, missing, and the record. */
export function RecordFace<T>({ query, missing, list, children }: RecordFaceProps<T>) {
  if (query.error?.code === "NOT_FOUND") return <NotFound title={missing}>{list}</NotFound>;
  return <QueryFace query={query}>{children}</QueryFace>;
}
