import type { ChangeSummary } from "@opsplane/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { ChangeStatusText, RiskBadge } from "../records/change-badges.tsx";
import { type Day, dayName } from "../time/days.ts";
import { useClock } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import classes from "./calendar-agenda.module.css";
import type { Span } from "./calendar-days.ts";
import { daysOf } from "./calendar-lanes.ts";
import { WindowText } from "./window-text.tsx";

interface CalendarAgendaProps {
  span: Span;
  changes: readonly ChangeSummary[];
  touched: ReadonlySet<string>;
  today: Day;
}

/** The calendar of a narrow screen: only days with changes, one below the other. */
export function CalendarAgenda({ span, changes, touched, today }: CalendarAgendaProps) {
  const { mode } = useClock();
  const days = span.weeks.flat().filter((day) => span.kind === "week" || day.startsWith(span.at));
  return (
    <div className={classes.agenda}>
      {days.map((day) => {
        // Each change appears once, on its first visible day; its window shows the rest.
        const here = changes.filter((change) => {
          const touches = daysOf(change, mode);
          return touches && (touches.first === day || (day === days[0] && touches.first < day && day <= touches.last));
        });
        return here.length === 0 ? null : (
          <section key={day} aria-label={dayName(day)}>
            <h3 data-today={day === today}>{dayName(day)}</h3>
            <ul>
              {here.map((change) => (
                <AgendaItem key={change.id} change={change} conflict={touched.has(change.id)} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function AgendaItem({ change, conflict }: { change: ChangeSummary; conflict: boolean }) {
  return (
    <li>
      <PlainLink to="/changes/$reference" params={{ reference: change.reference }} className={classes.agendaLink}>
        {conflict ? (
          <IconAlertTriangle size={14} className={classes.sign} role="img" aria-label="Conflicts with another change" />
        ) : null}
        {change.title}
      </PlainLink>
      <div className={classes.agendaFacts}>
        <RiskBadge risk={change.risk_level} />
        <ChangeStatusText status={change.status} />
        <span className="dim">
          <WindowText start={change.requested_start} end={change.requested_end} />
        </span>
      </div>
    </li>
  );
}
