import { Chip, Group, Input, NumberInput, Switch } from "@mantine/core";
import { NextTimes, ScheduleFields, scheduleText, writeCron } from "../../changes/index.ts";
import { useCan, useProfile } from "../../session/context.tsx";
import { duration } from "../../time/format.ts";
import { TimeText } from "../../time/time.tsx";
import { TimeField } from "../../time/time-field.tsx";
import { endOf, type Length, lengths, lengthWords, type SilenceDraft, type SilenceProblems } from "./silence-draft.ts";
import classes from "./silences.module.css";

interface SilenceTimesProps {
  draft: SilenceDraft;
  /** An existing one has its own start and end. */
  isNew: boolean;
  now: number;
  problems: SilenceProblems;
  onChange: (changes: Partial<SilenceDraft>) => void;
}

/** When it mutes: for some time, from a start to an end, or repeatedly. */
export function SilenceTimes({ draft, isNew, now, problems, onChange }: SilenceTimesProps) {
  const { kind, repeats, length, starts_at, ends_at } = draft;
  const end = endOf(draft, now);
  return (
    <>
      {kind === "maintenance" ? (
        <Switch
          label="Repeating window"
          checked={repeats}
          onChange={(event) => onChange({ repeats: event.currentTarget.checked })}
        />
      ) : null}
      {repeats ? <Repetition draft={draft} problems={problems} onChange={onChange} /> : null}
      {isNew && !repeats ? (
        <Input.Wrapper label="Duration" labelElement="div">
          <Chip.Group value={length} onChange={(chosen) => onChange(withLength(draft, chosen, now))}>
            <Group gap={6} mt={4}>
              {lengths.map((each) => (
                <Chip key={each} value={each} size="xs">
                  {lengthWords[each]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      ) : null}
      <div className={classes.times}>
        <TimeField
          label="Start"
          {...(isNew ? { description: "Empty: now" } : {})}
          value={starts_at}
          onChange={(at) => onChange({ starts_at: at })}
        />
        {repeats || length === "custom" ? (
          <TimeField
            label="End"
            {...(repeats ? { description: "Empty: no end" } : isNew ? { description: "When it stops muting" } : {})}
            error={problems.ends_at}
            value={ends_at}
            onChange={(at) => onChange({ ends_at: at })}
          />
        ) : null}
      </div>
      {!repeats && end && Date.parse(end) > now ? (
        <div className="dim">
          Until <TimeText at={end} as="absolute" />
        </div>
      ) : null}
    </>
  );
}

/** Another length. A custom end starts with the one that was chosen before. */
function withLength(draft: SilenceDraft, chosen: string, now: number): Partial<SilenceDraft> {
  const length: Length = lengths.find((each) => each === chosen) ?? draft.length;
  return { length, ...(length === "custom" ? { ends_at: endOf(draft, now) ?? "" } : {}) };
}

function Repetition({ draft, problems, onChange }: Pick<SilenceTimesProps, "draft" | "problems" | "onChange">) {
  const { when, timezone, duration_minutes } = draft;
  const { modules } = useProfile();
  const mayPreview = useCan()("itsm:read") && modules.includes("itsm");
  const cron = writeCron(when);
  return (
    <div className={classes.repetition}>
      <ScheduleFields
        when={when}
        timezone={timezone}
        error={problems.when}
        onWhen={(next) => onChange({ when: next })}
        onTimezone={(zone) => onChange({ timezone: zone })}
      />
      <NumberInput
        size="sm"
        label="Minutes per window"
        min={5}
        max={10_080}
        allowDecimal={false}
        error={problems.duration_minutes}
        value={duration_minutes}
        onChange={(minutes) => onChange({ duration_minutes: minutes === "" ? "" : Number(minutes) })}
      />
      <div>
        {scheduleText(cron)} for {duration((duration_minutes || 0) * 60_000)}, {timezone}
      </div>
      {mayPreview ? <NextTimes cron={cron} timezone={timezone} /> : null}
    </div>
  );
}
