import { ActionIcon, Button, Chip, Group, Input, TextInput } from "@mantine/core";
import { weekdays } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { weekdayWords } from "../schedules/layer-words.ts";
import classes from "./editor.module.css";
import { nextKey, type RestrictionDraft } from "./schedule-draft.ts";

interface RestrictionsFieldProps {
  restrictions: readonly RestrictionDraft[];
  problem: string | undefined;
  onChange: (restrictions: RestrictionDraft[]) => void;
}

/** The hours in which a layer applies. None: around the clock. */
export function RestrictionsField({ restrictions, problem, onChange }: RestrictionsFieldProps) {
  const change = (key: number, fields: Partial<RestrictionDraft>) =>
    onChange(restrictions.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  return (
    <Input.Wrapper
      label="Hours"
      description={restrictions.length === 0 ? "Around the clock, every day." : "Only in these hours."}
      error={problem}
    >
      {restrictions.map(({ key, days, start, end }, index) => (
        <fieldset key={key} className={classes.restriction} aria-label={`Hours ${index + 1}`}>
          <Chip.Group
            multiple
            value={days}
            onChange={(chosen) => change(key, { days: weekdays.filter((day) => chosen.includes(day)) })}
          >
            <Group gap={4}>
              {weekdays.map((day) => (
                <Chip key={day} value={day} size="xs" aria-label={weekdayWords[day]}>
                  {weekdayWords[day].slice(0, 2)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <div className={classes.hours}>
            <TextInput
              type="time"
              aria-label="From"
              value={start}
              onChange={(event) => change(key, { start: event.currentTarget.value })}
            />
            <span className="dim">to</span>
            <TextInput
              type="time"
              aria-label="To"
              value={end}
              onChange={(event) => change(key, { end: event.currentTarget.value })}
            />
            <ActionIcon
              size={26}
              aria-label={`Remove hours ${index + 1}`}
              onClick={() => onChange(restrictions.filter((each) => each.key !== key))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </div>
          <span className="dim">
            {days.length === 0 ? "No day chosen: every day. " : ""}
            {start && end && end <= start ? "Ends on the next day." : ""}
          </span>
        </fieldset>
      ))}
      <Button
        size="compact-sm"
        mt={6}
        variant="default"
        leftSection={<IconPlus size={13} />}
        disabled={restrictions.length >= 20}
        onClick={() =>
          onChange([
            ...restrictions,
            { key: nextKey(restrictions), days: ["mon", "tue", "wed", "thu", "fri"], start: "09:00", end: "17:00" },
          ])
        }
      >
        Limit to hours
      </Button>
    </Input.Wrapper>
  );
}
