import { Button, Group, NumberInput, SimpleGrid, Stack } from "@mantine/core";
import { type TelemetrySettings, telemetryKinds } from "@opsplane/contract";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RecordConflict } from "../../ui/record-conflict.tsx";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { kindWords } from "./kinds.ts";
import { useSaveRetention } from "./queries.ts";
import { draftOf, patchOf, problemsIn, unchosen } from "./retention.ts";
import classes from "./telemetry.module.css";

export function RetentionForm({ settings }: { settings: TelemetrySettings }) {
  const edit = useRecordDraft(settings, draftOf, useSaveRetention());
  const problems = problemsIn(edit.draft, settings);
  return (
    <Panel title="Retention">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          edit.save(patchOf(edit.changes));
        }}
      >
        <Stack gap="md">
          <p className={classes.words}>
            How long each signal is kept. Leave empty for your plan's maximum. Applies to new data only.
          </p>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            {telemetryKinds.map((kind) => (
              <NumberInput
                key={kind}
                size="sm"
                label={`${kindWords[kind]} (days)`}
                placeholder={unchosen(settings)}
                allowDecimal={false}
                allowNegative={false}
                clampBehavior="none"
                min={1}
                error={problems[kind]}
                value={edit.draft[kind]}
                onChange={(days) => edit.set({ [kind]: days })}
              />
            ))}
          </SimpleGrid>
          <RecordConflict
            {...edit.conflictFace}
            what="the retention"
            theirs={(kind) => String(Reflect.get(settings.retention_days, kind) ?? unchosen(settings))}
          />
          <FormProblem error={edit.error} />
          <Group justify="flex-end">
            <Button
              size="sm"
              type="submit"
              loading={edit.saving}
              disabled={!edit.isChanged || Object.keys(problems).length > 0}
            >
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
