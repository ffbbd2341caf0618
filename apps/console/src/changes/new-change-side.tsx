import { Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { IncidentSummary } from "@opsplane/contract";
import { IncidentPicker } from "../incidents/index.ts";
import { TimeField } from "../time/time-field.tsx";
import { Panel } from "../ui/panel.tsx";
import { RiskField, ScopeFields } from "./change-scope.tsx";
import type { ChangeDraft } from "./new-change.ts";

interface NewChangeSideProps {
  form: UseFormReturnType<ChangeDraft>;
  incidents: readonly Pick<IncidentSummary, "id" | "reference" | "title">[];
}

/** Schedule, scope, risk and people. */
export function NewChangeSide({ form, incidents }: NewChangeSideProps) {
  const { values, setFieldValue } = form;
  return (
    <Panel title="Schedule and scope">
      <Stack gap="md">
        <RiskField fields={values} onChange={form.setValues} />
        <TimeField label="Start" value={values.start} onChange={(start) => setFieldValue("start", start)} />
        <TimeField
          label="End"
          value={values.end}
          min={values.start}
          error={form.errors.end}
          onChange={(end) => setFieldValue("end", end)}
        />
        <ScopeFields fields={values} onChange={form.setValues}>
          <IncidentPicker
            label="Incidents"
            value={values.incident_ids}
            known={incidents}
            onChange={(ids) => setFieldValue("incident_ids", ids)}
          />
        </ScopeFields>
      </Stack>
    </Panel>
  );
}
