import { Button } from "@mantine/core";
import type { SpanDifference, SpanHeatmap } from "@opsplane/contract";
import { IconArrowsDiff } from "@tabler/icons-react";
import type { Interval } from "../../time/range.ts";
import { Face } from "../../ui/faces.tsx";
import { countText, percentText } from "../../ui/quantity.ts";
import { QueryFace } from "../../ui/query-face.tsx";
import { useDifferences } from "../queries.ts";
import { durationText } from "./chips.ts";
import { canExclude, type Selection, type SpanQuery, type TraceSearch, withTerm, writeSelection } from "./filters.ts";
import { quantileOf } from "./heatmap-cells.ts";
import classes from "./results.module.css";

interface DifferencesTabProps {
  query: SpanQuery;
  interval: Interval;
  selection: Selection | undefined;
  map: SpanHeatmap | undefined;
  search: TraceSearch;
  onChange: (change: TraceSearch) => void;
}

/** What the selected spans have in common that the rest has not. */
export function DifferencesTab({ query, interval, selection, map, search, onChange }: DifferencesTabProps) {
  if (selection) return <Compared {...{ query, interval, selection, search, onChange }} />;
  const slow = map ? quantileOf(map, 0.95) : undefined;
  return (
    <Face
      icon={<IconArrowsDiff size={20} />}
      title="Select what to compare"
      actions={
        <>
          {slow === undefined ? null : (
            <Button variant="default" onClick={() => onChange(writeSelection({ min: slow }))}>
              Slowest 5% ({durationText(Number(slow.toPrecision(2)))} and longer)
            </Button>
          )}
          <Button variant="default" onClick={() => onChange(writeSelection({ status: "error" }))}>
            Failed spans
          </Button>
        </>
      }
    >
      Drag over the heatmap to select spans. Their attributes are compared with those of all other spans.
    </Face>
  );
}

type ComparedProps = Omit<DifferencesTabProps, "selection" | "map"> & { selection: Selection };

function Compared({ query, interval, selection, search, onChange }: ComparedProps) {
  const compared = useDifferences(query, interval, selection);
  return (
    <QueryFace query={compared}>
      {({ selection: selected, rest, differences }) => (
        <section aria-label="Differences" aria-busy={compared.isPlaceholderData}>
          <p className={classes.note}>
            <i className={classes.key} data-group="selected" /> {countText(selected.spans)} selected spans{" "}
            <i className={classes.key} data-group="rest" /> {countText(rest.spans)} other spans
            {selected.read < selected.spans || rest.read < rest.spans
              ? ` · from a sample of ${countText(selected.read)} and ${countText(rest.read)} spans`
              : null}
          </p>
          {differences.length === 0 ? (
            <Face icon={<IconArrowsDiff size={20} />} title="No clear difference">
              {selected.spans === 0 || rest.spans === 0
                ? "Select some of the spans, but not all."
                : "No attribute is much more frequent in the selection."}
            </Face>
          ) : (
            <ul className={classes.differences}>
              {differences.map((each) => (
                <Difference
                  key={`${each.source} ${each.name} ${each.value}`}
                  difference={each}
                  {...{ search, onChange }}
                />
              ))}
            </ul>
          )}
        </section>
      )}
    </QueryFace>
  );
}

interface DifferenceProps extends Pick<DifferencesTabProps, "search" | "onChange"> {
  difference: SpanDifference;
}

function Difference({ difference, search, onChange }: DifferenceProps) {
  const { source, name, value, selected_share, rest_share } = difference;
  const term = { source, name, value };
  return (
    <li>
      <button
        type="button"
        className={classes.differenceName}
        title={`Only ${name} = ${value}`}
        onClick={() => onChange({ ...withTerm(search, term), ...writeSelection(), tab: undefined })}
      >
        <span className="dim">{name}</span> <b>{value}</b>
      </button>
      <div className={classes.bars}>
        <Bar group="selected" share={selected_share} />
        <Bar group="rest" share={rest_share} />
      </div>
      {canExclude(difference) ? (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Exclude ${name} ${value}`}
          onClick={() => onChange({ ...withTerm(search, { ...term, isExcluded: true }), ...writeSelection() })}
        >
          Exclude
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}

function Bar({ group, share }: { group: "selected" | "rest"; share: number }) {
  return (
    <div className={classes.bar} data-group={group}>
      <i style={{ width: `${share * 100}%` }} />
      <span>
        {percentText(share, 1)} {group === "selected" ? "of the selection" : "of the rest"}
      </span>
    </div>
  );
}
