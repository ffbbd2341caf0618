import type { ServiceRequest } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import classes from "../ui/record-page.module.css";
import { RecordTitle } from "../ui/record-title.tsx";
import { RequestStatusText } from "./badges.tsx";
import { RequestMoves } from "./request-moves.tsx";
import { TargetTag } from "./target-tag.tsx";

export function RequestHeader({ request, mayWrite }: { request: ServiceRequest; mayWrite: boolean }) {
  return (
    <header className={classes.head}>
      <div className={classes.titleBlock}>
        <RecordTitle tab={`${request.reference} ${request.title}`}>{request.title}</RecordTitle>
        <div className={classes.state}>
          <RequestStatusText status={request.status} />
          <TargetTag request={request} />
          <span>
            <span className="dim">for</span> {request.requested_by}
          </span>
          <span className="dim">
            asked <TimeText at={request.created_at} />
          </span>
        </div>
      </div>
      {mayWrite ? <RequestMoves request={request} /> : null}
    </header>
  );
}
