import type { Dashboard } from "@opsplane/contract";
import { useCallback, useState } from "react";

/** What the editor changes. */
export type Draft = Pick<Dashboard, "name" | "description" | "layout">;

interface History {
  past: readonly Draft[];
  now: Draft;
  future: readonly Draft[];
}

const maxSteps = 100;

export interface DraftState {
  draft: Draft;
  /** The version that the draft started from. */
  version: number;
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  change: (make: (draft: Draft) => Draft) => void;
  undo: () => void;
  redo: () => void;
  /** Starts again from what is saved. */
  reset: (saved: Dashboard) => void;
}

/** The unsaved state of a dashboard, with steps to undo and redo. */
export function useDraft(dashboard: Dashboard): DraftState {
  const [start, setStart] = useState(dashboard);
  const [history, setHistory] = useState<History>(() => historyOf(dashboard));
  const change = useCallback(
    (make: (draft: Draft) => Draft) => setHistory((state) => changed(state, make(state.now))),
    [],
  );
  const undo = useCallback(() => setHistory(undone), []);
  const redo = useCallback(() => setHistory(redone), []);
  const reset = useCallback((saved: Dashboard) => {
    setStart(saved);
    setHistory(historyOf(saved));
  }, []);
  return {
    draft: history.now,
    version: start.version,
    isChanged: JSON.stringify(history.now) !== JSON.stringify(contentOf(start)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    ...{ change, undo, redo, reset },
  };
}

function historyOf(dashboard: Dashboard): History {
  return { past: [], now: contentOf(dashboard), future: [] };
}

function contentOf({ name, description, layout }: Dashboard): Draft {
  return { name, description, layout };
}

export function changed({ past, now }: History, next: Draft): History {
  if (JSON.stringify(next) === JSON.stringify(now)) return { past, now, future: [] };
  return { past: [...past, now].slice(-maxSteps), now: next, future: [] };
}

export function undone(state: History): History {
  const before = state.past.at(-1);
  if (!before) return state;
  return { past: state.past.slice(0, -1), now: before, future: [state.now, ...state.future] };
}

export function redone(state: History): History {
  const [after, ...future] = state.future;
  return after ? { past: [...state.past, state.now], now: after, future } : state;
}
