import { openRequestStatuses, type ServiceRequest } from "@opsplane/contract";
import { AssigneeField } from "../directory/assignee-field.tsx";
import { TimeText } from "../time/time.tsx";
import { TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "../ui/record-page.module.css";
import { useUpdateRequest } from "./mutations.ts";

export function RequestFacts({ request, mayWrite }: { request: ServiceRequest; mayWrite: boolean }) {
  const update = useUpdateRequest(request);
  const open = openRequestStatuses.some((status) => status === request.status) || request.status === "failed";
  const { runbook_id } = request.fulfillment_config;
  const stages = [
    { label: "Requested", at: request.created_at },
    { label: "Approved", at: request.approved_at },
    { label: "Started", at: request.started_at },
    { label: request.status === "fulfilled" ? "Fulfilled" : "Closed", at: request.closed_at },
    { label: "Target", at: request.target_at },
  ];
  return (
    <Panel title="Details">
      <dl className={classes.facts}>
        <dt>Assignee</dt>
        <dd>
          {mayWrite && open ? (
            <AssigneeField
              assignee={request.assignee}
              pending={update.isPending}
              group="Request"
              onAssign={(assigned_to) => update.mutate({ assigned_to })}
            />
          ) : (
            (request.assignee?.name ?? "Unassigned")
          )}
        </dd>
        <dt>For</dt>
        <dd>{request.requested_by}</dd>
        {request.created_by === request.requested_by ? null : (
          <>
            <dt>Requested by</dt>
            <dd>{request.created_by}</dd>
          </>
        )}
      </dl>
      <dl className={classes.facts}>
        {stages.map(({ label, at }) =>
          at ? (
            <Stage key={label} label={label} at={at} />
          ) : label === "Target" ? (
            <Stage key={label} label={label} />
          ) : null,
        )}
      </dl>
      <dl className={classes.facts}>
        <dt>Catalog</dt>
        <dd>
          <TextLink size="sm" to="/catalog/$id" params={{ id: request.catalog_item_id }}>
            {request.title}
          </TextLink>
          {request.category ? <div className="dim">{request.category}</div> : null}
        </dd>
        <dt>Fulfillment</dt>
        <dd>
          {request.fulfillment_type === "runbook" && typeof runbook_id === "string" ? (
            <TextLink size="sm" to="/runbooks/$id" params={{ id: runbook_id }}>
              Automatic (runbook)
            </TextLink>
          ) : (
            "Manual"
          )}
        </dd>
      </dl>
    </Panel>
  );
}

function Stage({ label, at }: { label: string; at?: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{at ? <TimeText at={at} as="short" /> : <span className="dim">No target</span>}</dd>
    </>
  );
}
