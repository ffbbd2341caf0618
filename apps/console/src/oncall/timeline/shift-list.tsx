import { Button } from "@mantine/core";
import type { OnCallShift } from "@opsplane/contract";
import { useClock } from "../../time/time.tsx";
import { zoneRange } from "../../time/zone.ts";
import { Tag } from "../../ui/tag.tsx";
import { PersonMark } from "../people/person-mark.tsx";
import { isGap } from "./bars.ts";
import type { ShiftActions } from "./shift-card.tsx";
import classes from "./timeline.module.css";

interface ShiftListProps {
  shifts: readonly OnCallShift[];
  timezone: string;
  colorOf: (id: string | undefined) => string;
  actions?: ShiftActions | undefined;
}

/** Who is on call, one shift after the other. */
export function ShiftList({ shifts, timezone, colorOf, actions }: ShiftListProps) {
  const { now } = useClock();
  return (
    <ol className={classes.list} aria-label="Shifts">
      {shifts.map((shift) => {
        const { from, to, user, override_id } = shift;
        const isPast = Date.parse(to) <= now;
        const isCurrent = !isPast && Date.parse(from) <= now;
        const when = zoneRange(from, to, timezone);
        return (
          <li key={from} className={classes.listed} data-gap={isGap(shift)} data-past={isPast} data-current={isCurrent}>
            {user ? (
              <PersonMark person={user} color={colorOf(user.id)} />
            ) : (
              <b>{isGap(shift) ? "No one" : "Unknown person"}</b>
            )}
            <span className={classes.when}>
              {when} {override_id ? <Tag>override</Tag> : null} {isCurrent ? <Tag tone="good">now</Tag> : null}
            </span>
            {actions && !isPast ? (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Override ${user?.name ?? "the gap"}, ${when}`}
                onClick={() => actions.onOverride(shift)}
              >
                Override
              </Button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
