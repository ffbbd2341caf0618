import type { ServiceRequest } from "@opsplane/contract";
import { describeItsmEntry } from "../records/itsm-timeline.tsx";
import { CommentForm } from "../ui/timeline/comment-form.tsx";
import { Timeline } from "../ui/timeline/timeline.tsx";
import { statusIn } from "./badges.tsx";
import { useCommentOnRequest } from "./mutations.ts";
import { useRequestTimeline } from "./queries.ts";

export function RequestTimeline({ request, mayWrite }: { request: ServiceRequest; mayWrite: boolean }) {
  const timeline = useRequestTimeline(request.id);
  return (
    <Timeline
      timeline={timeline}
      describe={(entry) => describeItsmEntry(entry, statusIn)}
      form={mayWrite ? <Comment request={request} /> : null}
    />
  );
}

function Comment({ request }: { request: ServiceRequest }) {
  const comment = useCommentOnRequest(request);
  return (
    <CommentForm
      what="comment"
      group="Request"
      recordId={request.id}
      sending={comment.isPending}
      onSend={comment.mutate}
    />
  );
}
