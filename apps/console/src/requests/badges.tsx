import { type RequestStatus, requestStatuses } from "@opsplane/contract";
import { type MarkLook, StatusMark } from "../ui/status-mark.tsx";

export const requestLooks: Record<RequestStatus, MarkLook & { word: string }> = {
  submitted: { word: "Submitted", tone: "grey", shape: "ring" },
  pending_approval: { word: "Pending approval", tone: "amber", shape: "full" },
  approved: { word: "Approved", tone: "blue", shape: "full" },
  in_fulfillment: { word: "In fulfillment", tone: "violet", shape: "ring" },
  fulfilled: { word: "Fulfilled", tone: "green", shape: "square" },
  rejected: { word: "Rejected", tone: "orange", shape: "square" },
  cancelled: { word: "Cancelled", tone: "grey", shape: "square" },
  failed: { word: "Failed", tone: "red", shape: "square" },
};

export function RequestStatusText({ status }: { status: RequestStatus }) {
  return <StatusMark look={requestLooks[status]}>{requestLooks[status].word}</StatusMark>;
}

export function statusIn(value: unknown) {
  const status = requestStatuses.find((known) => known === value);
  return status ? <RequestStatusText status={status} /> : undefined;
}
