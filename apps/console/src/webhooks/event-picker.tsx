import { Checkbox, SegmentedControl, Text, TextInput } from "@mantine/core";
import type { EventType } from "@opsplane/contract";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useCan } from "../session/context.tsx";
import { eventAreas } from "./event-areas.ts";
import classes from "./webhooks.module.css";

interface EventPickerProps {
  /** Null for every event. */
  value: readonly EventType[] | null;
  onChange: (value: EventType[] | null) => void;
}

export function EventPicker({ value, onChange }: EventPickerProps) {
  return (
    <fieldset className={classes.fieldset}>
      <legend>Events</legend>
      <SegmentedControl
        size="xs"
        aria-label="Events"
        data={[
          { value: "all", label: "All events" },
          { value: "chosen", label: "Selected events" },
        ]}
        value={value === null ? "all" : "chosen"}
        onChange={(next) => onChange(next === "all" ? null : [])}
      />
      {value === null ? (
        <Text size="xs" c="dimmed" mt={6}>
          Includes events that are added later.
        </Text>
      ) : (
        <Choice value={value} onChange={onChange} />
      )}
    </fieldset>
  );
}

function Choice({ value, onChange }: { value: readonly EventType[]; onChange: (value: EventType[]) => void }) {
  const can = useCan();
  const [words, setWords] = useState("");
  const areas = eventAreas(can, words);
  return (
    <>
      <TextInput
        size="xs"
        mt={8}
        type="search"
        aria-label="Search events"
        placeholder="Search events…"
        leftSection={<IconSearch size={14} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        // Enter would save the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div className={classes.events}>
        {areas.map(({ label, types }) => (
          <Area key={label} label={label} types={types} chosen={value} onChange={onChange} />
        ))}
        {areas.length === 0 ? <p className="dim">No matching events</p> : null}
      </div>
      <Text size="xs" c="dimmed" aria-live="polite">
        {value.length} selected
      </Text>
    </>
  );
}

interface AreaProps {
  label: string;
  types: readonly EventType[];
  chosen: readonly EventType[];
  onChange: (value: EventType[]) => void;
}

/** The box of an area selects all of its events. */
function Area({ label, types, chosen, onChange }: AreaProps) {
  const held = types.filter((type) => chosen.includes(type)).length;
  const without = chosen.filter((type) => !types.includes(type));
  const toggle = (type: EventType) =>
    onChange(chosen.includes(type) ? chosen.filter((other) => other !== type) : [...chosen, type]);
  return (
    <div className={classes.area}>
      <Checkbox
        label={label}
        fw={500}
        checked={held === types.length}
        indeterminate={held > 0 && held < types.length}
        onChange={() => onChange(held === types.length ? without : [...without, ...types])}
      />
      <div className={classes.types}>
        {types.map((type) => (
          <Checkbox
            key={type}
            label={<span className="mono">{type}</span>}
            checked={chosen.includes(type)}
            onChange={() => toggle(type)}
          />
        ))}
      </div>
    </div>
  );
}
