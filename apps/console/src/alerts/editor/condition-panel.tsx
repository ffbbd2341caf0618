import { Group, Input, Radio, SegmentedControl } from "@mantine/core";
import { type AlertSignal, alertSignals, conditionTypes } from "@opsplane/contract";
import type { ComponentType } from "react";
import { Panel } from "../../ui/panel.tsx";
import form from "../../ui/preview-form.module.css";
import { optionsOf } from "../../ui/words.ts";
import { conditionText, signalWords, typeHints, typeWords } from "../policies/condition-words.ts";
import { CompareFields } from "./compare-fields.tsx";
import { LogsFields } from "./logs-fields.tsx";
import { MetricFields } from "./metric-fields.tsx";
import { type PolicyDraft, policyOf, withType } from "./policy-draft.ts";
import type { PolicyProblems } from "./policy-problems.ts";
import { SloFields } from "./slo-fields.tsx";
import { TracesFields } from "./traces-fields.tsx";

export interface PartProps {
  draft: PolicyDraft;
  problems: PolicyProblems;
  onChange: (changes: Partial<PolicyDraft>) => void;
}

/** What is watched and when it is wrong. */
export function ConditionPanel({ draft, problems, onChange }: PartProps) {
  const { signal, type } = draft;
  const types = conditionTypes[signal];
  return (
    <Panel title="Condition">
      <div className={form.fields}>
        <Input.Wrapper label="Watch" labelElement="div">
          <div>
            <SegmentedControl
              aria-label="Signal"
              data={optionsOf(alertSignals, signalWords)}
              value={signal}
              onChange={(chosen) => onChange(withType(draft, alertSignals.find((each) => each === chosen) ?? signal))}
            />
          </div>
        </Input.Wrapper>
        {types.length > 1 ? (
          <Radio.Group
            label="Alert on"
            value={type}
            onChange={(chosen) =>
              onChange(
                withType(
                  draft,
                  signal,
                  types.find((each) => each === chosen),
                ),
              )
            }
          >
            <div className={form.types} data-wide>
              {types.map((each) => (
                <Radio.Card key={each} value={each} className={form.type ?? ""}>
                  <Group wrap="nowrap" align="flex-start" gap={8}>
                    <Radio.Indicator size="xs" mt={2} />
                    <span>
                      <b>{typeWords[each]}</b>
                      <span className={form.hint}>{typeHints[each]}</span>
                    </span>
                  </Group>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
        ) : null}
        <SignalFields draft={draft} problems={problems} onChange={onChange} />
        <CompareFields draft={draft} problems={problems} onChange={onChange} />
        <p className={form.words} role="status" aria-label="In words">
          {conditionText(policyOf(draft).condition)}
        </p>
      </div>
    </Panel>
  );
}

const fieldsOf: Record<AlertSignal, ComponentType<PartProps>> = {
  metrics: MetricFields,
  logs: LogsFields,
  traces: TracesFields,
  slos: SloFields,
};

function SignalFields(props: PartProps) {
  const Fields = fieldsOf[props.draft.signal];
  return <Fields {...props} />;
}
