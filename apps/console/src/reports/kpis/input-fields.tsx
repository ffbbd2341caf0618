import { ActionIcon, Input, MultiSelect, Select, TextInput } from "@mantine/core";
import { aggregations, changeTypes, kpiRecords, kpiTimes, overTime, severities } from "@opsplane/contract";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { useApi } from "../../api/api.tsx";
import { suggestionsOf } from "../../logs/index.ts";
import { AddFilter, FilterChip, MetricField } from "../../metrics/index.ts";
import type { Interval } from "../../time/range.ts";
import { QueryField } from "../../ui/query-field/query-field.tsx";
import { optionsOf } from "../../ui/words.ts";
import { type InputDraft, recordFilters } from "./kpi-draft.ts";
import classes from "./kpis.module.css";
import { kindWords, recordWords, timeWords } from "./words.ts";

interface InputFieldsProps {
  input: InputDraft;
  number: number;
  problemAt: (field: string) => string | undefined;
  onChange: (input: InputDraft) => void;
  /** Absent for the only input. */
  onRemove: (() => void) | undefined;
}

const kinds = ["count", "mean_time", "metric", "logs"] as const;

/** One number of the period that the formula uses. */
export function InputFields({ input, number, problemAt, onChange, onRemove }: InputFieldsProps) {
  const Fields = fieldsByKind[input.kind];
  const change = (changes: Partial<InputDraft>) => onChange({ ...input, ...changes });
  return (
    <fieldset className={classes.input} aria-label={`Input ${number}`}>
      <div className={classes.inputHead}>
        <TextInput
          label="Name"
          classNames={{ input: "mono" }}
          maxLength={40}
          error={problemAt("name")}
          value={input.name}
          onChange={(event) => change({ name: event.currentTarget.value.trim() })}
        />
        <Select
          label="Kind"
          allowDeselect={false}
          data={optionsOf(kinds, kindWords)}
          error={problemAt("kind")}
          value={input.kind}
          onChange={(chosen) => change({ kind: kinds.find((each) => each === chosen) ?? input.kind })}
        />
        {onRemove ? (
          <ActionIcon size={30} aria-label={`Remove input ${number}`} onClick={onRemove}>
            <IconTrash size={15} />
          </ActionIcon>
        ) : null}
      </div>
      <Fields input={input} problemAt={problemAt} onChange={change} />
    </fieldset>
  );
}

interface KindProps {
  input: InputDraft;
  problemAt: (field: string) => string | undefined;
  onChange: (changes: Partial<InputDraft>) => void;
}

const fieldsByKind: Record<InputDraft["kind"], (props: KindProps) => ReactNode> = {
  count: CountFields,
  mean_time: MeanTimeFields,
  metric: MetricFields,
  logs: LogsFields,
};

function CountFields({ input, problemAt, onChange }: KindProps) {
  const { records } = input;
  const known = recordFilters[records];
  const words = (name: "statuses" | "severities" | "types", label: string, data: readonly string[]) => (
    <MultiSelect
      label={label}
      placeholder={input[name].length > 0 ? "" : "All"}
      error={problemAt(name)}
      data={data.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
      value={input[name]}
      onChange={(chosen) => onChange({ [name]: chosen })}
    />
  );
  return (
    <div className={classes.three}>
      <Select
        label="Records"
        description="Created in the period"
        allowDeselect={false}
        data={optionsOf(kpiRecords, recordWords)}
        error={problemAt("records")}
        value={records}
        onChange={(chosen) =>
          onChange({ records: kpiRecords.find((each) => each === chosen) ?? records, statuses: [] })
        }
      />
      {words("statuses", "Statuses", known.statuses)}
      {known.severities ? words("severities", "Severities", severities) : null}
      {known.types ? words("types", "Types", changeTypes) : null}
    </div>
  );
}

function MeanTimeFields({ input: { time }, problemAt, onChange }: KindProps) {
  return (
    <Select
      label="Time"
      description="In seconds"
      allowDeselect={false}
      data={optionsOf(kpiTimes, timeWords)}
      error={problemAt("time")}
      value={time}
      onChange={(chosen) => onChange({ time: kpiTimes.find((each) => each === chosen) ?? time })}
    />
  );
}

function MetricFields({ input: { metric_name, filters, agg, over }, problemAt, onChange }: KindProps) {
  const interval = useRecentDay();
  const context = { metric: metric_name, interval };
  return (
    <div className={classes.fields}>
      <MetricField
        label="Metric"
        value={metric_name}
        interval={interval}
        autoFocus={false}
        error={problemAt("metric_name")}
        onChange={(name) => onChange({ metric_name: name })}
      />
      <Input.Wrapper label="Only series with" labelElement="div" error={problemAt("match")}>
        <div className={classes.filters}>
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
      <div className={classes.three}>
        <Select
          label="Combine series by"
          allowDeselect={false}
          data={[...aggregations]}
          error={problemAt("agg")}
          value={agg}
          onChange={(chosen) => onChange({ agg: aggregations.find((each) => each === chosen) ?? agg })}
        />
        <Select
          label="Over the period"
          placeholder="avg"
          clearable
          clearButtonProps={{ "aria-label": "Clear over the period" }}
          data={[...overTime]}
          error={problemAt("over")}
          value={over}
          onChange={(chosen) => onChange({ over: overTime.find((each) => each === chosen) ?? null })}
        />
      </div>
    </div>
  );
}

function LogsFields({ input: { q }, problemAt, onChange }: KindProps) {
  const api = useApi();
  const interval = useRecentDay();
  const suggestions = useMemo(() => suggestionsOf(api, () => interval), [api, interval]);
  const set = (next: string) => onChange({ q: next });
  return (
    <Input.Wrapper
      label="Query"
      description="In the language of the log search. Empty: all records"
      labelElement="div"
      error={problemAt("q")}
    >
      <div className={classes.query}>
        <QueryField
          label="Log query"
          placeholder="timeout status:>=500"
          value={q}
          onChange={set}
          onRun={set}
          suggestions={suggestions}
        />
      </div>
    </Input.Wrapper>
  );
}

/** The last day, from which names are suggested. */
function useRecentDay(): Interval {
  const [interval] = useState(() => ({ from: Date.now() - 86_400_000, to: Date.now() }));
  return interval;
}
