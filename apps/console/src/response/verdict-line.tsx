import { Button, Group } from "@mantine/core";
import type { Incident, Rca, RcaFeedback } from "@opsplane/contract";
import { useState } from "react";
import { TimeText } from "../time/time.tsx";
import { toastError } from "../ui/toast.tsx";
import classes from "./analysis-panel.module.css";
import { CommentField } from "./comment-field.tsx";
import { useFeedback, useWithdraw } from "./queries.ts";

type Verdict = RcaFeedback["verdict"];
export const verdictWords: Record<Verdict, string> = { confirmed: "Confirmed", rejected: "Not the cause" };

interface VerdictLineProps {
  incident: Incident;
  rca: Rca;
  place: number;
  title: string;
  feedback: RcaFeedback | undefined;
  mayWrite: boolean;
}

/** What a person said about a cause, and the buttons to say it. */
export function VerdictLine({ incident, rca, place, title, feedback, mayWrite }: VerdictLineProps) {
  const say = useFeedback(incident, rca.id);
  const [isCommenting, setCommenting] = useState(false);
  const judge = (verdict: Verdict, comment?: string) =>
    say.mutate(
      { place, verdict, ...(comment ? { comment } : {}) },
      {
        onError: (error) => toastError(error, "Couldn't save the feedback"),
        onSuccess: () => setCommenting(false),
      },
    );
  return (
    <>
      {feedback ? <SaidBy feedback={feedback} /> : null}
      {mayWrite && !isCommenting ? (
        <span className={classes.verdict}>
          {feedback?.verdict === "confirmed" ? null : (
            <Button
              size="compact-xs"
              variant="default"
              disabled={say.isPending}
              onClick={() => judge("confirmed")}
              aria-label={`This was it: ${title}`}
            >
              This was it
            </Button>
          )}
          {feedback?.verdict === "rejected" ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={say.isPending}
              onClick={() => judge("rejected")}
              aria-label={`Was not: ${title}`}
            >
              Was not
            </Button>
          )}
          {feedback ? (
            <>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => setCommenting(true)}
                aria-label={`${feedback.comment ? "Edit comment" : "Add comment"}: ${title}`}
              >
                {feedback.comment ? "Edit comment" : "Add comment"}
              </Button>
              <UndoButton incident={incident} feedback={feedback} />
            </>
          ) : null}
        </span>
      ) : null}
      {feedback && isCommenting ? (
        <CommentForm
          first={feedback.comment}
          isSaving={say.isPending}
          onSave={(comment) => judge(feedback.verdict, comment)}
          onCancel={() => setCommenting(false)}
        />
      ) : null}
    </>
  );
}

/** Who said it and when, with the comment. */
export function SaidBy({ feedback }: { feedback: RcaFeedback }) {
  return (
    <span className={classes.said}>
      <span className="dim">
        {feedback.decided_by}, <TimeText at={feedback.decided_at} />
      </span>
      {feedback.comment ? <span className={classes.comment}>{feedback.comment}</span> : null}
    </span>
  );
}

export function UndoButton({ incident, feedback }: { incident: Incident; feedback: RcaFeedback }) {
  const withdraw = useWithdraw(incident);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate(feedback.id)}
      aria-label={`Undo: ${feedback.cause}`}
    >
      Undo
    </Button>
  );
}

interface CommentFormProps {
  first: string;
  isSaving: boolean;
  onSave: (comment: string) => void;
  onCancel: () => void;
}

function CommentForm({ first, isSaving, onSave, onCancel }: CommentFormProps) {
  const [comment, setComment] = useState(first);
  return (
    <form
      className={classes.commentForm}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(comment.trim());
      }}
    >
      <CommentField size="xs" aria-label="Comment" value={comment} onChange={setComment} autoFocus />
      <Group gap={4}>
        <Button size="compact-xs" type="submit" loading={isSaving}>
          Save
        </Button>
        <Button size="compact-xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
