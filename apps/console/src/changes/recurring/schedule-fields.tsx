import { Chip, Group, Input, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { TimezoneSelect } from "../../time/timezone-select.tsx";
import { nthWords, type RecurringTime, repeatedBy, repeatWords, weekdayWords } from "./schedule.ts";

interface ScheduleFieldsProps {
  when: RecurringTime;
  timezone: string;
  error: ReactNode;
  onWhen: (when: RecurringTime) => void;
  onTimezone: (timezone: string) => void;
}

const repeatKeys = ["daily", "weekly", "monthly", "custom"] as const;
const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export function ScheduleFields({ when, timezone, error, onWhen, onTimezone }: ScheduleFieldsProps) {
  return (
    <>
      <Select
        size="sm"
        label="Repeats"
        allowDeselect={false}
        data={options(repeatWords)}
        value={when.repeats}
        onChange={(chosen) => onWhen(repeatedBy(when, repeatKeys.find((key) => key === chosen) ?? when.repeats))}
      />
      {when.repeats === "weekly" ? (
        <Input.Wrapper label="On" error={error}>
          <Chip.Group multiple value={when.weekdays} onChange={(weekdays) => onWhen({ ...when, weekdays })}>
            <Group gap={6} mt={4}>
              {Object.entries(weekdayWords).map(([day, word]) => (
                <Chip key={day} value={day} size="xs" aria-label={word}>
                  {word.slice(0, 3)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      ) : null}
      {when.repeats === "monthly" ? (
        <Group gap="sm" grow>
          <Select
            size="sm"
            label="On the"
            allowDeselect={false}
            data={options(nthWords)}
            value={when.nth}
            onChange={(nth) => onWhen({ ...when, nth: nth ?? when.nth })}
          />
          <Select
            size="sm"
            label="Weekday"
            allowDeselect={false}
            data={options(weekdayWords)}
            value={when.weekday}
            onChange={(weekday) => onWhen({ ...when, weekday: weekday ?? when.weekday })}
          />
        </Group>
      ) : null}
      {when.repeats === "custom" ? (
        <TextInput
          size="sm"
          label="Cron expression"
          description="Minute, hour, day of month, month, day of week"
          placeholder="0 22 * * TUE"
          classNames={{ input: "mono" }}
          maxLength={100}
          value={when.cron}
          onChange={(event) => onWhen({ ...when, cron: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          size="sm"
          label="At"
          type="time"
          value={when.time}
          onChange={(event) => onWhen({ ...when, time: event.currentTarget.value || when.time })}
        />
      )}
      <TimezoneSelect value={timezone} onChange={onTimezone} />
    </>
  );
}
