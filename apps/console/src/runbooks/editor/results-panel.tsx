import type { Runbook } from "@opsplane/contract";
import { tookText } from "../../time/took.ts";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import page from "../../ui/record-page.module.css";
import { SuccessBar, VerifiedShare } from "../badges.tsx";
import { ExecutionLines } from "../executions/execution-lines.tsx";
import { useRecentExecutions, useStepStats } from "../queries.ts";
import card from "../steps/step-card.module.css";
import { percentText, successShare } from "../words.ts";

/** How the runbook did in the last 90 days, by step, and its newest executions. */
export function ResultsPanel({ runbook: { id, stats } }: { runbook: Runbook }) {
  const recent = useRecentExecutions({ runbook_id: id });
  return (
    <Panel
      title="Executions"
      action={
        <TextLink to="/executions" search={{ runbook: id }} size="sm" pr={6}>
          All
        </TextLink>
      }
    >
      <dl className={page.facts}>
        <dt>Success</dt>
        <dd>
          <SuccessBar stats={stats} />
        </dd>
        <dt>Verified</dt>
        <dd>
          <VerifiedShare stats={stats} />
        </dd>
        <dt>Median time</dt>
        <dd>
          {stats.median_seconds === null ? <span className="dim">–</span> : tookText(stats.median_seconds * 1000)}
        </dd>
      </dl>
      <StepTable runbookId={id} />
      <div className={page.facts} style={{ display: "block", marginTop: 10 }}>
        <QueryFace
          query={recent}
          loading={<span className="dim">Loading…</span>}
          isEmpty={({ total }) => total === 0}
          empty={<span className="dim">No executions yet. Start with a dry run.</span>}
        >
          {({ items }) => <ExecutionLines executions={items} />}
        </QueryFace>
      </div>
    </Panel>
  );
}

/** The steps of executed versions, also those that are no longer in the runbook. */
function StepTable({ runbookId }: { runbookId: string }) {
  const steps = useStepStats(runbookId).data?.filter(({ runs }) => runs > 0) ?? [];
  if (steps.length === 0) return null;
  return (
    <dl className={page.facts} style={{ gridTemplateColumns: "minmax(0, 1fr) auto" }}>
      {steps.map(({ id, title, succeeded, failed }) => (
        <StepRow key={id} title={title} stats={{ succeeded, failed }} />
      ))}
    </dl>
  );
}

function StepRow({ title, stats }: { title: string; stats: { succeeded: number; failed: number } }) {
  return (
    <>
      <dt className="truncate" title={title}>
        {title}
      </dt>
      <dd>
        <SuccessBar stats={stats} />
      </dd>
    </>
  );
}

/** The success of one step, for its card. */
export function StepResult({ stats }: { stats: { succeeded: number; failed: number; runs: number } }) {
  const share = successShare(stats);
  return share === undefined ? null : (
    <span className={`${card.result} dim`} title={`${stats.succeeded} of ${stats.runs} succeeded in the last 90 days`}>
      {percentText(share)} ok
    </span>
  );
}
