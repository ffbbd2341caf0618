import { ActionIcon, Button, Group, Popover, Select, Stack, TextInput, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconClock, IconRefresh, IconZoomOut } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import {
  absoluteRange,
  presets as defaultPresets,
  fieldText,
  type Preset,
  presetRange,
  rangeLabel,
  rangeProblem,
  readRefresh,
  refreshNames,
  shifted,
  type TimeRange,
  typedTime,
  zoomedOut,
} from "./range.ts";
import classes from "./range-control.module.css";
import { useClock } from "./time.tsx";
import type { RangeSearch, RangeState } from "./use-range.ts";

interface RangeControlProps {
  state: RangeState;
  search: RangeSearch;
  onChange: (search: RangeSearch) => void;
  presets?: readonly Preset[];
}

/** The time control of a page: steps, presets, custom times, zoom out, refresh. The address keeps the choice. */
export function RangeControl({ state, search, onChange, presets = defaultPresets }: RangeControlProps) {
  const { interval, now } = state;
  const change = ({ from, to }: TimeRange) => onChange({ ...search, from, to });
  return (
    <Group gap={4} role="group" aria-label="Time range">
      <Step label="Earlier" onClick={() => change(absoluteRange(shifted(interval, -1, now)))}>
        <IconChevronLeft size={15} />
      </Step>
      <RangeMenu range={state.range} now={now} presets={presets} onChange={change} />
      <Step
        label="Later"
        disabled={interval.to >= now}
        onClick={() => change(absoluteRange(shifted(interval, 1, now)))}
      >
        <IconChevronRight size={15} />
      </Step>
      <Step label="Zoom out" onClick={() => change(absoluteRange(zoomedOut(interval, now)))}>
        <IconZoomOut size={15} />
      </Step>
      <Step label="Refresh" onClick={state.refresh}>
        <IconRefresh size={15} />
      </Step>
      <Select
        size="xs"
        // Phones have larger text in fields.
        w={{ base: 150, sm: 118 }}
        aria-label="Refresh every"
        allowDeselect={false}
        data={[
          { value: "", label: "Refresh off" },
          ...refreshNames.map((name) => ({ value: name, label: `Every ${name}` })),
        ]}
        value={readRefresh(search.refresh) ?? ""}
        onChange={(refresh) => onChange({ ...search, refresh: refresh || undefined })}
      />
    </Group>
  );
}

interface StepProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Step({ label, disabled = false, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

interface RangeMenuProps {
  range: TimeRange;
  now: number;
  presets: readonly Preset[];
  onChange: (range: TimeRange) => void;
}

function RangeMenu({ range, now, presets, onChange }: RangeMenuProps) {
  const { mode } = useClock();
  const [opened, setOpened] = useState(false);
  const choose = (next: TimeRange) => {
    setOpened(false);
    onChange(next);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconClock size={14} />}
          rightSection={<span className="dim">{zoneName(mode)}</span>}
          onClick={() => setOpened(!opened)}
        >
          <span className="truncate">{rangeLabel(range, mode)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ""} aria-label="Choose a time range">
        <Stack gap={2}>
          {presets.map((preset) => (
            <Button
              key={preset}
              variant="subtle"
              color="gray"
              justify="flex-start"
              aria-pressed={range.from === `now-${preset}` && range.to === "now"}
              onClick={() => choose(presetRange(preset))}
            >
              {rangeLabel(presetRange(preset), mode)}
            </Button>
          ))}
        </Stack>
        <OwnRange range={range} now={now} onChange={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Two text fields, because typing is faster than a calendar. */
function OwnRange({ range, now, onChange }: Pick<RangeMenuProps, "range" | "now" | "onChange">) {
  const { mode } = useClock();
  const [from, setFrom] = useState(() => fieldText(range.from, mode));
  const [to, setTo] = useState(() => fieldText(range.to, mode));
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const typed = { from: typedTime(from, mode), to: typedTime(to, mode) };
    const wrong = rangeProblem(typed, now);
    setProblem(wrong);
    if (!wrong) onChange(typed);
  };
  return (
    <form
      className={classes.own}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        label="From"
        size="xs"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
        error={problem !== undefined}
      />
      <TextInput
        label="To"
        size="xs"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        error={problem}
      />
      <p className={classes.hint}>
        Such as <code className="mono">now-6h</code> or <code className="mono">2026-11-16 14:00</code> ({zoneName(mode)}
        )
      </p>
      <Button type="submit">Apply</Button>
    </form>
  );
}

function zoneName(mode: "local" | "utc"): string {
  if (mode === "utc") return "UTC";
  return (
    new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" })
      .formatToParts(new Date())
      .find(({ type }) => type === "timeZoneName")?.value ?? "local"
  );
}
