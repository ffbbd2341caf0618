import { ActionIcon, Button, MultiSelect, Select, TextInput, Tooltip } from "@mantine/core";
import { aggregations, overTime } from "@opsplane/contract";
import { IconCopyPlus, IconEye, IconEyeOff, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Interval } from "../time/range.ts";
import { AddFilter, FilterChip } from "./filter-chip.tsx";
import { MetricField } from "./metric-field.tsx";
import classes from "./metrics.module.css";
import { useLabels } from "./queries.ts";
import type { BuiltQuery, LabelFilter } from "./query-text.ts";
import type { LineResult } from "./use-results.ts";

interface QueryLineProps {
  line: LineResult;
  /** How many of the series found are drawn. */
  count: { found: number; drawn: number } | undefined;
  interval: Interval;
  autoFocus: boolean;
  onChange: (query: BuiltQuery) => void;
  /** Absent when there is no room for another query. */
  onDuplicate: (() => void) | undefined;
  onRemove: () => void;
}

/** One query of the builder: metric, filters, aggregation, groups. */
export function QueryLine({ line, count, interval, autoFocus, onChange, onDuplicate, onRemove }: QueryLineProps) {
  const { letter, query, agg, unreadable, error, retry } = line;
  const { metric, filters, hidden, over, window } = query;
  const [more, setMore] = useState(over !== undefined || window !== undefined);
  const name = letter.toUpperCase();
  const change = (fields: Partial<BuiltQuery>) => onChange({ ...query, ...fields });
  const setFilters = (next: readonly LabelFilter[]) => change({ filters: next });
  const context = { letter, metric, interval };
  return (
    <fieldset className={classes.line} data-hidden={hidden} aria-label={`Query ${name}`}>
      <span className={classes.letter} aria-hidden="true">
        {name}
      </span>
      <div className={classes.fields}>
        {/* Another metric may have another type, so the aggregation is chosen again. */}
        <MetricField
          {...context}
          value={metric}
          autoFocus={autoFocus}
          onChange={(next) => change({ metric: next, agg: undefined })}
        />
        {filters.map((filter, index) => (
          <FilterChip
            // biome-ignore lint/suspicious/noArrayIndexKey: two filters can be the same
            key={index}
            {...context}
            filter={filter}
            onChange={(next) => setFilters(filters.with(index, next))}
            onRemove={() => setFilters(filters.toSpliced(index, 1))}
          />
        ))}
        {metric ? <AddFilter {...context} onAdd={(filter) => setFilters([...filters, filter])} /> : null}
        <Select
          className={classes.agg ?? ""}
          size="xs"
          aria-label={`Aggregation of ${name}`}
          allowDeselect={false}
          data={[...aggregations]}
          value={agg}
          onChange={(chosen) =>
            change({ agg: aggregations.find((each) => each === chosen), ...(chosen === "last" ? { by: [] } : {}) })
          }
        />
        {/* The last values of a group have no common value. */}
        {agg === "last" && query.by.length === 0 ? null : (
          <GroupField query={query} letter={letter} interval={interval} onChange={(by) => change({ by })} />
        )}
        <Button variant="subtle" color="gray" px={6} aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? "Less" : "More"}
        </Button>
        {more ? <MoreFields query={query} name={name} onChange={change} /> : null}
      </div>
      <div className={classes.lineActions}>
        <LineAction label={`${hidden ? "Show" : "Hide"} ${name}`} onClick={() => change({ hidden: !hidden })}>
          {hidden ? <IconEyeOff size={15} /> : <IconEye size={15} />}
        </LineAction>
        <LineAction label={`Duplicate ${name}`} onClick={onDuplicate}>
          <IconCopyPlus size={15} />
        </LineAction>
        <LineAction label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={15} />
        </LineAction>
      </div>
      {unreadable ? (
        <p className={classes.problem} role="alert">
          This query can't be read: <code className="mono">{unreadable.slice(0, 200)}</code>
        </p>
      ) : null}
      {error ? (
        <p className={classes.problem} role="alert">
          {error.message}{" "}
          <Button variant="subtle" size="compact-xs" onClick={retry}>
            Retry
          </Button>
        </p>
      ) : null}
      {count && count.found > count.drawn ? (
        <p className={classes.note}>
          Showing {count.drawn} of {count.found} series, those with the highest last value. Add a filter or group them.
        </p>
      ) : null}
    </fieldset>
  );
}

interface LineActionProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

function LineAction({ label, onClick, children }: LineActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} aria-label={label} disabled={!onClick} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

interface GroupFieldProps {
  query: BuiltQuery;
  letter: string;
  interval: Interval;
  onChange: (by: string[]) => void;
}

function GroupField({ query: { metric, by }, letter, interval, onChange }: GroupFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useLabels(metric, [], interval, isOpen);
  const names = new Set([
    ...by,
    ...(data ?? []).map(({ name }) => name),
    ...(metric.includes("*") ? ["__name__"] : []),
  ]);
  return (
    <MultiSelect
      className={classes.by ?? ""}
      size="xs"
      aria-label={`Group ${letter.toUpperCase()} by`}
      placeholder={by.length === 0 ? "Group by" : ""}
      data={[...names]}
      value={[...by]}
      searchable
      clearable
      maxValues={10}
      nothingFoundMessage={data ? "No labels found" : "Loading…"}
      onDropdownOpen={() => setOpen(true)}
      onChange={onChange}
    />
  );
}

interface MoreFieldsProps {
  query: BuiltQuery;
  name: string;
  onChange: (fields: Pick<Partial<BuiltQuery>, "over" | "window">) => void;
}

/** The function over the samples of a window, and the length of the window. */
function MoreFields({ query: { over, window = "" }, name, onChange }: MoreFieldsProps) {
  const [typed, setTyped] = useState(window);
  useEffect(() => setTyped(window), [window]);
  const isWindow = typed === "" || /^\d{1,7}(ms|s|m|h|d|w)$/.test(typed);
  const commit = () => {
    if (isWindow && typed !== window) onChange({ window: typed || undefined });
  };
  return (
    <>
      <Select
        className={classes.over ?? ""}
        size="xs"
        aria-label={`Over time of ${name}`}
        placeholder="Over time: last"
        clearable
        data={[...overTime]}
        value={over ?? null}
        onChange={(chosen) => onChange({ over: overTime.find((each) => each === chosen) })}
      />
      <TextInput
        className={classes.window ?? ""}
        size="xs"
        aria-label={`Window of ${name}`}
        placeholder="Window: auto"
        maxLength={9}
        error={isWindow ? undefined : "Use 30s, 5m, 1h"}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.trim())}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </>
  );
}
