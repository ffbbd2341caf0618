import { Autocomplete, Group, Input, NumberInput, Radio, TextInput } from "@mantine/core";
import { sloIndicatorTypes } from "@opsplane/contract";
import { useRecentDay, useServiceNames } from "../../alerts/index.ts";
import { AddFilter, FilterChip, MetricField } from "../../metrics/index.ts";
import type { Interval } from "../../time/range.ts";
import { Panel } from "../../ui/panel.tsx";
import form from "../../ui/preview-form.module.css";
import { indicatorText, typeHints, typeWords } from "../words.ts";
import { indicatorOf } from "./slo-draft.ts";
import type { PartProps } from "./slo-editor.tsx";

/** What counts, and what of it is good. */
export function IndicatorPanel({ draft, problems, onChange }: PartProps) {
  const { type } = draft;
  return (
    <Panel title="Indicator">
      <div className={form.fields}>
        <Radio.Group
          label="Measure"
          value={type}
          onChange={(chosen) => onChange({ type: sloIndicatorTypes.find((each) => each === chosen) ?? type })}
        >
          <div className={form.types}>
            {sloIndicatorTypes.map((each) => (
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
        {type === "ratio" ? (
          <RatioFields draft={draft} problems={problems} onChange={onChange} />
        ) : (
          <CallFields draft={draft} problems={problems} onChange={onChange} />
        )}
        <p className={form.words} role="status" aria-label="In words">
          {indicatorText(indicatorOf(draft))}
        </p>
      </div>
    </Panel>
  );
}

function CallFields({ draft, problems, onChange }: PartProps) {
  return (
    <>
      <div className={form.pair}>
        <ServiceField label="Service" draft={draft} problems={problems} onChange={onChange} />
        <TextInput
          label="Operation"
          placeholder="Any; * matches any characters"
          maxLength={300}
          spellCheck={false}
          value={draft.operation}
          onChange={(event) => onChange({ operation: event.currentTarget.value })}
        />
      </div>
      {draft.type === "latency" ? (
        <div className={form.pair}>
          <NumberInput
            label="Good up to"
            description="How long a call may take"
            suffix=" ms"
            hideControls
            decimalScale={3}
            min={0}
            max={3_600_000}
            error={problems.threshold_ms}
            value={draft.threshold_ms}
            onChange={(entered) => onChange({ threshold_ms: entered === "" ? "" : Number(entered) })}
          />
        </div>
      ) : null}
    </>
  );
}

function RatioFields({ draft, problems, onChange }: PartProps) {
  const interval = useRecentDay();
  return (
    <>
      <CounterFields
        label="Good events"
        counter={draft.good}
        error={problems.good}
        interval={interval}
        onChange={(good) => onChange({ good })}
      />
      <CounterFields
        label="All events"
        counter={draft.total}
        error={problems.total}
        interval={interval}
        onChange={(total) => onChange({ total })}
      />
      <div className={form.pair}>
        <ServiceField label="Service that it is about" draft={draft} problems={problems} onChange={onChange} />
      </div>
    </>
  );
}

interface CounterFieldsProps {
  label: string;
  counter: PartProps["draft"]["good"];
  error: string | undefined;
  interval: Interval;
  onChange: (counter: PartProps["draft"]["good"]) => void;
}

/** A counter and its matchers. */
function CounterFields({ label, counter, error, interval, onChange }: CounterFieldsProps) {
  const { metric_name, filters } = counter;
  const context = { metric: metric_name, interval };
  return (
    <Input.Wrapper label={label} labelElement="div">
      <MetricField
        label={`${label}: metric`}
        value={metric_name}
        interval={interval}
        autoFocus={false}
        error={error}
        onChange={(name) => onChange({ ...counter, metric_name: name })}
      />
      <div className={form.filters}>
        {filters.map((filter, index) => (
          <FilterChip
            // biome-ignore lint/suspicious/noArrayIndexKey: two filters can be the same
            key={index}
            {...context}
            filter={filter}
            onChange={(next) => onChange({ ...counter, filters: filters.with(index, next) })}
            onRemove={() => onChange({ ...counter, filters: filters.toSpliced(index, 1) })}
          />
        ))}
        <AddFilter {...context} onAdd={(filter) => onChange({ ...counter, filters: [...filters, filter] })} />
      </div>
    </Input.Wrapper>
  );
}

/** A service by name, with those of the last day as suggestions. */
function ServiceField({ label, draft, problems, onChange }: PartProps & { label: string }) {
  const { data = [] } = useServiceNames();
  return (
    <Autocomplete
      label={label}
      placeholder="checkout"
      maxLength={200}
      data={data}
      error={problems.service}
      value={draft.service}
      onChange={(service) => onChange({ service })}
    />
  );
}
