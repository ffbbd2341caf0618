import { NumberInput, SegmentedControl, Select, TagsInput, TextInput } from "@mantine/core";
import { comparisons, type SignalCheck } from "@opsplane/contract";
import { type Changes, edited } from "../editor/draft.ts";
import type { Problems } from "../editor/problems.ts";
import classes from "./fields.module.css";

interface SignalFieldsProps {
  query: SignalCheck;
  path: string;
  problems: Problems;
  onChange: (query: SignalCheck) => void;
}

const aggregations = [
  "avg",
  "sum",
  "min",
  "max",
  "count",
  "rate",
  "increase",
  "p50",
  "p75",
  "p90",
  "p95",
  "p99",
] as const;

/** A question to metrics or logs, and the answer that counts as good. */
export function SignalFields({ query, path, problems, onChange }: SignalFieldsProps) {
  const set = (changes: Changes<SignalCheck>) => onChange(edited(query, changes));
  const isMetric = query.source === "metrics";
  return (
    <>
      <div>
        <SegmentedControl
          aria-label="Source"
          data={[
            { value: "metrics", label: "Metrics" },
            { value: "logs", label: "Logs" },
          ]}
          value={query.source}
          onChange={(source) => set({ source: source === "logs" ? "logs" : "metrics" })}
        />
      </div>
      {isMetric ? (
        <MetricFields {...{ query, path, problems, set }} />
      ) : (
        <LogFields {...{ query, path, problems, set }} />
      )}
      <div className={classes.cells}>
        <NumberInput
          size="sm"
          label="Window (seconds)"
          min={10}
          max={86_400}
          allowDecimal={false}
          value={query.window_seconds ?? 300}
          onChange={(value) => set({ window_seconds: numberIn(value) })}
        />
        <Select
          label="Good when it is"
          allowDeselect={false}
          data={[...comparisons]}
          value={query.operator}
          onChange={(chosen) => set({ operator: comparisons.find((each) => each === chosen) ?? query.operator })}
        />
        <NumberInput
          size="sm"
          label="Threshold"
          value={query.threshold}
          onChange={(value) => set({ threshold: numberIn(value) ?? 0 })}
        />
        {isMetric ? (
          <Select
            label="No data means"
            allowDeselect={false}
            data={[
              { value: "fail", label: "Not good" },
              { value: "pass", label: "Good" },
            ]}
            value={query.when_empty ?? "fail"}
            onChange={(chosen) => set({ when_empty: chosen === "pass" ? "pass" : undefined })}
          />
        ) : null}
      </div>
    </>
  );
}

type PartProps = Omit<SignalFieldsProps, "onChange"> & { set: (changes: Changes<SignalCheck>) => void };

function MetricFields({ query, path, problems, set }: PartProps) {
  return (
    <>
      <div className={classes.pair} style={{ gridTemplateColumns: "minmax(0, 1fr) 120px", alignItems: "start" }}>
        <TextInput
          label="Metric"
          withAsterisk
          placeholder="node_filesystem_avail_bytes"
          classNames={{ input: "mono" }}
          maxLength={300}
          error={problems.error(`${path}.metric_name`)}
          value={query.metric_name ?? ""}
          onChange={(event) => set({ metric_name: event.currentTarget.value })}
        />
        <Select
          label="As"
          allowDeselect={false}
          data={[...aggregations]}
          value={query.agg ?? "avg"}
          onChange={(chosen) => set({ agg: aggregations.find((each) => each === chosen) })}
        />
      </div>
      <TagsInput
        label="Labels"
        description="Such as host={{ target.name }}. Press Enter to add."
        maxTags={20}
        value={[...(query.match ?? [])]}
        onChange={(match) => set({ match: match.length > 0 ? match : undefined })}
      />
    </>
  );
}

function LogFields({ query, path, problems, set }: PartProps) {
  return (
    <div className={classes.cells}>
      <TextInput
        label="Service"
        maxLength={200}
        value={query.service ?? ""}
        onChange={(event) => set({ service: event.currentTarget.value || undefined })}
      />
      <TextInput
        label="Search"
        placeholder="level:error"
        classNames={{ input: "mono" }}
        maxLength={4000}
        error={problems.error(`${path}.q`)}
        value={query.q ?? ""}
        onChange={(event) => set({ q: event.currentTarget.value || undefined })}
      />
    </div>
  );
}

function numberIn(value: string | number): number | undefined {
  return typeof value === "number" ? value : undefined;
}
