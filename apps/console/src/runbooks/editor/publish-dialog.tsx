import type { Runbook } from "@opsplane/contract";
import { MoveDialog } from "../../ui/move-dialog.tsx";
import { usePublishRunbook } from "../mutations.ts";

/** Publishes the runbook as it was saved, with a comment for the list of versions. */
export function PublishDialog({ runbook, onClose }: { runbook: Runbook; onClose: () => void }) {
  const publish = usePublishRunbook();
  return (
    <MoveDialog
      words={{
        title: `Publish ${runbook.name}`,
        label: "What changed?",
        hint: "Optional. Shown in the list of versions.",
        confirm: "Publish",
      }}
      pending={publish.isPending}
      onConfirm={(comment) => publish.mutate({ runbook, comment: comment.slice(0, 1000) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      Executions run the published version. Those in progress keep the version they started with.
    </MoveDialog>
  );
}
