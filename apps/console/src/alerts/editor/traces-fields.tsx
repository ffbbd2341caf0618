import { Select, TextInput } from "@mantine/core";
import { aggregations } from "@opsplane/contract";
import form from "../../ui/preview-form.module.css";
import type { PartProps } from "./condition-panel.tsx";
import { MinCallsField } from "./min-calls-field.tsx";
import { hasField } from "./policy-draft.ts";
import { ServicesField } from "./services-field.tsx";

const quantiles = aggregations.filter((agg) => /^p\d\d$/.test(agg));

/** Which calls are watched. */
export function TracesFields({ draft, onChange }: PartProps) {
  return (
    <>
      <div className={form.pair}>
        <ServicesField value={draft.service} onChange={(service) => onChange({ service })} />
        <TextInput
          label="Operation"
          placeholder="Any; * matches any characters"
          maxLength={300}
          spellCheck={false}
          value={draft.operation}
          onChange={(event) => onChange({ operation: event.currentTarget.value })}
        />
      </div>
      <div className={form.pair}>
        {hasField(draft.type, "quantile") ? (
          <Select
            label="Quantile"
            description="p95: 95% of calls are at least as fast"
            allowDeselect={false}
            data={quantiles}
            value={draft.quantile}
            onChange={(chosen) => onChange({ quantile: quantiles.find((each) => each === chosen) ?? draft.quantile })}
          />
        ) : null}
        <MinCallsField
          label="At least this many calls"
          description="Fewer calls in the window count as no data"
          value={draft.min_calls}
          onChange={(min_calls) => onChange({ min_calls })}
        />
      </div>
    </>
  );
}
