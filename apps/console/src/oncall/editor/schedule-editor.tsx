import { Button, Stack } from "@mantine/core";
import type { OnCallSchedule } from "@opsplane/contract";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useClock } from "../../time/time.tsx";
import { TimezoneSelect } from "../../time/timezone-select.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import page from "../../ui/form-page.module.css";
import { FormProblem } from "../../ui/form-problem.tsx";
import { DescriptionField, NameField } from "../../ui/name-fields.tsx";
import { Panel } from "../../ui/panel.tsx";
import { changedFields, useRecordDraft } from "../../ui/record-draft.ts";
import { RecordForm } from "../../ui/record-form.tsx";
import { usePersonColors } from "../people/person-colors.ts";
import { useRemoveSchedule, useSaveSchedule } from "../schedules/queries.ts";
import classes from "./editor.module.css";
import { LayerEditor } from "./layer-editor.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { draftOf, fieldsOf, isReady, moved, newLayer } from "./schedule-draft.ts";

/** Edits a schedule beside a preview of who would be on call. */
export function ScheduleEditor({ schedule }: { schedule: OnCallSchedule | undefined }) {
  const navigate = useNavigate();
  const { now } = useClock();
  const save = useSaveSchedule(schedule?.id);
  const remove = useRemoveSchedule();
  const edit = useRecordDraft(schedule, draftOf, save);
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const [removing, setRemoving] = useState(false);
  const colorOf = usePersonColors(draft.layers.flatMap(({ turns }) => turns.map(({ person }) => person.id)));
  const isNameless = draft.name.trim() === "";

  const submit = () => {
    setTried(true);
    if (isNameless || !isReady(draft)) return;
    const fields = fieldsOf(draft);
    edit.save(
      schedule ? changedFields(fieldsOf(draftOf(schedule)), fields) : fields,
      ({ id }) => void navigate({ to: "/oncall/schedules/$id", params: { id }, ignoreBlocker: true }),
    );
  };

  return (
    <RecordForm edit={edit} what="this schedule" onSubmit={submit}>
      <div className={classes.columns}>
        <div className={page.main}>
          <Panel title="Schedule">
            <Stack gap="md">
              <NameField
                maxLength={100}
                placeholder="Primary"
                error={tried && isNameless ? "Enter a name." : undefined}
                value={draft.name}
                onChange={(name) => set({ name })}
              />
              <TimezoneSelect
                description="Handoffs keep their local time when the clocks change."
                value={draft.timezone}
                onChange={(timezone) => set({ timezone })}
              />
              <DescriptionField
                maxLength={2000}
                value={draft.description}
                onChange={(description) => set({ description })}
              />
            </Stack>
          </Panel>
          <Panel title="Layers">
            <div className={classes.layers}>
              {draft.layers.map((layer, index) => (
                <LayerEditor
                  key={layer.key}
                  layer={layer}
                  number={index + 1}
                  isLast={index === draft.layers.length - 1}
                  timezone={draft.timezone}
                  tried={tried}
                  colorOf={colorOf}
                  onChange={(next) =>
                    set({ layers: draft.layers.map((each) => (each.key === layer.key ? next : each)) })
                  }
                  onMove={(step) => set({ layers: moved(draft.layers, index, step) })}
                  onRemove={() => set({ layers: draft.layers.filter(({ key }) => key !== layer.key) })}
                />
              ))}
            </div>
            {draft.layers.length > 1 ? (
              <p className={classes.waiting}>A later layer replaces an earlier one where it has someone.</p>
            ) : null}
            <Button
              variant="default"
              leftSection={<IconPlus size={14} />}
              disabled={draft.layers.length >= 20}
              onClick={() => set({ layers: [...draft.layers, newLayer(draft.layers, draft.timezone, now)] })}
            >
              Add layer
            </Button>
          </Panel>
        </div>
        <div className={classes.beside}>
          <PreviewPanel draft={draft} colorOf={colorOf} />
        </div>
      </div>
      <div className={page.foot}>
        <FormProblem error={edit.error} />
        <div className={page.buttons}>
          {schedule ? (
            <Button size="sm" variant="subtle" color="red" onClick={() => setRemoving(true)}>
              Delete
            </Button>
          ) : null}
          <Button size="sm" type="submit" loading={save.isPending}>
            {schedule ? "Save" : "Create schedule"}
          </Button>
        </div>
      </div>
      <AskDialog
        opened={removing}
        title={`Delete schedule ${schedule?.name ?? ""}?`}
        confirm="Delete"
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          schedule &&
          remove.mutate(schedule.id, {
            onSuccess: () => void navigate({ to: "/oncall/schedules", ignoreBlocker: true }),
          })
        }
      >
        Its overrides and calendar addresses are deleted too. A schedule that an escalation policy uses can't be
        deleted.
      </AskDialog>
    </RecordForm>
  );
}
