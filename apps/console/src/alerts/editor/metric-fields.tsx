import { Input, Select } from "@mantine/core";
import { aggregations, overTime } from "@opsplane/contract";
import { AddFilter, FilterChip, MetricField } from "../../metrics/index.ts";
import form from "../../ui/preview-form.module.css";
import { aggregationWords } from "../policies/condition-words.ts";
import type { PartProps } from "./condition-panel.tsx";
import { hasField } from "./policy-draft.ts";
import { useRecentDay } from "./recent-day.ts";

const wordOf = (value: string) => aggregationWords[value] ?? value;
/** Rates and increases have a condition of their own. */
const ofThreshold = aggregations.filter((agg) => agg !== "rate" && agg !== "increase");

/** The metric, its matchers, and how its series become one value. */
export function MetricFields({ draft, problems, onChange }: PartProps) {
  const { metric_name, filters, type } = draft;
  const interval = useRecentDay();
  const context = { metric: metric_name, interval };
  return (
    <>
      <MetricField
        label="Metric"
        value={metric_name}
        interval={interval}
        autoFocus={false}
        error={problems.metric_name}
        onChange={(name) => onChange({ metric_name: name })}
      />
      <Input.Wrapper label="Only series with" labelElement="div">
        <div className={form.filters}>
          {filters.map((filter, index) => (
            <FilterChip
              // biome-ignore lint/suspicious/noArrayIndexKey: two filters can be the same
              key={index}
              {...context}
              filter={filter}
              onChange={(next) => onChange({ filters: filters.with(index, next) })}
              onRemove={() => onChange({ filters: filters.toSpliced(index, 1) })}
            />
          ))}
          <AddFilter {...context} onAdd={(filter) => onChange({ filters: [...filters, filter] })} />
        </div>
      </Input.Wrapper>
      {hasField(type, "agg") ? (
        <div className={form.pair}>
          <Select
            label="Combine series by"
            description="How the series of a group become one value"
            allowDeselect={false}
            data={ofThreshold.map((value) => ({ value, label: wordOf(value) }))}
            value={draft.agg}
            onChange={(chosen) => onChange({ agg: ofThreshold.find((each) => each === chosen) ?? draft.agg })}
          />
          {hasField(type, "over") ? (
            <Select
              label="Over time"
              description="Of the samples of one series in the window"
              placeholder="The same"
              clearable
              clearButtonProps={{ "aria-label": "Clear over time" }}
              data={overTime.map((value) => ({ value, label: wordOf(value) }))}
              value={draft.over}
              onChange={(chosen) => onChange({ over: overTime.find((each) => each === chosen) ?? null })}
            />
          ) : null}
        </div>
      ) : null}
    </>
  );
}
