import { Popover } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import { useClock } from "../../time/time.tsx";
import { zoneRange } from "../../time/zone.ts";
import { initialsOf } from "../../ui/initials.ts";
import { type Bar, barsOf, isGap } from "./bars.ts";
import { sourceOf, type TimelineRow } from "./rows.ts";
import { type ShiftActions, ShiftCard } from "./shift-card.tsx";
import type { Window } from "./span.ts";
import classes from "./timeline.module.css";

interface TimelineTrackProps {
  row: TimelineRow;
  window: Window;
  timezone: string;
  layerNames: readonly string[];
  colorOf: (id: string | undefined) => string;
  actions: ShiftActions | undefined;
}

/** The shifts of a row. A click shows one with its times and what can be done. */
export function TimelineTrack({ row, window, timezone, layerNames, colorOf, actions }: TimelineTrackProps) {
  const { now } = useClock();
  const [opened, setOpened] = useState<Bar>();
  const [focused, setFocused] = useState<string>();
  const bars = barsOf(row.shifts, window);
  // One stop for Tab in each row; arrow keys move on from there.
  const stop = bars.some(({ key }) => key === focused) ? focused : (bars.find(isNow(now)) ?? bars[0])?.key;
  return (
    <div className={classes.track}>
      {bars.map((bar) => {
        const { shift, key } = bar;
        const name = shift.user?.name ?? (isGap(shift) ? "No one" : "Unknown person");
        const style: CSSProperties & { "--person": string } = {
          "--person": colorOf(shift.user?.id),
          left: `${bar.left * 100}%`,
          width: `${bar.width * 100}%`,
        };
        const source = row.kind === "final" ? sourceOf(shift, layerNames) : "";
        return (
          <button
            key={`${key} ${shift.override_id}`}
            type="button"
            className={classes.bar}
            data-bar={key}
            data-gap={isGap(shift)}
            data-override={shift.override_id !== null}
            data-current={row.kind === "final" && isNow(now)(bar)}
            style={style}
            tabIndex={key === stop ? 0 : -1}
            aria-haspopup="dialog"
            aria-label={`${name}, ${zoneRange(shift.from, shift.to, timezone)}${source ? `, ${source}` : ""}`}
            onFocus={() => setFocused(key)}
            onClick={() => setOpened(bar)}
          >
            <span className={classes.inner}>
              <span className={classes.name}>{name}</span>
              <span className={classes.initials}>{shift.user ? initialsOf(name) : ""}</span>
            </span>
          </button>
        );
      })}
      {opened ? (
        <Popover
          key={opened.key}
          opened
          onChange={(open) => !open && setOpened(undefined)}
          trapFocus
          returnFocus
          withArrow
          shadow="md"
          width={300}
          position="bottom"
        >
          <Popover.Target>
            <span
              className={classes.anchor}
              style={{ left: `${opened.left * 100}%`, width: `${opened.width * 100}%` }}
            />
          </Popover.Target>
          <Popover.Dropdown aria-label="Shift">
            <ShiftCard
              shift={opened.shift}
              timezone={timezone}
              source={sourceOf(opened.shift, layerNames)}
              color={colorOf(opened.shift.user?.id)}
              actions={actions}
              onClose={() => setOpened(undefined)}
            />
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </div>
  );
}

function isNow(now: number): (bar: Bar) => boolean {
  return ({ shift }) => Date.parse(shift.from) <= now && now < Date.parse(shift.to);
}
