import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { type Loadable, QueryFace } from "./query-face.tsx";

interface RecordDrawerProps<T> {
  query: Loadable<T>;
  /** `Deliveries`; followed by the record's name once it is loaded. */
  title: string;
  onClose: () => void;
  children: (record: T) => ReactNode;
}

/** More about a record beside its list. */
export function RecordDrawer<T extends { name: string }>({ query, title, onClose, children }: RecordDrawerProps<T>) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
      title={query.data ? `${title} of ${query.data.name}` : title}
    >
      <QueryFace query={query}>{children}</QueryFace>
    </Drawer>
  );
}
