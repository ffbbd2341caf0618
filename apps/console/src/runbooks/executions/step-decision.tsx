import { Button, Group, Textarea } from "@mantine/core";
import type { Execution, RunStep } from "@opsplane/contract";
import { useRef, useState } from "react";
import { eligibleWords, useApproval } from "../../approvals/index.ts";
import { useCan } from "../../session/context.tsx";
import { useDecideStep } from "../mutations.ts";
import classes from "./timeline.module.css";

interface StepDecisionProps {
  execution: Execution;
  step: RunStep;
}

/** The decision on a step that waits for a person, for those who can make it. */
export function StepDecision({ execution, step }: StepDecisionProps) {
  const can = useCan();
  const waits = step.status === "waiting" && (step.waits_for === "approval" || step.waits_for === "person");
  if (!waits) return null;
  if (!can("runbooks:execute")) return <p className={classes.waits}>You don't have access to decide this step.</p>;
  return step.approval_id !== null && can("workflows:read") ? (
    <ApprovalDecision execution={execution} step={step} approvalId={step.approval_id} />
  ) : (
    <DecisionButtons execution={execution} step={step} />
  );
}

function ApprovalDecision({ execution, step, approvalId }: StepDecisionProps & { approvalId: string }) {
  const { data: approval } = useApproval(approvalId);
  if (!approval) return null;
  if (approval.may_decide) return <DecisionButtons execution={execution} step={step} />;
  return <p className={classes.waits}>Waits for {eligibleWords(approval)}.</p>;
}

const words = {
  approval: { yes: "Approve", no: "Reject", comment: "Comment", reason: "Reason for rejection" },
  person: { yes: "Done", no: "Could not do it", comment: "Comment", reason: "What went wrong?" },
} as const;

function DecisionButtons({ execution, step }: StepDecisionProps) {
  const decide = useDecideStep(execution);
  const field = useRef<HTMLTextAreaElement>(null);
  const [comment, setComment] = useState("");
  const [asked, setAsked] = useState(false);
  const { yes, no, comment: label, reason } = words[step.waits_for === "approval" ? "approval" : "person"];
  const silent = comment.trim() === "";
  const send = (decision: "approved" | "rejected") =>
    decide.mutate({ decision, step: step.id, ...(silent ? {} : { comment: comment.trim() }) });
  const refuse = () => {
    if (!silent) return send("rejected");
    setAsked(true);
    field.current?.focus();
  };
  return (
    <div className={classes.decision}>
      <Textarea
        ref={field}
        size="xs"
        aria-label={`${label} on ${step.title}`}
        placeholder={asked ? reason : label}
        error={asked && silent ? "A reason is required." : undefined}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={5000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group gap={6}>
        <Button loading={decide.isPending} onClick={() => send("approved")}>
          {yes}
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={refuse}>
          {no}
        </Button>
      </Group>
    </div>
  );
}
