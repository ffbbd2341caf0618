import { ActionIcon, Button, NumberInput, Select } from "@mantine/core";
import { type Severity, severities } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { severityWords } from "../../records/severity-badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import form from "../../ui/preview-form.module.css";
import { operatorWords } from "../policies/condition-words.ts";
import { enteredNumber } from "./compare-fields.tsx";
import type { PartProps } from "./condition-panel.tsx";
import classes from "./editor.module.css";

const options = severities.map((value) => ({ value, label: `${value} ${severityWords[value]}` }));
const severityOf = (chosen: string | null, now: Severity) => severities.find((each) => each === chosen) ?? now;

/** How bad it is: one severity, and further ones from higher thresholds on. */
export function SeverityPanel({ draft, problems, onChange }: PartProps) {
  const { severity, severity_levels: levels, type, operator } = draft;
  const isShare = type === "error_rate";
  const [scale, factor] = isShare ? [100, 0.01] : [1, 1];
  const set = (index: number, fields: Partial<(typeof levels)[number]>) =>
    onChange({ severity_levels: levels.map((each, at) => (at === index ? { ...each, ...fields } : each)) });
  return (
    <Panel title="Severity">
      <div className={form.fields}>
        <Select
          label="Severity"
          allowDeselect={false}
          maw={260}
          data={options}
          value={severity}
          onChange={(chosen) => onChange({ severity: severityOf(chosen, severity) })}
        />
        {type === "absence"
          ? null
          : levels.map((level, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two levels can be the same
              <div key={index} className={classes.level}>
                <Select
                  aria-label={`Severity of level ${index + 1}`}
                  allowDeselect={false}
                  data={options}
                  value={level.severity}
                  onChange={(chosen) => set(index, { severity: severityOf(chosen, level.severity) })}
                />
                <span className="dim">when it {operatorWords[type === "deviation" ? ">" : operator]}</span>
                <NumberInput
                  aria-label={`Threshold of level ${index + 1}`}
                  hideControls
                  decimalScale={9}
                  error={problems.severity_levels !== undefined && level.threshold === ""}
                  {...(isShare ? { suffix: "%" } : {})}
                  value={level.threshold === "" ? "" : Number((level.threshold * scale).toPrecision(9))}
                  onChange={(entered) => set(index, { threshold: enteredNumber(entered, factor) })}
                />
                <ActionIcon
                  size={30}
                  aria-label={`Remove level ${index + 1}`}
                  onClick={() => onChange({ severity_levels: levels.filter((_, at) => at !== index) })}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </div>
            ))}
        {problems.severity_levels ? <p className={classes.problem}>{problems.severity_levels}</p> : null}
        {type === "absence" || levels.length >= 4 ? null : (
          <div>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={13} />}
              onClick={() =>
                onChange({ severity_levels: [...levels, { severity: nextSeverity(draft), threshold: "" }] })
              }
            >
              Add level
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

/** One more severe than the most severe one so far. */
function nextSeverity({ severity, severity_levels }: PartProps["draft"]): Severity {
  const used = [severity, ...severity_levels.map((level) => level.severity)].map((each) => severities.indexOf(each));
  return severities[Math.max(0, Math.min(...used) - 1)] ?? "P1";
}
