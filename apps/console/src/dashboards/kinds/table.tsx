import { Stack } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { unitText } from "../../ui/chart/units.ts";
import { LimitField, ReductionSelect, UnitSelect } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { QueriesFields } from "./queries-fields.tsx";
import { Scroll } from "./scroll.tsx";
import { WidgetNote } from "./widget-note.tsx";

function View({ title, options, data }: KindViewProps<"table">) {
  const { units = [] } = options;
  const { labels, columns, rows, left_out } = data;
  if (rows.length === 0) return <WidgetNote>No data in this range</WidgetNote>;
  return (
    <Scroll label={title || "Table"}>
      <table className={classes.table}>
        <thead>
          <tr>
            {labels.map((label) => (
              <th key={label}>{label}</th>
            ))}
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same name
              <th key={index} className={classes.number}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row.labels)}>
              {labels.map((label) => (
                <td key={label}>{row.labels[label] ?? ""}</td>
              ))}
              {row.values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <td key={index} className={classes.number}>
                  {value === null ? "—" : unitText(value, units[index] ?? "count")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left_out > 0 ? <p className={classes.more}>{left_out} more not shown</p> : null}
    </Scroll>
  );
}

function Form({ options, interval, onChange }: KindFormProps<"table">) {
  const { queries, units = [] } = options;
  return (
    <Stack gap="sm">
      <QueriesFields
        queries={queries}
        max={6}
        interval={interval}
        isOverTime={false}
        onChange={(next) => onChange({ ...options, queries: next })}
      />
      {queries.map((_, index) => (
        <UnitSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: one field for each query
          key={index}
          label={queries.length > 1 ? `Unit of query ${index + 1}` : "Unit"}
          value={units[index]}
          onChange={(unit) =>
            onChange({ ...options, units: queries.map((__, at) => (at === index ? unit : (units[at] ?? "count"))) })
          }
        />
      ))}
      <ReductionSelect value={options.reduce} onChange={(reduce) => onChange({ ...options, reduce })} />
      <LimitField max={200} value={options.limit} onChange={(limit) => onChange({ ...options, limit })} />
    </Stack>
  );
}

export const table = defineKind("table", {
  icon: IconTable,
  about: "Values by label, one column for each query",
  initial: { queries: [{ source: "metric", agg: "avg" }] },
  View,
  Form,
});
