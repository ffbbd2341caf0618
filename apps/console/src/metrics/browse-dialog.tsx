import { Button, Modal, UnstyledButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Interval } from "../time/range.ts";
import { QueryFace } from "../ui/query-face.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { LabelList } from "./label-list.tsx";
import type { Letter, Line } from "./lines.ts";
import { MetricOption } from "./metric-field.tsx";
import { longestPart } from "./metric-kind.ts";
import classes from "./metrics.module.css";
import { useMetricNames } from "./queries.ts";
import { type BuiltQuery, type LabelFilter, noQuery } from "./query-text.ts";

interface BrowseDialogProps {
  /** The chosen metric, or empty. */
  chosen: string;
  lines: readonly Line[];
  interval: Interval;
  onChoose: (metric: string) => void;
  onAdd: (query: BuiltQuery) => void;
  onFilter: (letter: Letter, query: BuiltQuery) => void;
  onClose: () => void;
}

/** The names of metrics, and the labels and values of one of them. */
export function BrowseDialog({ chosen, lines, interval, onChoose, onAdd, onFilter, onClose }: BrowseDialogProps) {
  const [q, setQ] = useState("");
  const [pages, setPages] = useState(1);
  const names = useMetricNames(longestPart(q), interval, true, pages);
  // A value is added to the last query of this metric; without one it makes a new query.
  const target = lines.findLast(({ query }) => query.metric === chosen);
  const filter = (added: LabelFilter) => {
    if (target) onFilter(target.letter, { ...target.query, filters: [...target.query.filters, added] });
    else onAdd({ ...noQuery, metric: chosen, filters: [added] });
  };
  return (
    <Modal opened onClose={onClose} title="Browse metrics" size={900} yOffset="6vh">
      <div className={classes.browse} data-chosen={chosen !== ""}>
        <div className={classes.names}>
          <SearchField label="Search metrics" placeholder="Part of a name" value={q} onChange={setQ} />
          <QueryFace
            query={names}
            isEmpty={({ total }) => total === 0}
            empty={<p className={classes.note}>No metrics found in this range.</p>}
          >
            {({ items, total }) => (
              <>
                <ul className={classes.nameList} aria-label="Metrics">
                  {items.map((metric) => (
                    <li key={metric.metric_name}>
                      <UnstyledButton
                        className={classes.name ?? ""}
                        aria-pressed={metric.metric_name === chosen}
                        onClick={() => onChoose(metric.metric_name)}
                      >
                        <MetricOption name={metric.metric_name} metric={metric} />
                      </UnstyledButton>
                    </li>
                  ))}
                </ul>
                {items.length < total ? (
                  <Button variant="subtle" disabled={items.length >= 1000} onClick={() => setPages(pages + 1)}>
                    Show more ({items.length} of {total})
                  </Button>
                ) : null}
              </>
            )}
          </QueryFace>
        </div>
        <div className={classes.labels}>
          {chosen ? (
            <>
              <div className={classes.chosen}>
                <h3>{chosen}</h3>
                <Button
                  leftSection={<IconPlus size={14} />}
                  onClick={() => {
                    onAdd({ ...noQuery, metric: chosen });
                    onClose();
                  }}
                >
                  Add query
                </Button>
              </div>
              <p className={classes.note}>
                {target
                  ? `A value becomes a filter of query ${target.letter.toUpperCase()}.`
                  : "A value adds a query with this filter."}
              </p>
              <LabelList key={chosen} metric={chosen} interval={interval} onFilter={filter} />
            </>
          ) : (
            <p className={classes.note}>Choose a metric to see its labels.</p>
          )}
        </div>
      </div>
    </Modal>
  );
}
