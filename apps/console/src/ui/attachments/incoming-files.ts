import { type DragEvent, useEffect, useState } from "react";

/** The files of a drop. Folders have no content that could be sent. */
function droppedFiles({ items }: DataTransfer): File[] {
  return Array.from(items)
    .filter((item) => item.kind === "file" && item.webkitGetAsEntry()?.isDirectory !== true)
    .flatMap((item) => item.getAsFile() ?? []);
}

/** Makes an element take files that are dropped on it. */
export function useDrop(take: ((files: File[]) => void) | undefined) {
  const [over, setOver] = useState(false);
  if (!take) return { over: false, handlers: {} };
  const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take(droppedFiles(event.dataTransfer));
      },
    },
  };
}

/** Takes files that are pasted anywhere on the page, such as screenshots. */
export function usePaste(take: ((files: File[]) => void) | undefined) {
  useEffect(() => {
    if (!take) return;
    const hear = ({ clipboardData, target }: ClipboardEvent) => {
      const files = Array.from(clipboardData?.files ?? []);
      // Cells of a table are copied as text and as an image; a text field wants the text.
      const isText = clipboardData?.types.includes("text/plain") && isField(target);
      if (files.length > 0 && !isText && !isInDialog(target)) take(files.map(namedByTime));
    };
    document.addEventListener("paste", hear);
    return () => document.removeEventListener("paste", hear);
  }, [take]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, [contenteditable]") !== null;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("[role=dialog]") !== null;
}

/** Browsers name every pasted image image.png. */
function namedByTime(file: File): File {
  if (file.name !== "image.png") return file;
  const at = new Date().toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  return new File([file], `screenshot-${at}.png`, { type: file.type });
}
