import { TextInput } from "@mantine/core";
import type { ConfigItem, Incident, Rca, RcaFeedback } from "@opsplane/contract";
import { useState } from "react";
import { ItemSelect, useItemsByIds } from "../cmdb/index.ts";
import { useCan } from "../session/context.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { CommentField } from "./comment-field.tsx";
import { type Said, useFeedback } from "./queries.ts";

interface OtherCauseDialogProps {
  incident: Incident;
  rca: Rca;
  feedback: RcaFeedback | undefined;
  onClose: () => void;
}

const maxCause = 300;

/** Says what it was when the analysis did not name it. All fields are optional, because people may only know what it was not. */
export function OtherCauseDialog({ incident, rca, feedback, onClose }: OtherCauseDialogProps) {
  const say = useFeedback(incident, rca.id);
  const mayRead = useCan()("cmdb:read");
  const stored = useItemsByIds(feedback?.ci_id ? [feedback.ci_id] : [], mayRead).data?.[0] ?? null;
  const [chosen, setChosen] = useState<ConfigItem | null>();
  const [written, setWritten] = useState<string>();
  const [comment, setComment] = useState(feedback?.comment ?? "");
  const item = chosen === undefined ? stored : chosen;
  const cause = written ?? (feedback && feedback.cause !== stored?.name ? feedback.cause : "");
  const submit = () => {
    const said: Said = {
      ...{ place: 0, verdict: "confirmed" },
      ...(item ? { ci_id: item.id } : {}),
      ...(cause.trim() ? { cause: cause.trim() } : {}),
      ...(comment.trim() ? { comment: comment.trim() } : {}),
    };
    say.mutate(said, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={rca.causes.length > 0 ? "None of these was it" : "Name the cause"}
      submit="Save"
      isDirty={item !== stored || written !== undefined || comment !== (feedback?.comment ?? "")}
      pending={say.isPending}
      error={say.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      {mayRead ? (
        <ItemSelect
          label="Service or other CI"
          placeholder="Search by name"
          clearable
          clearButtonProps={{ "aria-label": "Clear CI" }}
          value={item}
          onChange={setChosen}
        />
      ) : null}
      <TextInput
        size="sm"
        label="What was it?"
        description="Leave it empty if you only know that it was none of these."
        placeholder="Expired certificate of the payment provider"
        maxLength={maxCause}
        value={cause}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <CommentField size="sm" label="Comment" value={comment} onChange={setComment} />
    </FormDialog>
  );
}
