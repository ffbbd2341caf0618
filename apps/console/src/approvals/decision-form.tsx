import { Button, Group, Textarea } from "@mantine/core";
import { getHotkeyHandler } from "@mantine/hooks";
import type { ApprovalInstance, StepOutcome } from "@opsplane/contract";
import { useRef, useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useDecide } from "./mutations.ts";

interface DecisionFormProps {
  instance: ApprovalInstance;
  /** Called when someone else decided first. */
  onLate: (words: string) => void;
  /** Whether `a` and `r` act on this form; only one form on a page can. */
  keys: boolean;
}

/** Approves, rejects with a reason or, if optional, skips the current step. */
export function DecisionForm({ instance, onLate, keys }: DecisionFormProps) {
  const decide = useDecide(instance, onLate);
  const field = useRef<HTMLTextAreaElement>(null);
  const [comment, setComment] = useState("");
  const [asked, setAsked] = useState(false);
  const step = instance.steps.find(({ order }) => order === instance.current_step);
  const silent = comment.trim() === "";

  const send = (decision: StepOutcome) => !decide.isPending && decide.mutate({ decision, comment });
  const reject = () => {
    if (!silent) return send("rejected");
    setAsked(true);
    field.current?.focus();
  };
  useKeys(
    keys
      ? [
          { keys: "a", label: "Approve", group: "Approval", run: () => send("approved") },
          { keys: "r", label: "Reject with a reason", group: "Approval", run: reject },
        ]
      : [],
  );
  return (
    <div style={{ marginTop: 8 }}>
      <Textarea
        ref={field}
        size="xs"
        aria-label={`Comment on ${instance.subject_reference}`}
        placeholder={asked ? "Reason for rejection" : "Comment"}
        error={asked && silent ? "A reason is required and shared with the requester." : undefined}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={5000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([
          ["mod+Enter", () => asked && reject()],
          ["Escape", () => field.current?.blur()],
        ])}
      />
      <Group gap={6} mt={6}>
        <Button loading={decide.isPending} onClick={() => send("approved")}>
          Approve
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={reject}>
          Reject
        </Button>
        {step?.required ? null : (
          <Button variant="subtle" color="gray" disabled={decide.isPending} onClick={() => send("skipped")}>
            Skip
          </Button>
        )}
      </Group>
    </div>
  );
}
