import { isRunOpen, type RunStep, type WorkflowRun } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useRun } from "../queries.ts";
import { useFollowRun } from "./follow-run.ts";
import { JsonBlock } from "./json-block.tsx";
import classes from "./run.module.css";
import { RunFacts } from "./run-facts.tsx";
import { RunHeader } from "./run-header.tsx";
import { StepDetails } from "./step-details.tsx";
import { StepList } from "./step-list.tsx";

const route = getRouteApi("/workflows/runs/$reference");

const RunCanvas = lazyPart(() => import("./run-canvas.tsx"), "RunCanvas", {
  waiting: () => <div className={classes.canvasWaits} role="status" aria-label="Loading the graph" />,
});

export function RunPage() {
  const { reference } = route.useParams();
  const can = useCan();
  const run = useRun(reference, can("automation:read"));
  if (!can("automation:read")) return <ForbiddenPage title="Workflow run" needs="automation:read" />;
  if (run.error?.status === 404 || run.error?.status === 422) return <Missing reference={reference} />;
  return (
    <div className={classes.page}>
      <QueryFace query={run}>{(found) => <Loaded key={found.id} run={found} />}</QueryFace>
    </div>
  );
}

function Loaded({ run }: { run: WorkflowRun }) {
  const { step } = route.useSearch();
  const navigate = route.useNavigate();
  useFollowRun(run, isRunOpen(run));
  // Without a choice, the step that needs attention is shown.
  const urgent =
    run.steps.find(({ status }) => status === "waiting") ?? run.steps.find((each) => each.status === "failed");
  const chosen = run.steps.find(({ id }) => id === step) ?? urgent ?? latest(run.steps);
  const select = (id: string | undefined) => void navigate({ search: { step: id }, replace: true });
  return (
    <article aria-label={run.reference}>
      <Crumbs
        parent={
          <TextLink to="/workflows/runs" size="sm" c="dimmed">
            Workflow runs
          </TextLink>
        }
        reference={run.reference}
      />
      <RunHeader run={run} />
      <div className={classes.split}>
        <div className={classes.main}>
          <RunCanvas run={run} selected={chosen?.id} onSelect={select} />
          <Panel title="Steps">
            <StepList run={run} selected={chosen?.id} onSelect={select} />
          </Panel>
        </div>
        <div className={classes.aside}>
          {chosen ? <StepDetails key={chosen.id} run={run} step={chosen} /> : null}
          <RunFacts run={run} />
          {Object.keys(run.input).length > 0 ? (
            <Panel title="Input">
              <JsonBlock label="Input of the run" value={run.input} />
            </Panel>
          ) : null}
          {Object.keys(run.output).length > 0 ? (
            <Panel title="Output">
              <JsonBlock label="Output of the run" value={run.output} />
            </Panel>
          ) : null}
        </div>
      </div>
    </article>
  );
}

/** The step that started last, or the first one. */
function latest(steps: readonly RunStep[]): RunStep | undefined {
  const started = steps.filter(({ started_at }) => started_at !== null);
  return started.sort((one, other) => (one.started_at ?? "").localeCompare(other.started_at ?? "")).at(-1) ?? steps[0];
}

function Missing({ reference }: { reference: string }) {
  return (
    <NotFound title={`Run ${reference} not found`} example="RUN-00000042">
      <ButtonLink to="/workflows/runs" variant="default">
        View all runs
      </ButtonLink>
    </NotFound>
  );
}
