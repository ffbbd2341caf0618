import { MultiSelect, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import {
  aggregations,
  groupLabels,
  logLevels,
  type QueryFigure,
  type QuerySource,
  querySources,
  severities,
  sourceFigures,
  sourceNeeds,
  telemetryKinds,
  timedSources,
  type WidgetQuery,
} from "@opsplane/contract";
import { AddFilter, FilterChip, MetricField, matchOf, readMatcher, useLabels } from "../../metrics/index.ts";
import { useProfile } from "../../session/context.tsx";
import type { Interval } from "../../time/range.ts";
import { withField } from "./fields.tsx";
import classes from "./kinds.module.css";

const sourceWords: Record<QuerySource, string> = {
  metric: "Metric",
  logs: "Log records",
  calls: "Calls of services",
  flows: "Network flows",
  ingest: "Received telemetry",
  incidents: "Incidents",
};

const figureWords: Record<QueryFigure, string> = {
  rate: "Calls per second",
  errors: "Failed calls per second",
  error_rate: "Share of failed calls",
  p50_ms: "Duration, 50th percentile (ms)",
  p95_ms: "Duration, 95th percentile (ms)",
  p99_ms: "Duration, 99th percentile (ms)",
  bytes: "Bytes",
  packets: "Packets",
  flows: "Flows",
  rows_today: "Rows today",
  bytes_today: "Bytes today",
  seconds_since_last: "Seconds since the last one",
  open: "Open now",
  created: "Created in the range",
  resolved: "Resolved in the range",
  seconds_to_acknowledge: "Mean time to acknowledge (seconds)",
  seconds_to_resolve: "Mean time to resolve (seconds)",
};

interface QueryFieldsProps {
  query: WidgetQuery;
  interval: Interval;
  /** Only sources with values over time. */
  isOverTime: boolean;
  /** Names the fields when there are several queries: `query 2`. */
  named?: string;
  onChange: (query: WidgetQuery) => void;
}

/** The fields of one query. They depend on its source. */
export function QueryFields({ query, interval, isOverTime, named = "query", onChange }: QueryFieldsProps) {
  const { user, modules } = useProfile();
  const sources = querySources.filter(
    (source) =>
      source === query.source ||
      (user.permissions.includes(sourceNeeds[source].access) &&
        modules.includes(sourceNeeds[source].module) &&
        (!isOverTime || timedSources.some((timed) => timed === source))),
  );
  const Fields = sourceFields[query.source];
  return (
    <Stack gap="sm" role="group" aria-label={named}>
      <Select
        label="Data source"
        allowDeselect={false}
        data={sources.map((source) => ({ value: source, label: sourceWords[source] }))}
        value={query.source}
        onChange={(chosen) => onChange(startOf(querySources.find((source) => source === chosen) ?? "metric"))}
      />
      <Fields query={query} interval={interval} onChange={onChange} />
      <TextInput
        label="Name in the legend"
        placeholder="{{host}} or any text"
        maxLength={100}
        value={query.name ?? ""}
        onChange={(event) => onChange(withField(query, "name", event.currentTarget.value || undefined))}
      />
    </Stack>
  );
}

/** A new query of a source. */
function startOf(source: QuerySource): WidgetQuery {
  const [figure] = sourceFigures[source];
  return { source, ...(figure ? { figure } : {}) };
}

type FieldsProps = Pick<QueryFieldsProps, "query" | "interval" | "onChange">;

const sourceFields: Record<QuerySource, (props: FieldsProps) => React.ReactNode> = {
  metric: MetricFields,
  logs: (props) => (
    <>
      <LogFilterFields {...props} />
      <GroupSelect {...props} />
    </>
  ),
  calls: (props) => (
    <>
      <FigureSelect {...props} />
      <ServicesField {...props} />
      <GroupSelect {...props} />
    </>
  ),
  flows: (props) => (
    <>
      <FigureSelect {...props} />
      <GroupSelect {...props} />
    </>
  ),
  ingest: (props) => (
    <>
      <FigureSelect {...props} />
      <MultiSelect
        label="Kinds"
        placeholder="All"
        data={[...telemetryKinds]}
        value={props.query.kind ?? []}
        onChange={(chosen) =>
          props.onChange(
            withField(
              props.query,
              "kind",
              telemetryKinds.filter((kind) => chosen.includes(kind)),
            ),
          )
        }
      />
    </>
  ),
  incidents: (props) => (
    <>
      <FigureSelect {...props} />
      <MultiSelect
        label="Severities"
        placeholder="All"
        data={[...severities]}
        value={props.query.severity ?? []}
        onChange={(chosen) =>
          props.onChange(
            withField(
              props.query,
              "severity",
              severities.filter((each) => chosen.includes(each)),
            ),
          )
        }
      />
      <GroupSelect {...props} />
    </>
  ),
};

function MetricFields({ query, interval, onChange }: FieldsProps) {
  const { metric_name: metric = "", match = [], agg, by = [] } = query;
  const labels = useLabels(metric, [], interval, metric !== "").data ?? [];
  const filters = match.flatMap((matcher) => readMatcher(matcher) ?? []);
  const setFilters = (next: typeof filters) => onChange(withField(query, "match", matchOf(next).match));
  return (
    <>
      <MetricField
        label="Metric"
        value={metric}
        interval={interval}
        autoFocus={false}
        onChange={(name) => onChange(withField(query, "metric_name", name || undefined))}
      />
      <div>
        <div className={classes.label}>Filters</div>
        <div className={classes.chips}>
          {filters.map((filter, index) => (
            <FilterChip
              // biome-ignore lint/suspicious/noArrayIndexKey: two filters can be the same
              key={index}
              {...{ filter, metric, interval }}
              onChange={(next) => setFilters(filters.map((each, at) => (at === index ? next : each)))}
              onRemove={() => setFilters(filters.filter((_, at) => at !== index))}
            />
          ))}
          <AddFilter metric={metric} interval={interval} onAdd={(filter) => setFilters([...filters, filter])} />
        </div>
      </div>
      <Select
        label="Aggregation"
        placeholder="None: every series"
        clearable
        clearButtonProps={{ "aria-label": "Clear aggregation" }}
        data={[...aggregations]}
        value={agg ?? null}
        onChange={(chosen) =>
          onChange(
            withField(
              query,
              "agg",
              aggregations.find((each) => each === chosen),
            ),
          )
        }
      />
      <TagsInput
        label="Group by"
        placeholder={by.length > 0 ? "" : "Labels"}
        data={labels.map(({ name }) => name)}
        value={[...by]}
        onChange={(next) => onChange(withField(query, "by", next))}
      />
    </>
  );
}

/** The fields of log queries, for charts and lists. */
export function LogFilterFields<T extends Pick<WidgetQuery, "q" | "level" | "service">>({
  query,
  onChange,
}: {
  query: T;
  onChange: (query: T) => void;
}) {
  return (
    <>
      <TextInput
        label="Log query"
        placeholder="timeout level:>=warn"
        maxLength={2000}
        value={query.q ?? ""}
        onChange={(event) => onChange(withField(query, "q", event.currentTarget.value || undefined))}
      />
      <MultiSelect
        label="Levels"
        placeholder="All"
        data={[...logLevels]}
        value={query.level ?? []}
        onChange={(chosen) =>
          onChange(
            withField(
              query,
              "level",
              logLevels.filter((level) => chosen.includes(level)),
            ),
          )
        }
      />
      <ServicesField query={query} onChange={onChange} />
    </>
  );
}

function ServicesField<T extends Pick<WidgetQuery, "service">>({
  query,
  onChange,
}: {
  query: T;
  onChange: (query: T) => void;
}) {
  const value = query.service ?? [];
  return (
    <TagsInput
      label="Services"
      description="Names, or a variable such as $service."
      placeholder={value.length > 0 ? "" : "All"}
      maxTags={20}
      value={value}
      onChange={(next) => onChange(withField(query, "service", next))}
    />
  );
}

function FigureSelect({ query, onChange }: FieldsProps) {
  const figures: readonly QueryFigure[] = sourceFigures[query.source];
  return (
    <Select
      label="Figure"
      allowDeselect={false}
      data={figures.map((figure) => ({ value: figure, label: figureWords[figure] }))}
      value={query.figure ?? null}
      onChange={(chosen) =>
        onChange(
          withField(
            query,
            "figure",
            figures.find((figure) => figure === chosen),
          ),
        )
      }
    />
  );
}

function GroupSelect({ query, onChange }: FieldsProps) {
  const labels = groupLabels[query.source] ?? [];
  return (
    <Select
      label="Group by"
      placeholder="None"
      clearable
      clearButtonProps={{ "aria-label": "Clear grouping" }}
      data={[...labels]}
      value={query.by?.[0] ?? null}
      onChange={(chosen) => onChange(withField(query, "by", chosen === null ? [] : [chosen]))}
    />
  );
}
