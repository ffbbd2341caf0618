import { useBlocker } from "@tanstack/react-router";
import { AskDialog } from "./ask-dialog.tsx";

interface UnsavedGuardProps {
  /** There are changes that would be lost. */
  when: boolean;
  /** The edited object: `this runbook`. */
  what: string;
}

/** Asks before a person leaves a page with unsaved changes. A change of the search keeps the page and is not asked about. */
export function UnsavedGuard({ when, what }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <AskDialog
      opened={status === "blocked"}
      title="Leave without saving?"
      confirm="Leave"
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    >
      Your changes to {what} are not saved and will be lost.
    </AskDialog>
  );
}
