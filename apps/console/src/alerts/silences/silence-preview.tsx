import { useDebouncedValue } from "@mantine/hooks";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { LabelTags } from "../label-tags.tsx";
import { type SilencedPart, useSilencePreview } from "./queries.ts";
import classes from "./silences.module.css";

const shown = 4;

/** How many open alerts it would mute now, with the first of them. */
export function SilencePreview({ part }: { part: SilencedPart }) {
  const [asked] = useDebouncedValue(JSON.stringify(part), 300);
  const settled: SilencedPart = JSON.parse(asked);
  const isEmpty = settled.matchers?.length === 0 && settled.ci_ids?.length === 0;
  const { data, error, isPlaceholderData } = useSilencePreview(settled, !isEmpty);
  return (
    <div className={classes.preview} role="status" aria-label="Preview" aria-busy={isPlaceholderData}>
      {isEmpty ? (
        <span className="dim">Enter a condition to see what it mutes.</span>
      ) : error ? (
        <span className={classes.problem}>{error.message}</span>
      ) : data === undefined ? (
        <span className="dim">Looking for open alerts…</span>
      ) : (
        <>
          <b>{totalText(data.total)}</b>
          {data.alerts.slice(0, shown).map(({ id, name, severity, labels }) => (
            <div key={id} className={classes.previewed}>
              <SeverityBadge severity={severity} /> <span>{name}</span> <LabelTags labels={labels} max={4} />
            </div>
          ))}
          {data.total > shown ? (
            <span className="dim">and {(data.total - shown).toLocaleString("en")} more</span>
          ) : null}
        </>
      )}
    </div>
  );
}

function totalText(total: number): string {
  if (total === 0) return "Mutes no open alert now";
  return total === 1 ? "Mutes 1 open alert" : `Mutes ${total.toLocaleString("en")} open alerts`;
}
