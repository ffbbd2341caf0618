import { Button, CloseButton, Group } from "@mantine/core";
import type { OnCallShift } from "@opsplane/contract";
import { useProfile } from "../../session/context.tsx";
import { duration } from "../../time/format.ts";
import { useClock } from "../../time/time.tsx";
import { zoneRange } from "../../time/zone.ts";
import { useViewerZone } from "../../time/zone-time.tsx";
import { PersonMark } from "../people/person-mark.tsx";
import { isGap } from "./bars.ts";
import classes from "./timeline.module.css";

export interface ShiftActions {
  /** Opens the dialog with the times of the shift. */
  onOverride: (shift: OnCallShift) => void;
  /** Puts the current user on call for the shift. */
  onTake: (shift: OnCallShift) => void;
}

interface ShiftCardProps {
  shift: OnCallShift;
  timezone: string;
  source: string;
  color: string;
  actions: ShiftActions | undefined;
  onClose: () => void;
}

/** One shift: who, when in both timezones, why, and what can be done. */
export function ShiftCard({ shift, timezone, source, color, actions, onClose }: ShiftCardProps) {
  const { user: me } = useProfile();
  const { now } = useClock();
  const viewer = useViewerZone();
  const { from, to, user } = shift;
  const isOver = Date.parse(to) <= now;
  const act = (run: (shift: OnCallShift) => void) => () => {
    onClose();
    run(shift);
  };
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        {user ? (
          <PersonMark person={user} color={color} />
        ) : (
          <b>{isGap(shift) ? "No one is on call" : "Unknown person"}</b>
        )}
        <CloseButton size="sm" aria-label="Close" onClick={onClose} />
      </div>
      <div>
        {zoneRange(from, to, timezone)} <span className="dim">{timezone}</span>
      </div>
      {viewer === timezone ? null : (
        <div className="dim">
          {zoneRange(from, to, viewer)} {viewer}
        </div>
      )}
      <div className="dim">
        {duration(Date.parse(to) - Date.parse(from))}
        {source ? ` · ${source}` : ""}
      </div>
      {actions && !isOver ? (
        <Group gap={6} mt={4}>
          <Button size="compact-sm" variant="default" onClick={act(actions.onOverride)}>
            {isGap(shift) ? "Fill this gap" : "Override this shift"}
          </Button>
          {user?.id === me.id ? null : (
            <Button size="compact-sm" onClick={act(actions.onTake)}>
              Take this shift
            </Button>
          )}
        </Group>
      ) : null}
    </div>
  );
}
