import type { Change, ChangeStatus, ChangeType } from "@opsplane/contract";
import { type MarkLook, StatusMark } from "../ui/status-mark.tsx";
import classes from "./change-badges.module.css";

export type Risk = Change["risk_level"];

export const riskWords: Record<Risk, string> = { low: "Low", medium: "Medium", high: "High", critical: "Critical" };

export function RiskBadge({ risk }: { risk: Risk }) {
  return (
    <span className={classes.risk} data-risk={risk} title={`${riskWords[risk]} risk`}>
      {riskWords[risk]}
    </span>
  );
}

export const typeWords: Record<ChangeType, string> = {
  standard: "Standard",
  normal: "Normal",
  emergency: "Emergency",
};

export const changeLooks: Record<ChangeStatus, MarkLook & { word: string }> = {
  draft: { word: "Draft", tone: "grey", shape: "ring" },
  pending_approval: { word: "Pending approval", tone: "amber", shape: "full" },
  approved: { word: "Approved", tone: "blue", shape: "full" },
  scheduled: { word: "Scheduled", tone: "blue", shape: "ring" },
  implementing: { word: "Implementing", tone: "violet", shape: "ring" },
  completed: { word: "Completed", tone: "green", shape: "square" },
  failed: { word: "Failed", tone: "red", shape: "square" },
  rejected: { word: "Rejected", tone: "orange", shape: "square" },
  cancelled: { word: "Cancelled", tone: "grey", shape: "square" },
};

export function ChangeStatusText({ status }: { status: ChangeStatus }) {
  return <StatusMark look={changeLooks[status]}>{changeLooks[status].word}</StatusMark>;
}
