import { Button, Group, Textarea } from "@mantine/core";
import type { RunStep, WorkflowRun } from "@opsplane/contract";
import { useRef, useState } from "react";
import { blockedWords, eligibleWords, useApproval } from "../../approvals/index.ts";
import { useCan } from "../../session/context.tsx";
import { useDecideStep } from "../mutations.ts";
import classes from "./run.module.css";

interface StepDecisionProps {
  run: WorkflowRun;
  step: RunStep;
}

/** Who can decide an approval, and the decision for those who can. */
export function StepDecision({ run, step }: StepDecisionProps) {
  const mayRead = useCan()("workflows:read");
  return mayRead && step.approval_id ? (
    <KnownApproval run={run} step={step} approvalId={step.approval_id} />
  ) : (
    <DecisionForm run={run} step={step} />
  );
}

function KnownApproval({ run, step, approvalId }: StepDecisionProps & { approvalId: string }) {
  const { data: approval } = useApproval(approvalId);
  if (!approval) return null;
  return (
    <div>
      <p className={classes.waits}>
        {approval.blocked === null ? `Waiting for ${eligibleWords(approval)}` : blockedWords[approval.blocked]}
      </p>
      {approval.may_decide ? <DecisionForm run={run} step={step} /> : null}
    </div>
  );
}

function DecisionForm({ run, step }: StepDecisionProps) {
  const decide = useDecideStep(run, step);
  const field = useRef<HTMLTextAreaElement>(null);
  const [comment, setComment] = useState("");
  const [asked, setAsked] = useState(false);
  const isSilent = comment.trim() === "";
  const reject = () => {
    if (!isSilent) return decide.mutate({ decision: "rejected", comment });
    setAsked(true);
    field.current?.focus();
  };
  return (
    <div>
      <Textarea
        ref={field}
        aria-label={`Comment on ${step.title}`}
        placeholder={asked ? "Reason for rejection" : "Comment"}
        error={asked && isSilent ? "A reason is required." : undefined}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={5000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group gap={6} mt={6}>
        <Button loading={decide.isPending} onClick={() => decide.mutate({ decision: "approved", comment })}>
          Approve
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={reject}>
          Reject
        </Button>
      </Group>
    </div>
  );
}
