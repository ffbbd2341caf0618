import { Button } from "@mantine/core";
import { type RequestStatus, requestMovesOf, type ServiceRequest } from "@opsplane/contract";
import { useState } from "react";
import { MoveDialog, type MoveWords } from "../ui/move-dialog.tsx";
import classes from "../ui/record-page.module.css";
import { useUpdateRequest } from "./mutations.ts";

/** The button of each move. */
const words: Record<RequestStatus, string> = {
  submitted: "Submit",
  pending_approval: "Request approval",
  approved: "Approve",
  in_fulfillment: "Start work",
  fulfilled: "Mark fulfilled",
  rejected: "Reject",
  cancelled: "Cancel request",
  failed: "Fail",
};

/** The moves that the state table allows from this status. */
export function RequestMoves({ request }: { request: ServiceRequest }) {
  const update = useUpdateRequest(request);
  const [asking, setAsking] = useState<RequestStatus>();
  const dialog = asking && asked(request, asking);
  const move = (to: RequestStatus) => (asked(request, to) ? setAsking(to) : update.mutate({ status: to }));
  return (
    <div className={classes.moves}>
      {requestMovesOf(request).map((to, index) => (
        <Button
          key={to}
          size="sm"
          variant={index === 0 && to !== "cancelled" ? "filled" : "default"}
          loading={update.isPending && update.variables.status === to}
          disabled={update.isPending}
          onClick={() => move(to)}
        >
          {to === "in_fulfillment" && request.status === "failed" ? "Try again" : words[to]}
        </Button>
      ))}
      {dialog ? (
        <MoveDialog
          words={dialog}
          pending={update.isPending}
          onClose={() => setAsking(undefined)}
          onConfirm={(text) =>
            update.mutate(
              { status: asking, ...(text ? { [dialog.field]: text } : {}) },
              { onSuccess: () => setAsking(undefined) },
            )
          }
        />
      ) : null}
    </div>
  );
}

/** The text that a move asks for; undefined when it needs none. */
function asked(
  { reference }: ServiceRequest,
  to: RequestStatus,
): (MoveWords & { field: "note" | "fulfillment_notes" }) | undefined {
  switch (to) {
    case "fulfilled":
      return {
        field: "fulfillment_notes",
        title: `Mark ${reference} as fulfilled`,
        label: "Fulfillment notes",
        hint: "What was done, and what should the requester know?",
        confirm: "Mark fulfilled",
      };
    case "failed":
      return {
        field: "note",
        title: `Mark ${reference} as failed`,
        label: "Note",
        hint: "What went wrong? Shown in the timeline.",
        confirm: "Fail",
        required: true,
        danger: true,
      };
    case "cancelled":
      return {
        field: "note",
        title: `Cancel ${reference}`,
        label: "Note",
        hint: "Reason, shown in the timeline",
        confirm: "Cancel request",
        danger: true,
      };
    default:
      return undefined;
  }
}
