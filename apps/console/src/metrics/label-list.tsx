import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { Interval } from "../time/range.ts";
import { countText } from "../ui/quantity.ts";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "./metrics.module.css";
import { useLabels, useLabelValues } from "./queries.ts";
import type { LabelFilter } from "./query-text.ts";

interface LabelListProps {
  metric: string;
  interval: Interval;
  onFilter: (filter: LabelFilter) => void;
}

/** The labels of a metric with their number of values. A label opens its values. */
export function LabelList({ metric, interval, onFilter }: LabelListProps) {
  const labels = useLabels(metric, [], interval, true);
  const [opened, setOpened] = useState<string>();
  return (
    <QueryFace
      query={labels}
      isEmpty={(data) => data.length === 0}
      empty={<p className={classes.note}>The series of this metric have no labels.</p>}
    >
      {(data) => (
        <ul className={classes.labelList} aria-label={`Labels of ${metric}`}>
          {data.map(({ name, values }) => (
            <li key={name}>
              <UnstyledButton
                className={classes.label ?? ""}
                aria-expanded={opened === name}
                onClick={() => setOpened(opened === name ? undefined : name)}
              >
                <span>{name}</span>
                <span className="dim">
                  {countText(values)} {values === 1 ? "value" : "values"}
                </span>
              </UnstyledButton>
              {opened === name ? <Values {...{ metric, interval, onFilter }} label={name} total={values} /> : null}
            </li>
          ))}
        </ul>
      )}
    </QueryFace>
  );
}

function Values({ metric, interval, onFilter, label, total }: LabelListProps & { label: string; total: number }) {
  const values = useLabelValues(metric, label, "", interval, true);
  return (
    <QueryFace query={values}>
      {(data) => (
        <ul className={classes.values} aria-label={`Values of ${label}`}>
          {data.map(({ value, series }) => (
            <li key={value}>
              <UnstyledButton className={classes.value ?? ""} onClick={() => onFilter({ label, operator: "=", value })}>
                <span className="truncate">
                  <VisuallyHidden>Add filter {label} = </VisuallyHidden>
                  {value}
                </span>{" "}
                <span className="dim">{countText(series)} series</span>
              </UnstyledButton>
            </li>
          ))}
          {data.length < total ? (
            <li className={classes.note}>
              The first {data.length} of about {total} values.
            </li>
          ) : null}
        </ul>
      )}
    </QueryFace>
  );
}
