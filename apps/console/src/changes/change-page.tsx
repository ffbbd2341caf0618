import type { Change } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { ChangeAlerts } from "../alerts/index.ts";
import { ApprovalPanel } from "../approvals/index.ts";
import { useCan } from "../session/context.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "../ui/record-page.module.css";
import { ChangeFacts } from "./change-facts.tsx";
import { ChangeHeader } from "./change-header.tsx";
import { ConflictsPanel } from "./conflicts-panel.tsx";
import { Plans } from "./plans.tsx";
import { useChange } from "./queries.ts";
import { ReviewPanel } from "./review-panel.tsx";
import { ChangeTimeline } from "./timeline.tsx";

const route = getRouteApi("/changes/$reference");

export function ChangePage() {
  const { reference } = route.useParams();
  const can = useCan();
  const change = useChange(reference, can("itsm:read"));
  if (!can("itsm:read")) return <ForbiddenPage title="Change" needs="itsm:read" />;
  if (change.error && (change.error.status === 404 || change.error.status === 422))
    return <Missing reference={reference} />;
  return (
    <div className={classes.page}>
      <QueryFace query={change}>
        {(found) => <Loaded key={found.id} change={found} mayWrite={can("itsm:write")} />}
      </QueryFace>
    </div>
  );
}

function Loaded({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  return (
    <article aria-label={change.reference}>
      <Crumbs
        parent={
          <TextLink to="/changes" size="sm" c="dimmed">
            Changes
          </TextLink>
        }
        reference={change.reference}
      />
      <ChangeHeader change={change} mayWrite={mayWrite} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <ConflictsPanel change={change} />
          <ChangeAlerts change={change} />
          {change.closure_notes ? (
            <Panel title="Closure notes">
              <Markdown source={change.closure_notes} />
            </Panel>
          ) : null}
          <ReviewPanel change={change} mayWrite={mayWrite} />
          <Plans change={change} mayWrite={mayWrite} />
          <ChangeTimeline change={change} mayWrite={mayWrite} />
        </div>
        <div className={classes.aside}>
          {change.workflow_instance_id ? (
            <div className={classes.urgent}>
              <ApprovalPanel instanceId={change.workflow_instance_id} />
            </div>
          ) : null}
          <ChangeFacts change={change} mayWrite={mayWrite} />
        </div>
      </div>
    </article>
  );
}

function Missing({ reference }: { reference: string }) {
  return (
    <NotFound title={`Change ${reference} not found`} example="CHG-00000042">
      <ButtonLink to="/changes" variant="default">
        All changes
      </ButtonLink>
    </NotFound>
  );
}
