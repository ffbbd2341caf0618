import { Modal } from "@mantine/core";
import type { ComponentType } from "react";
import { lazyPart, Missing } from "./lazy-part.tsx";

/** A dialog that shows nothing until its code is loaded. */
export function lazyDialog<N extends string, P extends { onClose: () => void }>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
): ComponentType<P> {
  return lazyPart(load, name, {
    waiting: () => null,
    missing: (retry, { onClose }) => (
      <Modal opened onClose={onClose} aria-label="Can't reach the server">
        <Missing retry={retry} />
      </Modal>
    ),
  });
}
