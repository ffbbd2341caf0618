import { useEffect, useRef } from "react";

interface Undoable {
  undo?: (() => void) | undefined;
  redo?: (() => void) | undefined;
}

/** Ctrl Z and Ctrl Shift Z. In a text field the browser's own undo works. */
export function useUndoKeys(edit: Undoable) {
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const wantsRedo = (key === "z" && event.shiftKey) || key === "y";
      if (key !== "z" && !wantsRedo) return;
      event.preventDefault();
      (wantsRedo ? latest.current.redo : latest.current.undo)?.();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "checkbox");
}
