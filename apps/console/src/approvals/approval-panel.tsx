import { Alert } from "@mantine/core";
import type { ApprovalInstance, InstanceStatus } from "@opsplane/contract";
import { useState } from "react";
import { useCan, useProfile } from "../session/context.tsx";
import { RowsSkeleton } from "../ui/faces.tsx";
import { TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./approval-panel.module.css";
import { Chain } from "./chain.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { useApproval } from "./queries.ts";

/** The approval of a change or request: its steps, the current approvers, and the decision for those who can make it. */
export function ApprovalPanel({ instanceId }: { instanceId: string }) {
  const mayRead = useCan()("workflows:read");
  return (
    <Panel title="Approval">
      {mayRead ? (
        <Loaded key={instanceId} id={instanceId} />
      ) : (
        <span className="dim">You don't have access to approvals.</span>
      )}
    </Panel>
  );
}

function Loaded({ id }: { id: string }) {
  const approval = useApproval(id);
  return (
    <QueryFace query={approval} loading={<RowsSkeleton rows={3} />}>
      {(instance) => <Approval instance={instance} />}
    </QueryFace>
  );
}

export const instanceTones: Record<InstanceStatus, "notice" | "good" | "bad" | "quiet"> = {
  pending: "notice",
  approved: "good",
  rejected: "bad",
  cancelled: "quiet",
};

function Approval({ instance }: { instance: ApprovalInstance }) {
  const can = useCan();
  const { user } = useProfile();
  const [late, setLate] = useState<string>();
  const mayDecide = instance.may_decide && can("workflows:decide");
  const own = instance.status === "pending" && !mayDecide && instance.requested_by === user.email;
  return (
    <>
      <div className={classes.head}>
        <Tag tone={instanceTones[instance.status]}>{instance.status}</Tag>
        {instance.definition_id === null ? (
          <span>{instance.definition_name}</span>
        ) : (
          <>
            <TextLink size="sm" to="/settings/approval-chains/$id" params={{ id: instance.definition_id }}>
              {instance.definition_name}
            </TextLink>
            <span className="dim">version {instance.definition_version}</span>
          </>
        )}
      </div>
      {late ? (
        <Alert color="yellow" variant="light" p="xs" mb="sm" role="alert">
          {late}
        </Alert>
      ) : null}
      <Chain
        instance={instance}
        decision={
          mayDecide ? (
            <DecisionForm key={instance.current_step} instance={instance} onLate={setLate} keys={false} />
          ) : null
        }
      />
      {own ? <p className={classes.own}>You requested this, so someone else must approve it.</p> : null}
    </>
  );
}
