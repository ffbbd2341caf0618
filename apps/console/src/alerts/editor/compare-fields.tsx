import { NumberInput, Select } from "@mantine/core";
import { alertOperators } from "@opsplane/contract";
import form from "../../ui/preview-form.module.css";
import { optionsOf } from "../../ui/words.ts";
import { operatorWords } from "../policies/condition-words.ts";
import type { PartProps } from "./condition-panel.tsx";
import { DurationInput } from "./duration-input.tsx";
import classes from "./editor.module.css";
import { hasField } from "./policy-draft.ts";

const directions = ["both", "above", "below"] as const;
const directionWords = { both: "Above or below", above: "Above", below: "Below" };
const measures = ["deviations", "surprise"] as const;
const measureWords = { deviations: "Standard deviations", surprise: "Surprise" };
const periods = ["week", "day"] as const;
const periodWords = { week: "The same time of the week", day: "The same time of the day" };

/** The limit and the window. */
export function CompareFields({ draft, problems, onChange }: PartProps) {
  const { type, operator, threshold, direction, period, measure } = draft;
  const isShare = type === "error_rate";
  return (
    <>
      {hasField(type, "period") ? (
        <div className={form.pair}>
          <Select
            label="Compared with"
            allowDeselect={false}
            data={optionsOf(periods, periodWords)}
            value={period}
            onChange={(chosen) => onChange({ period: periods.find((each) => each === chosen) ?? period })}
          />
          <Select
            label="Direction"
            allowDeselect={false}
            data={optionsOf(directions, directionWords)}
            value={direction}
            onChange={(chosen) => onChange({ direction: directions.find((each) => each === chosen) ?? direction })}
          />
        </div>
      ) : null}
      <div className={classes.compare}>
        {hasField(type, "period") ? (
          <Select
            label="Measured in"
            allowDeselect={false}
            data={optionsOf(measures, measureWords)}
            value={measure}
            onChange={(chosen) => onChange({ measure: measures.find((each) => each === chosen) ?? measure })}
          />
        ) : null}
        {hasField(type, "operator") ? (
          <Select
            label="The value"
            allowDeselect={false}
            data={optionsOf(alertOperators, operatorWords)}
            value={operator}
            onChange={(chosen) => onChange({ operator: alertOperators.find((each) => each === chosen) ?? operator })}
          />
        ) : null}
        {hasField(type, "threshold") ? (
          <NumberInput
            label={thresholdLabels[type] ?? "Threshold"}
            {...(type === "deviation" && measure === "surprise" ? { description: "3 is one hour in 1,000" } : {})}
            error={problems.threshold}
            hideControls
            decimalScale={9}
            {...(isShare ? { suffix: "%", min: 0, max: 100 } : {})}
            value={isShare && threshold !== "" ? Number((threshold * 100).toPrecision(9)) : threshold}
            onChange={(entered) => onChange({ threshold: enteredNumber(entered, isShare ? 0.01 : 1) })}
          />
        ) : null}
        <DurationInput
          label="Window"
          choices={type === "burn_rate" ? ["1h", "6h", "1d", "3d"] : ["1m", "5m", "10m", "30m", "1h"]}
          error={problems.window}
          value={draft.window}
          onChange={(window) => onChange({ window })}
        />
        {hasField(type, "short_window") ? (
          <DurationInput
            label="Short window"
            choices={["5m", "30m", "2h", "6h"]}
            error={problems.short_window}
            value={draft.short_window}
            onChange={(short_window) => onChange({ short_window })}
          />
        ) : null}
      </div>
    </>
  );
}

const thresholdLabels: Partial<Record<PartProps["draft"]["type"], string>> = {
  rate: "Threshold, per second",
  latency: "Threshold, milliseconds",
  error_rate: "Threshold",
  count: "Records",
  burn_rate: "Burn rate",
};

/** The number in a field, which may end in a lone minus or point while it is typed. */
export function enteredNumber(entered: string | number, factor = 1): number | "" {
  const number = entered === "" ? Number.NaN : Number(entered);
  return Number.isNaN(number) ? "" : Number((number * factor).toPrecision(12));
}
