import { Button } from "@mantine/core";
import type { Incident, IncidentAnalysis, Rca, RcaCause, RcaFeedback } from "@opsplane/contract";
import { IconRefresh, IconReportAnalytics } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Sparkline } from "../explore/sparkline.tsx";
import { TimeText } from "../time/time.tsx";
import { HrefLink } from "../ui/href-link.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./analysis-panel.module.css";
import { likelihood } from "./confidence.ts";
import { useAnalysis, useAnalyze, useFeedback } from "./queries.ts";

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

/** The others are folded. */
const maxShown = 3;

interface ResultProps {
  analysis: IncidentAnalysis;
  rca: Rca;
  incident: Incident;
  mayWrite: boolean;
}

function Result({ analysis, rca, incident, mayWrite }: ResultProps) {
  const feedback = useFeedback(incident);
  const said = new Map(analysis.feedback.map(({ place, verdict }) => [place, verdict]));
  const say = (place: number, verdict: Verdict) => feedback.mutate({ rcaId: rca.id, place, verdict });
  const causeAt = (before: number) => (cause: RcaCause, index: number) => {
    const place = before + index + 1;
    return (
      <Cause
        key={`${cause.kind} ${cause.title}`}
        cause={cause}
        verdict={said.get(place)}
        onVerdict={mayWrite ? (verdict) => say(place, verdict) : undefined}
        isSaving={feedback.isPending}
      />
    );
  };
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
              Began <TimeText at={rca.started_at} />.{" "}
            </>
          ) : null}
          Analyzed <TimeText at={rca.created_at} />
          {rca.engine === "builtin" ? null : ". A model wrote the summary"}
        </span>
      </p>
      {rca.causes.length > 0 ? (
        <ol className={classes.causes} aria-label="Causes, most likely first">
          {rca.causes.slice(0, maxShown).map(causeAt(0))}
        </ol>
      ) : null}
      {rca.causes.length > maxShown ? (
        <details className={classes.details}>
          <summary>{rca.causes.length - maxShown} less likely causes</summary>
          <ol className={classes.causes} aria-label="Less likely causes">
            {rca.causes.slice(maxShown).map(causeAt(maxShown))}
          </ol>
        </details>
      ) : null}
      {rca.causes.length > 0 && mayWrite && said.get(0) !== "confirmed" ? (
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.none}
          disabled={feedback.isPending}
          onClick={() => say(0, "confirmed")}
        >
          None of these was it
        </Button>
      ) : null}
      {said.get(0) === "confirmed" ? <span className="dim">Another cause was confirmed.</span> : null}
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

type Verdict = RcaFeedback["verdict"];
const verdictWords: Record<Verdict, string> = { confirmed: "Confirmed", rejected: "Not the cause" };

const kindWords: Record<RcaCause["kind"], string> = {
  change: "Change",
  incident: "Incident",
  service: "Service",
  ci: "CI",
  alert: "Alert",
};

interface CauseProps {
  cause: RcaCause;
  verdict: Verdict | undefined;
  onVerdict: ((verdict: Verdict) => void) | undefined;
  isSaving: boolean;
}

function Cause({ cause, verdict, onVerdict, isSaving }: CauseProps) {
  const link = cause.evidence[0]?.link;
  return (
    <li className={classes.cause}>
      <span className={classes.head}>
        <span className={classes.fixed}>{kindWords[cause.kind]}</span>
        {link ? <HrefLink href={link}>{cause.title}</HrefLink> : <span>{cause.title}</span>}
        {verdict ? <Tag tone={verdict === "confirmed" ? "good" : "quiet"}>{verdictWords[verdict]}</Tag> : null}
        <span className={classes.score}>
          <span className="dim">score</span> {Math.round(cause.score * 100)}
        </span>
      </span>
      <ul className={classes.evidence}>
        {cause.evidence.map(({ id, text, link: page, chart }) => (
          <li key={id}>
            <span className={`${classes.fixed} ${classes.id}`}>{id}</span>
            {page ? <HrefLink href={page}>{text}</HrefLink> : <span>{text}</span>}
            {chart ? (
              <span className={classes.chart}>
                <Sparkline label={chart.name} values={chart.points.map(([, value]) => value)} tone="warning" />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {onVerdict ? (
        <span className={classes.verdict}>
          {verdict === "confirmed" ? null : (
            <Button
              size="compact-xs"
              variant="default"
              disabled={isSaving}
              onClick={() => onVerdict("confirmed")}
              aria-label={`This was it: ${cause.title}`}
            >
              This was it
            </Button>
          )}
          {verdict === "rejected" ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={isSaving}
              onClick={() => onVerdict("rejected")}
              aria-label={`Was not: ${cause.title}`}
            >
              Was not
            </Button>
          )}
        </span>
      ) : null}
    </li>
  );
}

// The layout of graphs is a chunk of its own.
const SpreadGraph = lazy(() => import("./spread-graph.tsx").then((module) => ({ default: module.SpreadGraph })));

/** What became unusual, in order of time. */
function Spread({ rca }: { rca: Rca }) {
  const nodes = rca.spread.nodes.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since));
  const callers = (name: string) =>
    rca.spread.edges.filter(({ target }) => target === name).map(({ source }) => source);
  return (
    <details className={classes.details}>
      <summary>How it spread</summary>
      <Suspense fallback={<span className="dim">Loading…</span>}>
        <SpreadGraph spread={rca.spread} />
      </Suspense>
      <ol>
        {nodes.map(({ name, since }) => (
          <li key={name}>
            <span className={classes.fixed}>
              <TimeText at={since} as="short" />
            </span>
            <span>
              {name}
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
