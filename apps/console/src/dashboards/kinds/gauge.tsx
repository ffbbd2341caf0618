import { Group, NumberInput, Stack } from "@mantine/core";
import { IconGauge } from "@tabler/icons-react";
import { unitText } from "../../ui/chart/units.ts";
import { withField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { FigureFields } from "./stat.tsx";
import { toneOf } from "./thresholds.tsx";
import { WidgetNote } from "./widget-note.tsx";

/** The arc goes from the lower left over the top to the lower right. */
const sweep = 270;
const radius = 42;

function View({ title, options, data }: KindViewProps<"gauge">) {
  const { unit = "count", min = 0, max = unit === "ratio" ? 1 : 100, thresholds } = options;
  const { value } = data;
  if (value === null) return <WidgetNote>No data in this range</WidgetNote>;
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  const text = unitText(value, unit);
  return (
    <div className={classes.figure}>
      <svg
        className={classes.gauge}
        viewBox="0 0 100 88"
        role="img"
        aria-label={`${title || "Gauge"}: ${text}, from ${unitText(min, unit)} to ${unitText(max, unit)}`}
      >
        <path className={classes.track} d={arc(1)} />
        {share > 0 ? <path className={classes.arc} data-tone={toneOf(value, thresholds)} d={arc(share)} /> : null}
        <text className={classes.gaugeValue} x="50" y="56" textAnchor="middle">
          {text}
        </text>
      </svg>
    </div>
  );
}

function arc(share: number): string {
  const [from, to] = [pointAt(0), pointAt(share)];
  return `M${from} A${radius} ${radius} 0 ${share * sweep > 180 ? 1 : 0} 1 ${to}`;
}

function pointAt(share: number): string {
  const angle = ((135 + share * sweep) * Math.PI) / 180;
  return `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`;
}

function Form({ options, interval, onChange }: KindFormProps<"gauge">) {
  return (
    <Stack gap="sm">
      <FigureFields options={options} interval={interval} onChange={onChange} />
      <Group grow>
        <NumberInput
          label="Minimum"
          placeholder="0"
          value={options.min ?? ""}
          onChange={(next) => onChange(withField(options, "min", next === "" ? undefined : Number(next)))}
        />
        <NumberInput
          label="Maximum"
          placeholder={options.unit === "ratio" ? "1" : "100"}
          value={options.max ?? ""}
          onChange={(next) => onChange(withField(options, "max", next === "" ? undefined : Number(next)))}
        />
      </Group>
    </Stack>
  );
}

export const gauge = defineKind("gauge", {
  icon: IconGauge,
  about: "A figure between two limits",
  initial: { query: { source: "metric", agg: "avg" } },
  View,
  Form,
});
