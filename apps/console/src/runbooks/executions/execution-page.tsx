import type { Execution } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import classes from "../../ui/record-page.module.css";
import { useExecution } from "../queries.ts";
import { ExecutionFacts } from "./execution-facts.tsx";
import { ExecutionHeader } from "./execution-header.tsx";
import { useFollowed } from "./follow.ts";
import { StepTimeline } from "./timeline.tsx";

const route = getRouteApi("/executions/$reference");

export function ExecutionPage() {
  const { reference } = route.useParams();
  const can = useCan();
  const execution = useExecution(reference, can("runbooks:read"));
  if (!can("runbooks:read")) return <ForbiddenPage title="Execution" needs="runbooks:read" />;
  if (execution.error && (execution.error.status === 404 || execution.error.status === 422))
    return <Missing reference={reference} />;
  return (
    <div className={classes.page}>
      <QueryFace query={execution}>{(found) => <Loaded key={found.id} execution={found} />}</QueryFace>
    </div>
  );
}

function Loaded({ execution }: { execution: Execution }) {
  const { output, status } = useFollowed(execution);
  return (
    <article aria-label={execution.reference}>
      <Crumbs
        parent={
          <TextLink to="/executions" size="sm" c="dimmed">
            Executions
          </TextLink>
        }
        reference={execution.reference}
      />
      <ExecutionHeader execution={execution} />
      <div className={classes.columns}>
        <Panel
          title={execution.dry_run ? "What would happen" : "Steps"}
          action={
            status === "reconnecting" ? (
              <span className="dim" role="status">
                Connection lost. Reconnecting…
              </span>
            ) : null
          }
        >
          <StepTimeline execution={execution} output={output} />
          {execution.output_truncated ? (
            <p className="dim">A command wrote more than is kept. The rest is not shown.</p>
          ) : null}
        </Panel>
        <ExecutionFacts execution={execution} />
      </div>
    </article>
  );
}

function Missing({ reference }: { reference: string }) {
  return (
    <NotFound title={`Execution ${reference} not found`} example="EXE-00000042">
      <ButtonLink to="/executions" variant="default">
        All executions
      </ButtonLink>
    </NotFound>
  );
}
