import { NumberInput, Select } from "@mantine/core";
import { useState } from "react";
import classes from "./duration-field.module.css";

const units = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof units;
const unitNames: Unit[] = ["seconds", "minutes", "hours", "days"];

interface DurationFieldProps {
  label: string;
  description?: string;
  placeholder?: string;
  error?: string | undefined;
  /** Null when the field is empty. */
  seconds: number | null;
  onChange: (seconds: number | null) => void;
}

/** A time span as a number and a unit. */
export function DurationField({ label, seconds, onChange, error, ...input }: DurationFieldProps) {
  const [unit, setUnit] = useState<Unit>(() => unitOf(seconds));
  const amount = seconds === null ? "" : seconds / units[unit];
  return (
    <div className={classes.duration}>
      <NumberInput
        {...input}
        label={label}
        error={error}
        min={0}
        allowDecimal={false}
        allowNegative={false}
        value={amount}
        onChange={(next) => onChange(next === "" ? null : Math.round(Number(next) * units[unit]))}
      />
      <Select
        aria-label={`Unit of ${label.toLowerCase()}`}
        allowDeselect={false}
        data={unitNames}
        value={unit}
        onChange={(chosen) => {
          const next = unitNames.find((each) => each === chosen) ?? unit;
          setUnit(next);
          if (seconds !== null) onChange(Math.round((seconds / units[unit]) * units[next]));
        }}
      />
    </div>
  );
}

/** The largest unit that gives a whole number. */
export function unitOf(seconds: number | null): Unit {
  return unitNames.findLast((unit) => seconds !== null && seconds > 0 && seconds % units[unit] === 0) ?? "seconds";
}

/** `90 seconds`, `2 hours`, `1 day`. */
export function spanWords(seconds: number): string {
  const unit = unitOf(seconds);
  const amount = seconds / units[unit];
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}
