import { Button } from "@mantine/core";
import type { Slo } from "@opsplane/contract";
import { IconBellPlus } from "@tabler/icons-react";
import { AlertLines, useAlerts } from "../alerts/index.ts";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { useCan, useProfile } from "../session/context.tsx";
import { PlainLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import { useMakeAlerts } from "./queries.ts";
import classes from "./slos.module.css";
import { burnText } from "./words.ts";

/** The policies of an objective, and the alerts that they raised. */
export function SloAlerts({ slo }: { slo: Slo }) {
  const { modules } = useProfile();
  const mayRead = useCan()("alerts:read") && modules.includes("incidents");
  const alerts = useAlerts({ slo_id: slo.id }, mayRead);
  return (
    <>
      <Panel title="Alert policies" action={<MakeAlerts slo={slo} />}>
        {slo.alerts.length > 0 ? (
          <ul className={classes.lines} aria-label="Alert policies">
            {slo.alerts.map((policy) => (
              <li key={policy.policy_id} className={classes.line}>
                <SeverityBadge severity={policy.severity} />
                <PlainLink to="/alerts/policies/$id" params={{ id: policy.policy_id }} className={classes.name}>
                  Burns above {burnText(policy.threshold)} over {policy.window} and {policy.short_window}
                </PlainLink>
                <PolicyMark enabled={policy.enabled} firing={policy.firing} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={classes.note}>
            No alert policies yet. Four of them alert on fast and slow burns: P1 within minutes, P4 within days.
          </p>
        )}
      </Panel>
      {mayRead ? (
        <Panel title="Alerts">
          <QueryFace
            query={alerts}
            loading={<span className="dim">Loading…</span>}
            isEmpty={(found) => found.length === 0}
            empty={<span className="dim">None</span>}
          >
            {(found) => <AlertLines alerts={found} hasMore={alerts.hasNextPage} />}
          </QueryFace>
        </Panel>
      ) : null}
    </>
  );
}

function PolicyMark({ enabled, firing }: { enabled: boolean; firing: boolean }) {
  if (!enabled) return <StatusMark look={{ tone: "grey", shape: "square" }}>Disabled</StatusMark>;
  return firing ? (
    <StatusMark look={{ tone: "red", shape: "full" }}>Firing</StatusMark>
  ) : (
    <StatusMark look={{ tone: "green", shape: "square" }}>OK</StatusMark>
  );
}

/** The number of policies that an objective can have; a short window has fewer. */
const levels = [1 / 24, 1 / 4, 1, 3];

function MakeAlerts({ slo }: { slo: Slo }) {
  const make = useMakeAlerts();
  const missing = levels.filter((days) => days <= slo.window_days).length - slo.alerts.length;
  if (!useCan()("slos:write") || missing <= 0) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconBellPlus size={14} />}
      loading={make.isPending}
      onClick={() => make.mutate(slo.id)}
    >
      {slo.alerts.length === 0 ? "Create alert policies" : "Create missing policies"}
    </Button>
  );
}
