import type { Incident } from "@opsplane/contract";
import { useKeys } from "../keys/keys.tsx";
import { useAcknowledge } from "./changes.ts";

interface SelectionKeysOptions {
  current: Incident | undefined;
  selected: ReadonlySet<string>;
  setSelected: (selected: ReadonlySet<string>) => void;
  mayWrite: boolean;
}

/** Selecting and acknowledging by keyboard. */
export function useSelectionKeys({ current, selected, setSelected, mayWrite }: SelectionKeysOptions) {
  const acknowledge = useAcknowledge();
  const toggle = () => {
    if (!current) return;
    const others = [...selected].filter((id) => id !== current.id);
    setSelected(new Set(selected.has(current.id) ? others : [...others, current.id]));
  };
  const acknowledgeChosen = () => {
    const ids = selected.size > 0 ? [...selected] : current ? [current.id] : [];
    if (ids.length > 0) acknowledge.mutate(ids, { onSuccess: () => setSelected(new Set()) });
  };
  const group = "List";
  useKeys([
    ...(mayWrite
      ? [
          { keys: "x", label: "Select", group, run: toggle },
          { keys: "a", label: "Acknowledge the selection", group, run: acknowledgeChosen },
        ]
      : []),
    { keys: "Esc", label: "Clear the selection", group, run: () => setSelected(new Set()) },
  ]);
}
