import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { MetricName } from "@opsplane/contract";
import { useEffect, useState } from "react";
import type { Interval } from "../time/range.ts";
import { countText } from "../ui/quantity.ts";
import { longestPart } from "./metric-kind.ts";
import classes from "./metrics.module.css";
import { useMetricNames } from "./queries.ts";

interface MetricFieldProps {
  /** The letter of the query, for the accessible name. */
  letter?: string;
  value: string;
  interval: Interval;
  autoFocus: boolean;
  /** In a form: shown above the field, in place of the accessible name. */
  label?: string;
  error?: string | undefined;
  onChange: (metric: string) => void;
}

/** The name of a metric with suggestions. A typed name may have `*`. */
export function MetricField({ letter = "", value, interval, autoFocus, label, error, onChange }: MetricFieldProps) {
  const [typed, setTyped] = useState(value);
  const [isOpen, setOpen] = useState(false);
  // The address can change from outside, by a link or the back button.
  useEffect(() => setTyped(value), [value]);
  const [q] = useDebouncedValue(typed === value ? "" : longestPart(typed.trim()), 150);
  const { data } = useMetricNames(q, interval, isOpen);
  const found = new Map((data?.items ?? []).map((each) => [each.metric_name, each]));
  const commit = (name: string) => {
    if (name.trim() !== value) onChange(name.trim());
  };
  return (
    <Autocomplete
      {...(label
        ? { label, error, withAsterisk: true }
        : { className: classes.metric ?? "", size: "xs", "aria-label": `Metric of ${letter.toUpperCase()}` })}
      placeholder="Metric name, * matches any characters"
      maxLength={300}
      autoFocus={autoFocus}
      value={typed}
      data={[...found.keys()]}
      filter={({ options }) => options}
      maxDropdownHeight={340}
      comboboxProps={{ width: 460, position: "bottom-start" }}
      onChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onOptionSubmit={commit}
      onBlur={() => commit(typed)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.currentTarget.getAttribute("aria-activedescendant")) commit(typed);
      }}
      renderOption={({ option }) => <MetricOption name={option.value} metric={found.get(option.value)} />}
    />
  );
}

export function MetricOption({ name, metric }: { name: string; metric: MetricName | undefined }) {
  return (
    <div className={classes.option}>
      <div className={classes.optionName}>{name}</div>
      {metric ? (
        <div className={classes.optionFacts}>
          {factsText(metric)}
          {metric.help ? <span className={classes.help}>{metric.help}</span> : null}
        </div>
      ) : null}
    </div>
  );
}

function factsText({ type, unit, series }: MetricName): string {
  return [type === "unknown" ? "" : type, unit, `${countText(series)} series`].filter(Boolean).join(" · ");
}
