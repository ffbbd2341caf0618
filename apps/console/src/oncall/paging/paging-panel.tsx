import { Button, Group } from "@mantine/core";
import { type Incident, type OnCallPage, openIncidentStatuses } from "@opsplane/contract";
import { IconBellRinging } from "@tabler/icons-react";
import { useState } from "react";
import { useCan, useProfile } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { NotificationList } from "./notification-list.tsx";
import { PageMoves } from "./page-moves.tsx";
import { PageProgress } from "./page-progress.tsx";
import { stepText } from "./page-words.ts";
import classes from "./paging.module.css";
import { usePagesOf } from "./queries.ts";

const PageDialog = lazyDialog(() => import("./page-dialog.tsx"), "PageDialog");

/** Who was paged for an incident, with the outcome of each message, and what follows. */
export function PagingPanel({ incident }: { incident: Incident }) {
  const can = useCan();
  const { modules } = useProfile();
  if (!can("oncall:read") || !modules.includes("incidents")) return null;
  return <Paging incident={incident} />;
}

function Paging({ incident }: { incident: Incident }) {
  const mayPage = useCan()("incidents:write") && openIncidentStatuses.some((status) => status === incident.status);
  const pages = usePagesOf(incident.id);
  const [asking, setAsking] = useState(false);
  const [newest, ...earlier] = pages.data?.items ?? [];
  const open = newest?.status === "active" ? newest : undefined;
  return (
    <Panel
      title="Paging"
      action={
        <Group gap={6}>
          {open ? <PageMoves page={open} /> : null}
          {mayPage && pages.data ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconBellRinging size={13} />}
              onClick={() => setAsking(true)}
            >
              {open ? "Reassign" : "Page someone"}
            </Button>
          ) : null}
        </Group>
      }
    >
      <QueryFace query={pages} loading={<span className="dim">Loading…</span>}>
        {() => (newest ? <Page page={newest} /> : <NoPage />)}
      </QueryFace>
      {earlier.length > 0 ? (
        <details className={classes.earlier}>
          <summary>Earlier pages ({earlier.length})</summary>
          {earlier.map((page) => (
            <Page key={page.id} page={page} />
          ))}
        </details>
      ) : null}
      {asking ? <PageDialog incident={incident} open={open} onClose={() => setAsking(false)} /> : null}
    </Panel>
  );
}

function NoPage() {
  return <span className="dim">No one was paged. Incidents of alerts page the on-call team by themselves.</span>;
}

function Page({ page }: { page: OnCallPage }) {
  const { name, escalation_policy_id: policyId, notifications, ended_by, ended_at } = page;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        {policyId ? (
          <TextLink size="sm" to="/oncall/escalation-policies/$id" params={{ id: policyId }}>
            {name}
          </TextLink>
        ) : (
          <b>{name}</b>
        )}
        <PageProgress page={page} />
        {ended_at && ended_by ? (
          <span className="dim">
            by {ended_by} <TimeText at={ended_at} />
          </span>
        ) : null}
      </div>
      {notifications.length > 0 ? (
        <NotificationList notifications={notifications} />
      ) : (
        <span className="dim">
          {page.status === "active" && page.step === 0 ? "Paging starts…" : `${stepText(page)} reached no one.`}
        </span>
      )}
    </div>
  );
}
