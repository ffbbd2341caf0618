import { Button } from "@mantine/core";
import { type Incident, type IncidentAnalysis, likelihood, type Rca } from "@opsplane/contract";
import { IconRefresh, IconReportAnalytics } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { TimeText } from "../time/time.tsx";
import { HrefLink } from "../ui/href-link.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./analysis-panel.module.css";
import { Causes } from "./causes.tsx";
import { useAnalysis, useAnalyze } from "./queries.ts";

/** The likely causes of an incident, with their evidence. */
export function AnalysisPanel({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const analysis = useAnalysis(incident.id);
  const analyze = useAnalyze(incident);
  const isRunning = analyze.isPending || (analysis.data?.status === "running" && !analysis.data.rca);
  return (
    <Panel
      title="Analysis"
      action={
        mayWrite && analysis.data && (analyze.isPending || !isRunning) ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={analyze.isPending}
            leftSection={analysis.data.rca ? <IconRefresh size={13} /> : <IconReportAnalytics size={13} />}
            onClick={() => analyze.mutate()}
          >
            {analysis.data.rca ? "Analyze again" : "Analyze"}
          </Button>
        ) : null
      }
    >
      <div aria-live="polite" aria-busy={isRunning}>
        <QueryFace query={analysis} loading={<span className="dim">Loading…</span>}>
          {(found) =>
            found.rca ? (
              <Result analysis={found} rca={found.rca} incident={incident} mayWrite={mayWrite} />
            ) : (
              <NoResult analysis={found} isRunning={isRunning} />
            )
          }
        </QueryFace>
      </div>
    </Panel>
  );
}

function NoResult({ analysis, isRunning }: { analysis: IncidentAnalysis; isRunning: boolean }) {
  if (isRunning) return <span className="dim">Analyzing changes, incidents and telemetry of the affected CIs…</span>;
  if (analysis.status === "failed") return <span role="alert">The analysis failed. {analysis.error}</span>;
  return <span className="dim">Not analyzed yet.</span>;
}

interface ResultProps {
  analysis: IncidentAnalysis;
  rca: Rca;
  incident: Incident;
  mayWrite: boolean;
}

function Result({ analysis, rca, incident, mayWrite }: ResultProps) {
  return (
    <div className={classes.result}>
      <p className={classes.summary}>
        <Cited text={rca.summary} rca={rca} />
      </p>
      <p className={classes.facts}>
        {rca.causes.length > 0 ? <Confidence value={rca.confidence} /> : null}
        <span className="dim">
          {rca.started_at ? (
            <>
              Started <TimeText at={rca.started_at} />.{" "}
            </>
          ) : null}
          Analyzed <TimeText at={rca.created_at} />
          {rca.engine === "builtin" ? null : ". A model wrote the summary"}
        </span>
      </p>
      <Causes rca={rca} said={analysis.feedback} incident={incident} mayWrite={mayWrite} />
      {rca.spread.nodes.length > 1 ? <Spread rca={rca} /> : null}
      {rca.timeline.length > 1 ? (
        <details className={classes.details}>
          <summary>What happened</summary>
          <ul>
            {rca.timeline.map(({ at, text, link }) => (
              <li key={`${at} ${text}`}>
                <span className={classes.fixed}>
                  <TimeText at={at} as="short" />
                </span>
                {link ? <HrefLink href={link}>{text}</HrefLink> : <span>{text}</span>}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <details className={classes.details}>
        <summary>What was checked</summary>
        <ul>
          {rca.checked.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Confidence({ value }: { value: number }) {
  const { word, tone } = likelihood(value);
  return <Tag tone={tone}>{word} confidence</Tag>;
}

// The layout of graphs is a chunk of its own.
const SpreadGraph = lazy(() => import("./spread-graph.tsx").then((module) => ({ default: module.SpreadGraph })));

/** What became unusual, in order of time. */
function Spread({ rca }: { rca: Rca }) {
  const timeOf = ({ since }: Rca["spread"]["nodes"][number]) =>
    since === null ? Number.POSITIVE_INFINITY : Date.parse(since);
  const nodes = rca.spread.nodes.toSorted((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(a) - timeOf(b)));
  const callers = (name: string) =>
    rca.spread.edges.filter(({ target }) => target === name).map(({ source }) => source);
  return (
    <details className={classes.details}>
      <summary>How it spread</summary>
      <Suspense fallback={<span className="dim">Loading…</span>}>
        <SpreadGraph spread={rca.spread} />
      </Suspense>
      <ol>
        {nodes.map(({ name, since, affected }) => (
          <li key={name}>
            <span className={classes.fixed}>{since === null ? "not unusual" : <TimeText at={since} as="short" />}</span>
            <span className={since === null ? "dim" : undefined}>
              {name}
              {affected ? " · affected" : null}
              {callers(name).length > 0 ? <span className="dim"> · needed by {callers(name).join(", ")}</span> : null}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The summary with its evidence ids, such as `[E1, E2]`, in the look of the list below. */
function Cited({ text, rca }: { text: string; rca: Rca }) {
  const links = new Map(rca.causes.flatMap(({ evidence }) => evidence.map(({ id, link }) => [id, link])));
  return text.split(/\b(E\d+)\b/).map((part, index) => {
    const link = links.get(part);
    const key = `${index} ${part}`;
    if (link === undefined) return <span key={key}>{part}</span>;
    return link ? (
      <HrefLink key={key} href={link} inText>
        {part}
      </HrefLink>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
