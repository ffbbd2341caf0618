import type { Incident, Rca, RcaCause, RcaFeedback } from "@opsplane/contract";
import { Sparkline } from "../explore/sparkline.tsx";
import { HrefLink } from "../ui/href-link.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./analysis-panel.module.css";
import { type EvidenceList, evidenceLists } from "./evidence-lists.ts";
import { OtherCause } from "./other-cause.tsx";
import { VerdictLine, verdictWords } from "./verdict-line.tsx";

/** The others are folded. */
const maxShown = 3;

interface CausesProps {
  rca: Rca;
  /** What people said about the causes. */
  said: readonly RcaFeedback[];
  incident: Incident;
  mayWrite: boolean;
}

/** The causes of an analysis, with evidence and what people said about them. */
export function Causes({ rca, said, incident, mayWrite }: CausesProps) {
  const byPlace = new Map(said.map((each) => [each.place, each]));
  const lists = evidenceLists(rca.causes);
  const causeAt = (before: number) => (cause: RcaCause, index: number) => {
    const place = before + index + 1;
    const feedback = byPlace.get(place);
    return (
      <li key={`${cause.kind} ${cause.title}`} className={classes.cause}>
        <CauseText cause={cause} list={lists[place - 1]} feedback={feedback} />
        <VerdictLine {...{ incident, rca, place, feedback, mayWrite }} title={cause.title} />
      </li>
    );
  };
  const [shown, folded] = [rca.causes.slice(0, maxShown), rca.causes.slice(maxShown)];
  return (
    <>
      {shown.length > 0 ? (
        <ol className={classes.causes} aria-label="Causes, most likely first">
          {shown.map(causeAt(0))}
        </ol>
      ) : null}
      {folded.length > 0 ? (
        <details className={classes.details}>
          <summary>
            {folded.length} less likely {folded.length === 1 ? "cause" : "causes"}
          </summary>
          <ol className={classes.causes} aria-label="Less likely causes">
            {folded.map(causeAt(maxShown))}
          </ol>
        </details>
      ) : null}
      <OtherCause incident={incident} rca={rca} feedback={byPlace.get(0)} mayWrite={mayWrite} />
    </>
  );
}

const kindWords: Record<RcaCause["kind"], string> = {
  change: "Change",
  incident: "Incident",
  service: "Service",
  host: "Host",
  deployment: "Deployment",
  execution: "Execution",
};

interface CauseTextProps {
  cause: RcaCause;
  list: EvidenceList | undefined;
  feedback: RcaFeedback | undefined;
}

function CauseText({ cause, list, feedback }: CauseTextProps) {
  const link = cause.evidence[0]?.link;
  return (
    <>
      <span className={classes.head}>
        <span className={classes.fixed}>{kindWords[cause.kind]}</span>
        {link ? <HrefLink href={link}>{cause.title}</HrefLink> : <span>{cause.title}</span>}
        {feedback ? (
          <Tag tone={feedback.verdict === "confirmed" ? "good" : "quiet"}>{verdictWords[feedback.verdict]}</Tag>
        ) : null}
        <span className={classes.score}>
          <span className="dim">score</span> {Math.round(cause.score * 100)}
        </span>
      </span>
      <ul className={classes.evidence}>
        {list?.own.map(({ id, text, link: page, chart }) => (
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
        {list?.above ? <li className="dim">{list.above} above</li> : null}
      </ul>
    </>
  );
}
