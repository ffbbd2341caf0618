import type { Change, ChangeStatus } from "@opsplane/contract";
import type { MoveWords } from "../ui/move-dialog.tsx";

/** The button of each move. */
const words: Record<ChangeStatus, string> = {
  draft: "Return to draft",
  pending_approval: "Submit for approval",
  approved: "Approve",
  scheduled: "Schedule",
  implementing: "Start implementing",
  completed: "Complete",
  failed: "Fail",
  rejected: "Reject",
  cancelled: "Cancel change",
};

export function moveWord(change: Change, to: ChangeStatus): string {
  return to === "approved" && change.type === "standard" ? "Pre-approve" : words[to];
}

/** Moves that continue the work. The others return or end it, so they are never the primary button. */
export const forward: readonly ChangeStatus[] = [
  "pending_approval",
  "approved",
  "scheduled",
  "implementing",
  "completed",
];

const note = { label: "Note", hint: "Reason, shown in the timeline" };
const closure = "What was done, and is anything left to do?";

/** The text that a move asks for; undefined when it needs none. */
export function asked(change: Change, to: ChangeStatus): (MoveWords & { field: "note" | "closure_notes" }) | undefined {
  const { reference } = change;
  switch (to) {
    case "draft":
      return {
        ...note,
        field: "note",
        title: `Return ${reference} to draft?`,
        hint: "Reason. Existing approvals will be discarded.",
        confirm: "Return to draft",
      };
    case "cancelled":
      return { ...note, field: "note", title: `Cancel ${reference}`, confirm: "Cancel change", danger: true };
    case "rejected":
      return { ...note, field: "note", title: `Reject ${reference}`, confirm: "Reject", required: true, danger: true };
    case "completed":
      return {
        field: "closure_notes",
        title: `Complete ${reference}`,
        label: "Closure notes",
        hint: closure,
        confirm: "Complete",
      };
    case "failed":
      return {
        field: "closure_notes",
        title: `Mark ${reference} as failed`,
        label: "Closure notes",
        hint: `${closure} Was it rolled back?`,
        confirm: "Fail",
        required: true,
        danger: true,
      };
    case "implementing":
      return change.status === "draft" || change.status === "pending_approval"
        ? {
            ...note,
            field: "note",
            title: `Start ${reference} without approval?`,
            hint: "Why can't this wait? It will be reviewed afterwards.",
            confirm: "Start implementing",
          }
        : undefined;
    default:
      return undefined;
  }
}
