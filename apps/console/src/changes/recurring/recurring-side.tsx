import { Input, NumberInput, SegmentedControl, Stack, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { riskLevels } from "@opsplane/contract";
import { ChainSelect } from "../../approvals/index.ts";
import { ItemsPicker } from "../../cmdb/index.ts";
import { PersonSelect } from "../../directory/person-select.tsx";
import { riskWords } from "../../records/change-badges.tsx";
import { Panel } from "../../ui/panel.tsx";
import { NextTimes } from "./next-times.tsx";
import type { RecurringDraft } from "./recurring-draft.ts";
import { writeCron } from "./schedule.ts";
import { ScheduleFields } from "./schedule-fields.tsx";

/** Schedule, scope, risk and people. */
export function RecurringSide({ form }: { form: UseFormReturnType<RecurringDraft> }) {
  const { values, setFieldValue } = form;
  return (
    <Stack gap="md">
      <Panel title="Schedule">
        <Stack gap="md">
          <ScheduleFields
            when={values.when}
            timezone={values.timezone}
            error={form.errors.when}
            onWhen={(when) => setFieldValue("when", when)}
            onTimezone={(timezone) => setFieldValue("timezone", timezone)}
          />
          <NumberInput
            size="sm"
            label="Window (minutes)"
            min={5}
            max={10_080}
            allowDecimal={false}
            {...form.getInputProps("duration_minutes")}
          />
          <NumberInput
            size="sm"
            label="Create each change (days before)"
            min={0}
            max={60}
            allowDecimal={false}
            {...form.getInputProps("lead_days")}
          />
          <NextTimes cron={writeCron(values.when)} timezone={values.timezone} />
        </Stack>
      </Panel>
      <Panel title="Scope">
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
          <ItemsPicker
            size="sm"
            label="Configuration items"
            value={values.ci_ids}
            onChange={(ids) => setFieldValue("ci_ids", ids)}
          />
          <PersonSelect
            label="Assignee"
            placeholder="Unassigned"
            value={values.assigned_to}
            onChange={(id) => setFieldValue("assigned_to", id)}
          />
          {values.type === "standard" ? null : (
            <>
              <Switch
                label="Submit each change for approval"
                description="Otherwise each change begins as a draft."
                {...form.getInputProps("submit", { type: "checkbox" })}
              />
              <ChainSelect
                label="Approval chain"
                otherwise="Default for its type"
                value={values.workflow_definition_id}
                onChange={(id) => setFieldValue("workflow_definition_id", id)}
              />
            </>
          )}
        </Stack>
      </Panel>
    </Stack>
  );
}
