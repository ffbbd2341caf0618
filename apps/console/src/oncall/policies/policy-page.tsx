import type { EscalationPolicy } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import classes from "../../ui/record-page.module.css";
import { CoursePanel } from "./course-panel.tsx";
import { draftOf } from "./policy-draft.ts";
import { PolicyEditor } from "./policy-editor.tsx";
import { stepsText } from "./policy-words.ts";
import { usePolicy } from "./queries.ts";

const route = getRouteApi("/oncall/escalation-policies/$id");

/** The id `new` creates a policy. */
export function PolicyPage() {
  const { id } = route.useParams();
  const can = useCan();
  const isFresh = id === "new";
  const needs = isFresh ? "oncall:write" : "oncall:read";
  const policy = usePolicy(id, !isFresh && can("oncall:read"));
  if (!can(needs)) return <ForbiddenPage title="Escalation policy" needs={needs} />;
  if (policy.error && (policy.error.status === 404 || policy.error.status === 422))
    return (
      <NotFound title="Escalation policy not found">
        <ButtonLink to="/oncall/escalation-policies" variant="default">
          All escalation policies
        </ButtonLink>
      </NotFound>
    );
  const name = isFresh ? "New escalation policy" : (policy.data?.name ?? "Escalation policy");
  return (
    <div className={classes.page}>
      <Crumbs
        parent={
          <TextLink to="/oncall/escalation-policies" size="sm" c="dimmed">
            Escalation policies
          </TextLink>
        }
      >
        <span>{isFresh ? "New" : (policy.data?.name ?? "…")}</span>
      </Crumbs>
      <PageHeader title={name} note={policy.data?.is_default ? "default" : undefined} />
      {isFresh ? (
        <PolicyEditor policy={undefined} />
      ) : (
        <QueryFace query={policy}>
          {(found) =>
            can("oncall:write") ? <PolicyEditor key={found.id} policy={found} /> : <PolicyFacts policy={found} />
          }
        </QueryFace>
      )}
    </div>
  );
}

function PolicyFacts({ policy }: { policy: EscalationPolicy }) {
  return (
    <div className={classes.columns}>
      <Panel title="Steps">
        {policy.description ? <p style={{ marginTop: 0 }}>{policy.description}</p> : null}
        {stepsText(policy.steps)}
      </Panel>
      <CoursePanel draft={draftOf(policy)} />
    </div>
  );
}
