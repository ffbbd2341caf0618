import type { Change, ChangeStatus } from "@opsplane/contract";
import type { MoveWords } from "../ui/move-dialog.tsx";

/** The button of each move. */
const words: Record<ChangeStatus, string> = {
  draft: "Back to draft",
  pending_approval: "Submit for approval",
  approved: "Approve",
  scheduled: "Schedule",
  implementing: "Start implementing",
  completed: "Complete",
  failed: "Fail",
  rejected: "Reject",
  cancelled: "Cancel the change",
};

export function moveWord(change: Change, to: ChangeStatus): string {
  return to === "approved" && change.type === "standard" ? "Mark as pre-approved" : words[to];
}

/** Moves that continue the work. The others return or end it, so they are never the primary button. */
export const forward: readonly ChangeStatus[] = [
  "pending_approval",
  "approved",
  "scheduled",
  "implementing",
  "completed",
];

const note = { label: "Note", hint: "Why. It goes to the timeline, where others will read it." };
const closure = "Markdown: what was done, what was seen, what is left to do.";

/** The text that a move asks for; undefined when it needs none. */
export function asked(change: Change, to: ChangeStatus): (MoveWords & { field: "note" | "closure_notes" }) | undefined {
  const { reference } = change;
  switch (to) {
    case "draft":
      return {
        ...note,
        field: "note",
        title: `Take ${reference} back to draft`,
        hint: "Why. An approval that was given, or is under way, does not count any more.",
        confirm: "Back to draft",
      };
    case "cancelled":
      return { ...note, field: "note", title: `Cancel ${reference}`, confirm: "Cancel the change", danger: true };
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
        title: `${reference} failed`,
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
            title: `Start ${reference} before it is approved`,
            hint: "What cannot wait. It is reviewed afterwards.",
            confirm: "Start implementing",
          }
        : undefined;
    default:
      return undefined;
  }
}
