import type { ReactNode } from "react";
import { type Growing, MoreButton } from "./more-button.tsx";
import { type Loadable, QueryFace } from "./query-face.tsx";

interface PagedFaceProps<T> {
  list: Growing & Loadable<{ items: T[]; total: number }>;
  empty: ReactNode;
  children: (items: T[]) => ReactNode;
}

/** The faces of a list that loads page by page. */
export function PagedFace<T>({ list, empty, children }: PagedFaceProps<T>) {
  return (
    <QueryFace query={list} isEmpty={({ total }) => total === 0} empty={empty}>
      {({ items }) => (
        <>
          {children(items)}
          <MoreButton list={list} />
        </>
      )}
    </QueryFace>
  );
}
