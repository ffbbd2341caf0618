import { useBlocker } from "@tanstack/react-router";
import { AskDialog } from "../../ui/ask-dialog.tsx";

/** Asks before unsaved changes are left. Another tab of the same page is no departure. */
export function LeaveGuard({ isChanged }: { isChanged: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isChanged(),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <AskDialog
      opened={blocker.status === "blocked"}
      title="Leave without saving?"
      confirm="Discard changes"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Your changes of this workflow are lost.
    </AskDialog>
  );
}
