import { NumberInput, Select } from "@mantine/core";
import { type Reduction, reductions, type WidgetUnit, widgetUnits } from "@opsplane/contract";

const unitWords: Record<WidgetUnit, string> = {
  count: "Number",
  "count/s": "Number per second",
  bytes: "Bytes",
  "bytes/s": "Bytes per second",
  "bits/s": "Bits per second",
  seconds: "Seconds",
  milliseconds: "Milliseconds",
  percent: "Percent (0 to 100)",
  ratio: "Share (0 to 1)",
};

interface UnitSelectProps {
  label?: string;
  value: WidgetUnit | undefined;
  onChange: (unit: WidgetUnit) => void;
}

export function UnitSelect({ label = "Unit", value = "count", onChange }: UnitSelectProps) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={widgetUnits.map((unit) => ({ value: unit, label: unitWords[unit] }))}
      value={value}
      onChange={(chosen) => onChange(widgetUnits.find((unit) => unit === chosen) ?? "count")}
    />
  );
}

const reductionWords: Record<Reduction, string> = {
  last: "Last value",
  avg: "Average",
  min: "Minimum",
  max: "Maximum",
  sum: "Sum",
};

interface ReductionSelectProps {
  value: Reduction | undefined;
  onChange: (reduction: Reduction) => void;
}

/** How the points of the range become one value. */
export function ReductionSelect({ value = "last", onChange }: ReductionSelectProps) {
  return (
    <Select
      label="Value of the range"
      allowDeselect={false}
      data={reductions.map((each) => ({ value: each, label: reductionWords[each] }))}
      value={value}
      onChange={(chosen) => onChange(reductions.find((each) => each === chosen) ?? "last")}
    />
  );
}

interface LimitFieldProps {
  max: number;
  value: number | undefined;
  onChange: (limit: number) => void;
}

/** How many rows a list has. */
export function LimitField({ max, value = 20, onChange }: LimitFieldProps) {
  return (
    <NumberInput
      label="Rows"
      min={1}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={value}
      onChange={(next) => onChange(Math.min(max, Math.max(1, Number(next) || 1)))}
    />
  );
}

/** The options with another value in a field. Undefined and empty lists remove the field. */
export function withField<T extends object, Name extends keyof T>(
  options: T,
  name: Name,
  value: T[Name] | undefined,
): T {
  const next = { ...options };
  if (value === undefined || (Array.isArray(value) && value.length === 0)) Reflect.deleteProperty(next, name);
  else next[name] = value;
  return next;
}
