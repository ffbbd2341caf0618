import { type RcaJudgment, type RcaOutcome, rcaOutcomes } from "@opsplane/contract";
import { IconFilterOff } from "@tabler/icons-react";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { FilterMenu } from "../../ui/filter-menu.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { chosenWords, toggled } from "../../ui/words.ts";
import { useJudgments } from "../queries.ts";
import classes from "./scorecard.module.css";
import { outcomeWords, type Span } from "./words.ts";

interface JudgmentsPanelProps {
  span: Span;
  outcomes: RcaOutcome[];
  onOutcomes: (outcomes: RcaOutcome[]) => void;
}

/** The judged incidents: what was named first, and what it was. */
export function JudgmentsPanel({ span, outcomes, onOutcomes }: JudgmentsPanelProps) {
  const judgments = useJudgments(span, outcomes);
  return (
    <Panel
      title="Judged incidents"
      action={
        <FilterMenu
          label="Rank"
          summary={chosenWords(outcomes, (outcome) => outcomeWords[outcome].word)}
          multiple
          options={rcaOutcomes.map((value) => ({ value, label: outcomeWords[value].word }))}
          chosen={outcomes}
          onToggle={(outcome) => onOutcomes(toggled(outcomes, outcome))}
          onClear={outcomes.length > 0 ? () => onOutcomes([]) : undefined}
        />
      }
    >
      <PagedFace
        list={judgments}
        empty={
          <Face icon={<IconFilterOff size={20} />} title="No judged incidents match">
            Choose other ranks or a longer time.
          </Face>
        }
      >
        {(items) => (
          <table className={`${table.table} ${classes.judgments}`} aria-label="Judged incidents, newest first">
            <TableHead
              columns={[
                "Incident",
                { wide: "Named first" },
                "What it was",
                "Rank",
                { wide: "Confidence" },
                { wide: "Judged" },
              ]}
            />
            <tbody>
              {items.map((judgment) => (
                <Row key={judgment.id} judgment={judgment} />
              ))}
            </tbody>
          </table>
        )}
      </PagedFace>
    </Panel>
  );
}

function Row({ judgment }: { judgment: RcaJudgment }) {
  const { reference, title, severity, outcome, place, cause, first_cause, comment } = judgment;
  const { word, tone } = outcomeWords[outcome];
  const first = first_cause ?? "No cause";
  return (
    <tr>
      <td>
        <span className={classes.incident}>
          <SeverityBadge severity={severity} />
          <span className={classes.text}>
            <TextLink to="/incidents/$reference" params={{ reference }} inherit>
              {title}
            </TextLink>
            <span className={table.sub}>{reference}</span>
          </span>
        </span>
      </td>
      <td className={table.wide}>{first}</td>
      <td>
        <span className={classes.text}>
          {cause ?? <span className="dim">Not confirmed yet</span>}
          {comment ? <span className={table.sub}>{comment}</span> : null}
          {outcome === "first" ? null : <span className={`${table.sub} ${table.narrow}`}>First: {first}</span>}
        </span>
      </td>
      <td className={classes.rank}>
        <Tag tone={tone}>{place ? ordinal(place) : word}</Tag>
      </td>
      <td className={table.wide}>{Math.round(judgment.confidence * 100)}%</td>
      <td className={table.wide}>
        <span className={classes.text}>
          <TimeText at={judgment.decided_at} as="short" />
          <span className={table.sub}>{judgment.decided_by}</span>
        </span>
      </td>
    </tr>
  );
}

const firstOrdinals = ["1st", "2nd", "3rd"];

/** Of a rank, which is at most 10. */
function ordinal(place: number): string {
  return firstOrdinals[place - 1] ?? `${place}th`;
}
