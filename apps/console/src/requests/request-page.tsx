import type { ServiceRequest } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
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
import { InputList } from "../ui/schema-form/input-list.tsx";
import { useRequest } from "./queries.ts";
import { RequestExecution } from "./request-execution.tsx";
import { RequestFacts } from "./request-facts.tsx";
import { RequestHeader } from "./request-header.tsx";
import { RequestTimeline } from "./timeline.tsx";

const route = getRouteApi("/requests/$reference");

export function RequestPage() {
  const { reference } = route.useParams();
  const can = useCan();
  const request = useRequest(reference, can("itsm:read"));
  if (!can("itsm:read")) return <ForbiddenPage title="Request" needs="itsm:read" />;
  if (request.error && (request.error.status === 404 || request.error.status === 422))
    return <Missing reference={reference} />;
  return (
    <div className={classes.page}>
      <QueryFace query={request}>
        {(found) => <Loaded key={found.id} request={found} mayWrite={can("itsm:write")} />}
      </QueryFace>
    </div>
  );
}

function Loaded({ request, mayWrite }: { request: ServiceRequest; mayWrite: boolean }) {
  return (
    <article aria-label={request.reference}>
      <Crumbs
        parent={
          <TextLink to="/requests" size="sm" c="dimmed">
            Requests
          </TextLink>
        }
        reference={request.reference}
      />
      <RequestHeader request={request} mayWrite={mayWrite} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {request.fulfillment_notes ? (
            <Panel title="Fulfillment notes">
              <Markdown source={request.fulfillment_notes} />
            </Panel>
          ) : null}
          {request.execution ? <RequestExecution execution={request.execution} /> : null}
          <Panel title="Request details">
            <InputList form={request.form} inputs={request.inputs} />
          </Panel>
          <RequestTimeline request={request} mayWrite={mayWrite} />
        </div>
        <div className={classes.aside}>
          {request.workflow_instance_id ? (
            <div className={classes.urgent}>
              <ApprovalPanel instanceId={request.workflow_instance_id} />
            </div>
          ) : null}
          <RequestFacts request={request} mayWrite={mayWrite} />
        </div>
      </div>
    </article>
  );
}

function Missing({ reference }: { reference: string }) {
  return (
    <NotFound title={`Request ${reference} not found`} example="REQ-00000042">
      <ButtonLink to="/requests" search={{ scope: "all" }} variant="default">
        View all requests
      </ButtonLink>
    </NotFound>
  );
}
