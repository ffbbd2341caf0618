import { Stack } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { TimeText } from "../../time/time.tsx";
import { LimitField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { LogFilterFields } from "./query-fields.tsx";
import { Scroll } from "./scroll.tsx";
import { WidgetNote } from "./widget-note.tsx";

function View({ title, data: { records } }: KindViewProps<"log_list">) {
  if (records.length === 0) return <WidgetNote>No log records in this range</WidgetNote>;
  return (
    <Scroll label={title || "Log records"}>
      <ul className={classes.logs}>
        {records.map(({ id, timestamp, level, service, message }) => (
          <li key={id}>
            <span className="dim">
              <TimeText at={timestamp} as="short" />
            </span>
            <span className={classes.level} data-level={level}>
              {level}
            </span>
            <span className={classes.service}>{service}</span>
            <span className={classes.message}>{message}</span>
          </li>
        ))}
      </ul>
    </Scroll>
  );
}

function Form({ options, onChange }: KindFormProps<"log_list">) {
  return (
    <Stack gap="sm">
      <LogFilterFields query={options} onChange={onChange} />
      <LimitField max={200} value={options.limit} onChange={(limit) => onChange({ ...options, limit })} />
    </Stack>
  );
}

export const logList = defineKind("log_list", {
  icon: IconFileText,
  about: "The newest log records of a query",
  initial: {},
  View,
  Form,
});
