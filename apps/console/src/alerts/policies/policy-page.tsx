import { Alert, Tabs } from "@mantine/core";
import type { AlertPolicy } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import page from "../../ui/record-page.module.css";
import { AlertLines } from "../alert-lines.tsx";
import { BacktestPanel } from "../backtest/backtest-panel.tsx";
import { draftOf, policyOf } from "../editor/policy-draft.ts";
import { openStatuses, useAlerts } from "../queries.ts";
import { operatorWords, policyText } from "./condition-words.ts";
import { Evaluations } from "./evaluations.tsx";
import { MissingPolicy } from "./missing-policy.tsx";
import classes from "./policies.module.css";
import { PolicyFacts } from "./policy-facts.tsx";
import { PolicyHeader } from "./policy-header.tsx";
import { PolicyVersions } from "./policy-versions.tsx";
import { usePolicy } from "./queries.ts";

const route = getRouteApi("/alerts/policies/$id");

export function PolicyPage() {
  const { id } = route.useParams();
  const can = useCan();
  const policy = usePolicy(id, can("alerts:read"));
  if (!can("alerts:read")) return <ForbiddenPage title="Alert policy" needs="alerts:read" />;
  if (policy.error?.status === 404 || policy.error?.status === 422) return <MissingPolicy />;
  return (
    <div className={page.page}>
      <Crumbs
        parent={
          <TextLink to="/alerts/policies" size="sm" c="dimmed">
            Alert policies
          </TextLink>
        }
      >
        <span>{policy.data?.name ?? "…"}</span>
      </Crumbs>
      <QueryFace query={policy}>{(found) => <Loaded key={found.id} policy={found} />}</QueryFace>
    </div>
  );
}

function Loaded({ policy }: { policy: AlertPolicy }) {
  const { version } = policy;
  // The state of a policy changes often, its content only with a version.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const content = useMemo(() => policyOf(draftOf(policy)), [policy.id, version]);
  return (
    <article aria-label={policy.name}>
      <PolicyHeader policy={policy} />
      <div className={page.columns}>
        <div className={page.main}>
          {policy.state.error ? (
            <Alert color="red" variant="light" p="sm" role="alert" title="The last evaluation failed">
              {policy.state.error}
            </Alert>
          ) : null}
          <WhatItDoes policy={policy} />
          <OpenAlerts id={policy.id} />
          <BacktestPanel policy={content} first="6h" />
          <History policy={policy} />
        </div>
        <PolicyFacts policy={policy} />
      </div>
    </article>
  );
}

function WhatItDoes({ policy }: { policy: AlertPolicy }) {
  const { severity, severity_levels, condition, description } = policy;
  const operator = operatorWords[condition.type === "deviation" ? ">" : (condition.operator ?? ">")];
  return (
    <Panel title="Fires when">
      <p className={classes.sentence}>{policyText(policy)}</p>
      <ul className={classes.levels} aria-label="Severities">
        <li>
          <SeverityBadge severity={severity} />
        </li>
        {severity_levels.map((level) => (
          <li key={`${level.severity} ${level.threshold}`}>
            <SeverityBadge severity={level.severity} /> when it {operator} {level.threshold.toLocaleString("en")}
          </li>
        ))}
      </ul>
      {description.trim() ? (
        <div className={classes.description}>
          <Markdown source={description} />
        </div>
      ) : null}
    </Panel>
  );
}

function OpenAlerts({ id }: { id: string }) {
  const alerts = useAlerts({ policy_id: id, status: openStatuses });
  if (alerts.data?.length === 0) return null;
  return (
    <Panel
      title="Open alerts"
      action={
        <TextLink to="/alerts" search={{ policy: id, view: "history" }} size="xs" mr={6}>
          History
        </TextLink>
      }
    >
      <QueryFace query={alerts} loading={<span className="dim">Loading…</span>}>
        {(open) => <AlertLines alerts={open} hasMore={alerts.hasNextPage} />}
      </QueryFace>
    </Panel>
  );
}

function History({ policy }: { policy: AlertPolicy }) {
  return (
    <Panel title="History">
      <Tabs defaultValue="evaluations" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="evaluations">Evaluations</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="evaluations">
          <Evaluations id={policy.id} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <PolicyVersions policy={policy} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}
