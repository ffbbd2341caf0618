import { NumberInput, Select } from "@mantine/core";
import { type ThresholdTone, thresholdTones } from "@opsplane/contract";
import { RowsEditor } from "../../ui/rows-editor.tsx";
import classes from "./kinds.module.css";

export interface Threshold {
  value: number;
  tone: ThresholdTone;
}

/** The tone of a value: that of the greatest threshold that it reaches. */
export function toneOf(value: number, thresholds: readonly Threshold[] = []): ThresholdTone | undefined {
  return thresholds.toSorted((one, other) => one.value - other.value).findLast((threshold) => value >= threshold.value)
    ?.tone;
}

const words: Record<ThresholdTone, string> = { good: "Good", notice: "Warning", bad: "Critical" };

interface ThresholdFieldsProps {
  thresholds: readonly Threshold[] | undefined;
  onChange: (thresholds: Threshold[]) => void;
}

/** Values from which on a figure has another color. */
export function ThresholdFields({ thresholds = [], onChange }: ThresholdFieldsProps) {
  return (
    <fieldset className={classes.fieldset}>
      <legend>Thresholds</legend>
      <RowsEditor
        rows={thresholds}
        noun="threshold"
        max={8}
        newRow={{ value: 0, tone: "notice" }}
        rowClass={classes.threshold}
        fields={({ value, tone }, number, set) => (
          <>
            <NumberInput
              size="xs"
              aria-label={`Value of threshold ${number}`}
              value={value}
              onChange={(next) => set({ value: Number(next) || 0 })}
            />
            <Select
              size="xs"
              aria-label={`State of threshold ${number}`}
              allowDeselect={false}
              data={thresholdTones.map((each) => ({ value: each, label: words[each] }))}
              value={tone}
              onChange={(next) => set({ tone: thresholdTones.find((each) => each === next) ?? "notice" })}
            />
          </>
        )}
        onChange={onChange}
      />
    </fieldset>
  );
}
