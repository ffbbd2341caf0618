import { Input, SegmentedControl, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type IncidentSummary, riskLevels } from "@opsplane/contract";
import { ChainSelect } from "../approvals/index.ts";
import { ItemsPicker } from "../cmdb/index.ts";
import { PersonSelect } from "../directory/person-select.tsx";
import { IncidentPicker } from "../incidents/index.ts";
import { riskWords } from "../records/change-badges.tsx";
import { TimeField } from "../time/time-field.tsx";
import { Panel } from "../ui/panel.tsx";
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
        <Input.Wrapper label="Risk">
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label="Risk"
            data={riskLevels.map((risk) => ({ value: risk, label: riskWords[risk] }))}
            {...form.getInputProps("risk_level")}
          />
        </Input.Wrapper>
        <TimeField label="Start" value={values.start} onChange={(start) => setFieldValue("start", start)} />
        <TimeField
          label="End"
          value={values.end}
          min={values.start}
          error={form.errors.end}
          onChange={(end) => setFieldValue("end", end)}
        />
        <ItemsPicker
          size="sm"
          label="Configuration items"
          description="CIs that this change affects. Used to detect conflicts."
          value={values.ci_ids}
          onChange={(ids) => setFieldValue("ci_ids", ids)}
        />
        <IncidentPicker
          label="Incidents"
          value={values.incident_ids}
          known={incidents}
          onChange={(ids) => setFieldValue("incident_ids", ids)}
        />
        <PersonSelect
          label="Assignee"
          placeholder="Unassigned"
          value={values.assigned_to}
          onChange={(id) => setFieldValue("assigned_to", id)}
        />
        {values.type === "standard" ? null : (
          <ChainSelect
            label="Approval chain"
            otherwise="Default for this type"
            value={values.workflow_definition_id}
            onChange={(id) => setFieldValue("workflow_definition_id", id)}
          />
        )}
      </Stack>
    </Panel>
  );
}
