import { Group, Select, Textarea } from "@mantine/core";
import type { DirectoryUser } from "@opsplane/contract";
import { useState } from "react";
import { PersonSelect } from "../../directory/person-select.tsx";
import { useProfile } from "../../session/context.tsx";
import { useClock } from "../../time/time.tsx";
import { instantOf, isWallTime, type WallTime, wallOf } from "../../time/zone.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useOnceKey } from "../../ui/once-key.ts";
import { useAddOverride } from "./queries.ts";
import { ZoneTimeField } from "./zone-time-field.tsx";

export interface OverrideTarget {
  id: string;
  name: string;
  timezone: string;
}

/** What the dialog starts with. */
export interface OverrideStart {
  from?: string | undefined;
  to?: string | undefined;
  /** Null: to be chosen. The current user unless given. */
  person?: DirectoryUser | null;
}

interface OverrideDialogProps {
  /** One is given, more are a choice. */
  schedules: readonly OverrideTarget[];
  start?: OverrideStart;
  onClose: () => void;
}

const hourMs = 3_600_000;

/** Puts someone on call for a time. Times are those of the schedule's timezone. */
export function OverrideDialog({ schedules, start = {}, onClose }: OverrideDialogProps) {
  const { user: me } = useProfile();
  const { now } = useClock();
  const add = useAddOverride();
  const key = useOnceKey();
  const [schedule, setSchedule] = useState(schedules[0]);
  const zone = schedule?.timezone ?? "UTC";
  const [person, setPerson] = useState<string | null>((start.person === undefined ? me : start.person)?.id ?? null);
  const begin = Math.max(start.from ? Date.parse(start.from) : 0, Math.floor(now / 60_000) * 60_000);
  const [from, setFrom] = useState(() => wallOf(begin, zone));
  const [to, setTo] = useState(() => wallOf(start.to ? Date.parse(start.to) : begin + 8 * hourMs, zone));
  const [comment, setComment] = useState("");
  const [tried, setTried] = useState(false);
  const problems = {
    person: person ? null : "Choose a person.",
    from: isWallTime(from) ? null : "Enter a start.",
    to: !isWallTime(to) ? "Enter an end." : to <= from ? "The end must be after the start." : null,
  };
  const shown = tried ? problems : { person: null, from: null, to: null };
  const choose = (next: OverrideTarget | undefined) => {
    if (!next) return;
    const inZone = (wall: WallTime) => (isWallTime(wall) ? wallOf(instantOf(wall, zone), next.timezone) : wall);
    setFrom(inZone(from));
    setTo(inZone(to));
    setSchedule(next);
  };
  const submit = () => {
    setTried(true);
    if (!schedule || person === null || Object.values(problems).some(Boolean)) return;
    const [starts_at, ends_at] = [from, to].map((wall) => new Date(instantOf(wall, zone)).toISOString());
    if (starts_at === undefined || ends_at === undefined) return;
    const fields = { user_id: person, starts_at, ends_at, ...(comment.trim() ? { comment: comment.trim() } : {}) };
    add.mutate({ scheduleId: schedule.id, fields, key }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={schedules.length === 1 ? `Override ${schedule?.name ?? ""}` : "Override a schedule"}
      submit="Add override"
      isDirty={comment !== ""}
      pending={add.isPending}
      error={add.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      {schedules.length > 1 ? (
        <Select
          label="Schedule"
          searchable
          allowDeselect={false}
          data={schedules.map(({ id, name }) => ({ value: id, label: name }))}
          value={schedule?.id ?? null}
          onChange={(id) => choose(schedules.find((each) => each.id === id))}
        />
      ) : null}
      <PersonSelect
        label="Person on call"
        placeholder="Search people…"
        error={shown.person}
        value={person}
        chosen={[start.person, me].find((each) => each?.id === person) ?? null}
        onChange={setPerson}
      />
      <Group gap="md" grow align="flex-start">
        <ZoneTimeField label="Start" timezone={zone} error={shown.from} value={from} onChange={setFrom} />
        <ZoneTimeField label="End" timezone={zone} error={shown.to} value={to} onChange={setTo} />
      </Group>
      <Textarea
        label="Comment"
        placeholder="Vacation swap"
        autosize
        minRows={2}
        maxLength={500}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
