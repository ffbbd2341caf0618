import { ActionIcon, Button } from "@mantine/core";
import type { OnCallSchedule, ScheduleOverride } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useCan } from "../../session/context.tsx";
import { useClock } from "../../time/time.tsx";
import { zoneRange } from "../../time/zone.ts";
import { MoreButton } from "../../ui/more-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useDeletion } from "../../ui/row-actions.tsx";
import { Tag } from "../../ui/tag.tsx";
import { PersonMark } from "../people/person-mark.tsx";
import { useOverrides, useRemoveOverride } from "./queries.ts";
import classes from "./schedule-page.module.css";

interface OverridesPanelProps {
  schedule: OnCallSchedule;
  colorOf: (id: string | undefined) => string;
  onAdd: () => void;
}

/** The overrides that have not ended. */
export function OverridesPanel({ schedule, colorOf, onAdd }: OverridesPanelProps) {
  const mayWrite = useCan()("oncall:write");
  const { now } = useClock();
  const overrides = useOverrides(schedule.id);
  const remove = useRemoveOverride(schedule.id);
  const deletion = useDeletion<ScheduleOverride>({
    title: ({ user }) => `Delete the override for ${user?.name ?? "this person"}?`,
    text: "The layers apply again for this time.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  return (
    <Panel
      title="Overrides"
      action={
        mayWrite ? (
          <Button size="compact-xs" variant="default" leftSection={<IconPlus size={13} />} onClick={onAdd}>
            Add override
          </Button>
        ) : null
      }
    >
      <QueryFace
        query={overrides}
        loading={<span className="dim">Loading…</span>}
        isEmpty={({ total }) => total === 0}
        empty={<span className="dim">No current or upcoming overrides.</span>}
      >
        {({ items }) => (
          <>
            <ul className={classes.lines} aria-label="Overrides">
              {items.map((override) => (
                <li key={override.id} className={classes.override}>
                  {override.user ? (
                    <PersonMark person={override.user} color={colorOf(override.user.id)} />
                  ) : (
                    <span>Unknown person</span>
                  )}
                  <span className={classes.grow}>
                    {zoneRange(override.starts_at, override.ends_at, schedule.timezone)}{" "}
                    {Date.parse(override.starts_at) <= now ? <Tag tone="good">now</Tag> : null}
                    {override.comment ? <span className="dim"> {override.comment}</span> : null}
                  </span>
                  {mayWrite ? (
                    <ActionIcon
                      size={26}
                      aria-label={`Delete override for ${override.user?.name ?? "unknown person"}`}
                      onClick={() => deletion.ask(override)}
                    >
                      <IconTrash size={15} />
                    </ActionIcon>
                  ) : null}
                </li>
              ))}
            </ul>
            <MoreButton list={overrides} />
          </>
        )}
      </QueryFace>
      {deletion.dialog}
    </Panel>
  );
}
