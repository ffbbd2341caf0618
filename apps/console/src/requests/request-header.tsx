import type { ServiceRequest } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { usePageHeading } from "../ui/page-header.tsx";
import classes from "../ui/record-page.module.css";
import { RequestStatusText } from "./badges.tsx";
import { RequestMoves } from "./request-moves.tsx";
import { TargetTag } from "./target-tag.tsx";

export function RequestHeader({ request, mayWrite }: { request: ServiceRequest; mayWrite: boolean }) {
  const heading = usePageHeading(`${request.reference} ${request.title}`);
  return (
    <header className={classes.head}>
      <div className={classes.titleBlock}>
        <div className={classes.titleRow}>
          <h1 ref={heading} tabIndex={-1}>
            {request.title}
          </h1>
        </div>
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
