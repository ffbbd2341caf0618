import { ActionIcon, Button, Group, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useKeys } from "../keys/keys.tsx";
import { addDays } from "../time/days.ts";
import { useClock } from "../time/time.tsx";
import { Face } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "./calendar.module.css";
import { CalendarAgenda } from "./calendar-agenda.tsx";
import { CalendarConflicts, inTheWay } from "./calendar-conflicts.tsx";
import { dayOf, spanOf, startOf, turned } from "./calendar-days.ts";
import { CalendarGrid } from "./calendar-grid.tsx";
import { CalendarLegend } from "./calendar-legend.tsx";
import { useCalendar } from "./queries.ts";

/** Changes by their windows, one month or week at a time, with their conflicts. */
export function Calendar({ at }: { at: string | undefined }) {
  const navigate = useNavigate();
  const { now, mode } = useClock();
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const today = dayOf(now, mode);
  const span = spanOf(at, today);
  const first = span.weeks[0]?.[0] ?? today;
  const last = span.weeks.at(-1)?.[6] ?? today;
  const calendar = useCalendar(startOf(first, mode), startOf(addDays(last, 1), mode));

  const go = (to: string | undefined) =>
    void navigate({ to: "/changes", search: { view: "calendar", ...(to ? { at: to } : {}) } });
  const present = span.kind === "month" ? undefined : today;
  const group = "Calendar";
  useKeys([
    { keys: "h", label: "Previous", group, run: () => go(turned(span, -1)) },
    { keys: "l", label: "Next", group, run: () => go(turned(span, 1)) },
    { keys: "t", label: "Today", group, run: () => go(present) },
    { keys: "w", label: "Week", group, run: () => go(span.kind === "week" ? span.at : dayInside(span.at, today)) },
    { keys: "m", label: "Month", group, run: () => go(span.at.slice(0, 7)) },
  ]);

  return (
    <div className={classes.calendar}>
      <div className={classes.turner}>
        <Group gap={4} wrap="nowrap">
          <Tooltip label={`Previous ${span.kind} (h)`}>
            <ActionIcon
              size={30}
              variant="default"
              aria-label={`Previous ${span.kind}`}
              onClick={() => go(turned(span, -1))}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={`Next ${span.kind} (l)`}>
            <ActionIcon
              size={30}
              variant="default"
              aria-label={`Next ${span.kind}`}
              onClick={() => go(turned(span, 1))}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </Tooltip>
          <Button variant="default" onClick={() => go(present)}>
            Today
          </Button>
        </Group>
        <h2 className={classes.span} aria-live="polite">
          {span.title}
        </h2>
        <Button.Group>
          <ButtonLink
            to="/changes"
            search={{ view: "calendar", at: span.at.slice(0, 7) }}
            variant={span.kind === "month" ? "filled" : "default"}
          >
            Month
          </ButtonLink>
          <ButtonLink
            to="/changes"
            search={{ view: "calendar", at: span.kind === "week" ? span.at : dayInside(span.at, today) }}
            variant={span.kind === "week" ? "filled" : "default"}
          >
            Week
          </ButtonLink>
        </Button.Group>
      </div>
      <QueryFace query={calendar}>
        {({ changes, conflicts, truncated }) => {
          const touched = inTheWay(conflicts);
          return (
            <div className={classes.columns} aria-busy={calendar.isPlaceholderData}>
              <div className={classes.main}>
                {truncated ? (
                  <p className={classes.hint}>Showing the first 500 changes. Switch to Week to see fewer.</p>
                ) : null}
                {narrow ? (
                  <CalendarAgenda span={span} changes={changes} touched={touched} today={today} />
                ) : (
                  <CalendarGrid span={span} changes={changes} touched={touched} today={today} />
                )}
                {changes.length === 0 ? (
                  <Face icon={<IconCalendarOff size={20} />} title={`No changes this ${span.kind}`}>
                    Changes appear here once they have a change window.
                  </Face>
                ) : null}
              </div>
              <aside className={classes.aside} aria-label="About this calendar">
                <CalendarConflicts changes={changes} conflicts={conflicts} />
                <CalendarLegend />
              </aside>
            </div>
          );
        }}
      </QueryFace>
    </div>
  );
}

/** Switching from a month to a week shows the current week, if it is in that month. */
function dayInside(month: string, today: string): string {
  return today.startsWith(month.slice(0, 7)) ? today : `${month.slice(0, 7)}-01`;
}
