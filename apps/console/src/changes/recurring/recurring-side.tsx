import { NumberInput, Stack, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { Panel } from "../../ui/panel.tsx";
import { RiskField, ScopeFields } from "../change-scope.tsx";
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
          <RiskField fields={values} onChange={form.setValues} />
          <ScopeFields fields={values} onChange={form.setValues} />
          {values.type === "standard" ? null : (
            <Switch
              label="Submit each change for approval"
              description="Otherwise each change begins as a draft."
              {...form.getInputProps("submit", { type: "checkbox" })}
            />
          )}
        </Stack>
      </Panel>
    </Stack>
  );
}
