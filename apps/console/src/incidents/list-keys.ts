import { useNavigate } from "@tanstack/react-router";
import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useAcknowledge } from "./changes.ts";
import { rowLinkId } from "./incident-row.tsx";
import type { ListWindow } from "./list-window.ts";

interface ListKeysOptions {
  list: ListWindow;
  virtual: Pick<Virtualizer<HTMLDivElement, Element>, "scrollToIndex">;
  selected: ReadonlySet<string>;
  setSelected: (selected: ReadonlySet<string>) => void;
  mayWrite: boolean;
  start: number;
}

/** Moving, opening and selecting by keyboard. The focus goes with the cursor, so that screen readers follow. */
export function useListKeys({ list, virtual, selected, setSelected, mayWrite, start }: ListKeysOptions): number {
  const navigate = useNavigate();
  const acknowledge = useAcknowledge();
  const [cursor, setCursor] = useState(start);
  const [moved, setMoved] = useState(0);
  const current = list.rows.get(cursor);

  const move = (step: number) => {
    const next = Math.min(Math.max(cursor + step, 0), (list.total ?? 1) - 1);
    setCursor(next);
    setMoved((times) => times + 1);
    virtual.scrollToIndex(next);
  };
  const toggle = () => {
    if (!current) return;
    const others = [...selected].filter((id) => id !== current.id);
    setSelected(new Set(selected.has(current.id) ? others : [...others, current.id]));
  };
  const acknowledgeChosen = () => {
    const ids = selected.size > 0 ? [...selected] : current ? [current.id] : [];
    if (ids.length > 0) acknowledge.mutate(ids, { onSuccess: () => setSelected(new Set()) });
  };

  useEffect(() => {
    if (moved > 0) document.getElementById(rowLinkId(cursor))?.focus({ preventScroll: true });
  }, [cursor, moved]);

  const group = "List";
  useKeys([
    { keys: "j", label: "Next", group, run: () => move(1) },
    { keys: "k", label: "Previous", group, run: () => move(-1) },
    {
      keys: "Enter",
      label: "Open",
      group,
      run: () => current && void navigate({ to: "/incidents/$reference", params: { reference: current.reference } }),
    },
    ...(mayWrite
      ? [
          { keys: "x", label: "Select", group, run: toggle },
          { keys: "a", label: "Acknowledge the selection", group, run: acknowledgeChosen },
        ]
      : []),
    { keys: "Esc", label: "Clear the selection", group, run: () => setSelected(new Set()) },
  ]);
  return cursor;
}
