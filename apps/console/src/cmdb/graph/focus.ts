import { createContext, useContext, useState, useSyncExternalStore } from "react";

interface Attention {
  chosen: string | undefined;
  hovered: string | undefined;
  /** The relations on the way to the chosen item, as `from to`. */
  way: ReadonlySet<string>;
}

export type Focus = ReturnType<typeof createFocus>;

/**
 * What one points at and has chosen. Outside of React's state, so that a pointer over a graph of hundreds renders the
 * few nodes and edges it concerns and not the graph.
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

/** Follows one fact about what has the attention. */
export function useAttention<T>(select: (attention: Attention) => T): T {
  const focus = useContext(FocusContext);
  if (!focus) throw new Error("useAttention needs a FocusProvider above it.");
  return useSyncExternalStore(focus.subscribe, () => select(focus.get()));
}
