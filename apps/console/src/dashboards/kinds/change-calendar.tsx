import { NumberInput, Stack } from "@mantine/core";
import { IconCalendarEvent } from "@tabler/icons-react";
import { TimeText } from "../../time/time.tsx";
import { Tag } from "../../ui/tag.tsx";
import { RecordLink } from "../board/look.tsx";
import { LimitField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { Scroll } from "./scroll.tsx";
import { WidgetNote } from "./widget-note.tsx";

function View({ title, options: { days = 7 }, data: { changes, left_out } }: KindViewProps<"change_calendar">) {
  if (changes.length === 0) return <WidgetNote>No changes in the next {days} days</WidgetNote>;
  return (
    <Scroll label={title || "Changes"}>
      <ul className={classes.rows}>
        {changes.map(({ reference, title: name, status, risk_level, starts_at, ends_at, has_conflict }) => (
          <li key={reference}>
            <div className={classes.when}>
              {starts_at ? <TimeText at={starts_at} as="short" /> : "—"}
              {ends_at ? (
                <span className="dim">
                  to <TimeText at={ends_at} as="short" />
                </span>
              ) : null}
            </div>
            <div className={classes.main}>
              <div className={classes.name}>{name}</div>
              <div className={classes.sub}>
                <RecordLink kind="change" reference={reference} /> <span>{status.replaceAll("_", " ")}</span>
                <span>{risk_level} risk</span>
                {has_conflict ? <Tag tone="bad">Conflict</Tag> : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {left_out > 0 ? <p className={classes.more}>{left_out} more not shown</p> : null}
    </Scroll>
  );
}

function Form({ options, onChange }: KindFormProps<"change_calendar">) {
  return (
    <Stack gap="sm">
      <NumberInput
        label="Days ahead"
        min={1}
        max={60}
        allowDecimal={false}
        clampBehavior="strict"
        value={options.days ?? 7}
        onChange={(next) => onChange({ ...options, days: Math.min(60, Math.max(1, Number(next) || 1)) })}
      />
      <LimitField max={100} value={options.limit} onChange={(limit) => onChange({ ...options, limit })} />
    </Stack>
  );
}

export const changeCalendar = defineKind("change_calendar", {
  icon: IconCalendarEvent,
  about: "The changes of the next days",
  initial: { days: 7 },
  View,
  Form,
});
