import { Button, Group, NumberInput, SimpleGrid, Stack } from "@mantine/core";
import { type TelemetrySettings, telemetryKinds } from "@opsplane/contract";
import { useState } from "react";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Panel } from "../../ui/panel.tsx";
import { kindWords } from "./kinds.ts";
import { useSaveRetention } from "./queries.ts";
import { draftOf, patchOf, problemsIn, type RetentionDraft, rebased, unchosen } from "./retention.ts";
import classes from "./telemetry.module.css";

interface Edit {
  /** What the edit began with; what others save meanwhile is not overwritten unasked. */
  base: TelemetrySettings;
  draft: RetentionDraft;
}

export function RetentionForm({ settings }: { settings: TelemetrySettings }) {
  const save = useSaveRetention();
  const [edit, setEdit] = useState<Edit>();
  const { base, draft } = edit ?? { base: settings, draft: draftOf(settings) };
  const problems = problemsIn(draft, settings);
  // Days that are put back as they were are no edit, so that what others save is shown at once.
  const write = (next: RetentionDraft, onto = base) =>
    setEdit(Object.keys(patchOf(next, onto)).length > 0 ? { base: onto, draft: next } : undefined);
  const end = () => {
    setEdit(undefined);
    save.reset();
  };
  return (
    <Panel title="Retention">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ patch: patchOf(draft, base), onVersion: base.version }, { onSuccess: end });
        }}
      >
        <Stack gap="md">
          <p className={classes.words}>
            Days that each kind is kept; empty is as long as the plan allows. A change applies to rows stored from now
            on: what is there already keeps the days it came with.
          </p>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            {telemetryKinds.map((kind) => (
              <NumberInput
                key={kind}
                size="sm"
                label={`${kindWords[kind]}, in days`}
                placeholder={unchosen(settings)}
                allowDecimal={false}
                allowNegative={false}
                clampBehavior="none"
                min={1}
                error={problems[kind]}
                value={draft[kind]}
                onChange={(days) => write({ ...draft, [kind]: days })}
              />
            ))}
          </SimpleGrid>
          {settings.version !== base.version && !save.isPending ? (
            <ChangedElsewhere
              onTakeTheirs={end}
              onKeepMine={() => {
                write(rebased(draft, base, settings), settings);
                save.reset();
              }}
            >
              Somebody has changed the retention while you were editing.
            </ChangedElsewhere>
          ) : null}
          <FormProblem error={save.error} />
          <Group justify="flex-end">
            <Button
              size="sm"
              type="submit"
              loading={save.isPending}
              disabled={!edit || Object.keys(problems).length > 0}
            >
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
