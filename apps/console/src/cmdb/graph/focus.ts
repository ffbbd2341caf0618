import { createContext, useContext, useState, useSyncExternalStore } from "react";

interface Attention {
  chosen: string | undefined;
  hovered: string | undefined;
  /** The relationships on the path to the chosen item, as `from to`. */
  way: ReadonlySet<string>;
}

export type Focus = ReturnType<typeof createFocus>;

/**
 * The hovered and the chosen item. They are outside React's state, so that a moving pointer renders only the affected nodes and
 * edges, not a graph of hundreds.
 */
function createFocus() {
  let attention: Attention = { chosen: undefined, hovered: undefined, way: new Set() };
  const listeners = new Set<() => void>();
  return {
    get: () => attention,
    set(changes: Partial<Attention>) {
      attention = { ...attention, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const FocusContext = createContext<Focus | undefined>(undefined);
export const FocusProvider = FocusContext;

export function useNewFocus(): Focus {
  return useState(createFocus)[0];
}

/** Subscribes to one value of the focus. */
export function useAttention<T>(select: (attention: Attention) => T): T {
  const focus = useContext(FocusContext);
  if (!focus) throw new Error("useAttention needs a FocusProvider above it.");
  return useSyncExternalStore(focus.subscribe, () => select(focus.get()));
}
