import type { ChangeSummary } from "@opsplane/contract";
import { type Day, dayName } from "../time/days.ts";
import { useClock } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import classes from "./calendar.module.css";
import { CalendarBar } from "./calendar-bar.tsx";
import type { Span } from "./calendar-days.ts";
import { barsOf } from "./calendar-lanes.ts";

interface CalendarGridProps {
  span: Span;
  changes: readonly ChangeSummary[];
  touched: ReadonlySet<string>;
  today: Day;
}

/** The lanes that fit into a week of the month view. The week view shows all. */
const monthLanes = 3;

export function CalendarGrid({ span, changes, touched, today }: CalendarGridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold bars that span days
    <div className={classes.grid} role="table" aria-label={span.title} data-kind={span.kind}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a row of a table is read, not operated */}
      <div className={classes.weekdays} role="row">
        {(span.weeks[0] ?? []).map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div key={day} role="columnheader">
            {dayName(day).slice(0, 3)}
          </div>
        ))}
      </div>
      {span.weeks.map((week) => (
        <Week key={week[0]} week={week} span={span} changes={changes} touched={touched} today={today} />
      ))}
    </div>
  );
}

function Week({ week, span, changes, touched, today }: CalendarGridProps & { week: readonly Day[] }) {
  const { mode } = useClock();
  const bars = barsOf(changes, week, mode);
  const room = span.kind === "month" ? monthLanes : Number.POSITIVE_INFINITY;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see CalendarGrid
    // biome-ignore lint/a11y/useFocusableInteractive: its links are what takes the focus
    <div className={classes.week} role="row">
      {week.map((day, column) => {
        const here = bars.filter(({ first, last }) => first <= column && column <= last);
        const hidden = here.filter(({ lane }) => lane >= room).length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see CalendarGrid
          <div
            key={day}
            role="cell"
            className={classes.day}
            style={{ gridColumn: `${column + 1} / ${column + 2}` }}
            data-today={day === today}
            data-outside={span.kind === "month" && !day.startsWith(span.at)}
          >
            <PlainLink
              className={classes.number}
              to="/changes"
              search={{ view: "calendar", at: day }}
              aria-label={`${dayName(day)}, ${here.length} ${here.length === 1 ? "change" : "changes"}`}
              {...(day === today ? { "aria-current": "date" as const } : {})}
            >
              {Number(day.slice(8))}
            </PlainLink>
            {hidden > 0 ? (
              <PlainLink className={classes.more} to="/changes" search={{ view: "calendar", at: day }}>
                +{hidden} more
              </PlainLink>
            ) : null}
          </div>
        );
      })}
      {bars
        .filter(({ lane }) => lane < room)
        .map((bar) => (
          <CalendarBar
            key={bar.change.id}
            bar={bar}
            conflict={touched.has(bar.change.id)}
            tall={span.kind === "week"}
          />
        ))}
    </div>
  );
}
