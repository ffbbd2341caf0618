import type { ScheduleTimeline } from "@opsplane/contract";
import { type KeyboardEvent, useRef } from "react";
import { dayName } from "../../time/days.ts";
import { useClock } from "../../time/time.tsx";
import { wallOf, zoneDay } from "../../time/zone.ts";
import { columnsOf, type DayColumn, shareOf } from "./bars.ts";
import { rowsOf } from "./rows.ts";
import type { ShiftActions } from "./shift-card.tsx";
import { type Span, windowOf } from "./span.ts";
import classes from "./timeline.module.css";
import { TimelineTrack } from "./timeline-track.tsx";

interface TimelineProps {
  timeline: ScheduleTimeline;
  span: Span;
  timezone: string;
  layerNames: readonly string[];
  colorOf: (id: string | undefined) => string;
  /** What can be done with a shift that is not over; absent in a preview and for those who only read. */
  actions?: ShiftActions | undefined;
}

/** Who is on call over days: a row for each layer, the overrides and the result. Arrow keys move between shifts. */
export function Timeline({ timeline, span, timezone, layerNames, colorOf, actions }: TimelineProps) {
  const { now } = useClock();
  const frame = useRef<HTMLDivElement>(null);
  const window = windowOf(span, timezone);
  const columns = columnsOf(span, window, timezone);
  const nowShare = shareOf(now, window);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the buttons inside
    <div
      ref={frame}
      className={classes.timeline}
      data-kind={span.kind}
      onKeyDown={(event) => moveFocus(event, frame.current)}
    >
      <div className={classes.row} aria-hidden="true">
        <div className={classes.label} />
        <div className={classes.days}>
          {columns.map((column) => (
            <DayHead key={column.day} column={column} span={span} isToday={column.day === zoneDay(now, timezone)} />
          ))}
        </div>
      </div>
      <div className={classes.rows}>
        <div className={classes.columns} aria-hidden="true">
          {columns.map(({ day, left, width, isWeekend }) => (
            <span key={day} data-weekend={isWeekend} style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />
          ))}
          {nowShare >= 0 && nowShare <= 1 ? (
            <span
              className={classes.now}
              style={{ left: `${nowShare * 100}%` }}
              title={`Now, ${wallOf(now, timezone).slice(11)}`}
            >
              <b>Now</b>
            </span>
          ) : null}
        </div>
        {rowsOf(timeline, layerNames).map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
          <div key={row.key} className={classes.row} data-kind={row.kind} role="group" aria-label={row.label}>
            <div className={classes.label} title={row.label}>
              <span className="truncate">{row.label}</span>
            </div>
            <TimelineTrack
              row={row}
              window={window}
              timezone={timezone}
              layerNames={layerNames}
              colorOf={colorOf}
              actions={actions}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

function DayHead({ column, span, isToday }: { column: DayColumn; span: Span; isToday: boolean }) {
  const { day, left, width, hours } = column;
  const [weekday = "", number = "", month = ""] = dayName(day).split(" ");
  return (
    <span
      className={classes.day}
      data-today={isToday}
      style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
      title={hours === 24 ? dayName(day) : `${dayName(day)}: the clocks change, so this day has ${hours} hours`}
    >
      <i>{span.kind === "month" ? weekday.slice(0, 1) : weekday}</i> {number}
      {number === "1" && span.kind !== "month" ? ` ${month}` : ""}
      {hours === 24 ? "" : span.kind === "month" ? "*" : ` · ${hours} h`}
    </span>
  );
}

/** Left and right move within a row, up and down to the nearest shift of the next row. */
function moveFocus(event: KeyboardEvent, frame: HTMLElement | null) {
  const { key, target } = event;
  if (!frame || !(target instanceof HTMLElement) || !target.dataset.bar || !key.startsWith("Arrow")) return;
  const row = target.closest("[role=group]");
  if (!row) return;
  const inRow = (each: Element | null | undefined) => [...(each?.querySelectorAll<HTMLElement>("[data-bar]") ?? [])];
  const focus = (next: HTMLElement | undefined) => {
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const bars = inRow(row);
    return focus(bars[bars.indexOf(target) + (key === "ArrowRight" ? 1 : -1)]);
  }
  const rows = [...frame.querySelectorAll("[role=group]")].filter((each) => inRow(each).length > 0);
  const near = inRow(rows[rows.indexOf(row) + (key === "ArrowDown" ? 1 : -1)]);
  const { left } = target.getBoundingClientRect();
  focus(near.findLast((each) => each.getBoundingClientRect().left <= left + 1) ?? near[0]);
}
