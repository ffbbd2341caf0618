import { type Change, changeStatuses } from "@opsplane/contract";
import { ChangeStatusText } from "../records/change-badges.tsx";
import { describeItsmEntry } from "../records/itsm-timeline.tsx";
import { CommentForm } from "../ui/timeline/comment-form.tsx";
import { Timeline } from "../ui/timeline/timeline.tsx";
import { useCommentOnChange } from "./mutations.ts";
import { useChangeTimeline } from "./queries.ts";

export function ChangeTimeline({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const timeline = useChangeTimeline(change.id);
  return (
    <Timeline
      timeline={timeline}
      describe={(entry) => describeItsmEntry(entry, statusIn)}
      form={mayWrite ? <Comment change={change} /> : null}
    />
  );
}

function Comment({ change }: { change: Change }) {
  const comment = useCommentOnChange(change);
  return (
    <CommentForm
      what="comment"
      group="Change"
      recordId={change.id}
      sending={comment.isPending}
      onSend={comment.mutate}
    />
  );
}

function statusIn(value: unknown) {
  const status = changeStatuses.find((known) => known === value);
  return status ? <ChangeStatusText status={status} /> : undefined;
}
