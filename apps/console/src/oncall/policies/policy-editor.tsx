import { Button, NumberInput, Stack, Switch } from "@mantine/core";
import type { EscalationPolicy } from "@opsplane/contract";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import page from "../../ui/form-page.module.css";
import { FormProblem } from "../../ui/form-problem.tsx";
import { DescriptionField, NameField } from "../../ui/name-fields.tsx";
import { Panel } from "../../ui/panel.tsx";
import { changedFields, useRecordDraft } from "../../ui/record-draft.ts";
import { RecordForm } from "../../ui/record-form.tsx";
import { moved } from "../editor/schedule-draft.ts";
import { CoursePanel } from "./course-panel.tsx";
import classes from "./policy.module.css";
import { draftOf, fieldsOf, newStep, stepProblem } from "./policy-draft.ts";
import { useRemovePolicy, useSavePolicy } from "./queries.ts";
import { StepEditor } from "./step-editor.tsx";

/** Edits an escalation policy as a flow, beside what it does in words. */
export function PolicyEditor({ policy }: { policy: EscalationPolicy | undefined }) {
  const navigate = useNavigate();
  const save = useSavePolicy(policy?.id);
  const remove = useRemovePolicy();
  const edit = useRecordDraft(policy, draftOf, save);
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const [removing, setRemoving] = useState(false);
  const isNameless = draft.name.trim() === "";
  const leave = () => void navigate({ to: "/oncall/escalation-policies", ignoreBlocker: true });
  const submit = () => {
    setTried(true);
    if (isNameless || draft.steps.length === 0 || draft.steps.some((step) => stepProblem(step))) return;
    const fields = fieldsOf(draft);
    edit.save(policy ? changedFields(fieldsOf(draftOf(policy)), fields) : fields, leave);
  };
  return (
    <RecordForm edit={edit} what="this escalation policy" onSubmit={submit}>
      <div className={page.columns}>
        <div className={page.main}>
          <Panel title="Policy">
            <Stack gap="md">
              <NameField
                maxLength={100}
                placeholder="Shop"
                error={tried && isNameless ? "Enter a name." : undefined}
                value={draft.name}
                onChange={(name) => set({ name })}
              />
              <DescriptionField
                maxLength={2000}
                value={draft.description}
                onChange={(description) => set({ description })}
              />
              <Switch
                size="xs"
                label="Default policy"
                description="Used for incidents of alerts that name no policy. The organization has one default."
                checked={draft.is_default}
                onChange={(event) => set({ is_default: event.currentTarget.checked })}
              />
            </Stack>
          </Panel>
          <Panel title="Steps">
            <ol className={classes.flow} aria-label="Steps">
              <li className={classes.end}>An incident opens</li>
              {draft.steps.map((step, index) => (
                <li key={step.key}>
                  <StepEditor
                    step={step}
                    number={index + 1}
                    isLast={index === draft.steps.length - 1}
                    problem={tried ? stepProblem(step) : undefined}
                    onChange={(next) =>
                      set({ steps: draft.steps.map((each) => (each.key === step.key ? next : each)) })
                    }
                    onMove={(by) => set({ steps: moved(draft.steps, index, by) })}
                    onRemove={() => set({ steps: draft.steps.filter(({ key }) => key !== step.key) })}
                  />
                </li>
              ))}
              <li className={classes.add}>
                {tried && draft.steps.length === 0 ? <p className={classes.problem}>Add at least one step.</p> : null}
                <Button
                  variant="default"
                  leftSection={<IconPlus size={14} />}
                  disabled={draft.steps.length >= 20}
                  onClick={() => set({ steps: [...draft.steps, newStep(draft.steps)] })}
                >
                  Add step
                </Button>
              </li>
              <li className={classes.end}>
                <NumberInput
                  label="Repeat all steps"
                  description="Times, while no one acknowledges."
                  w={220}
                  min={0}
                  max={20}
                  allowDecimal={false}
                  value={draft.repeat}
                  onChange={(repeat) => set({ repeat: Math.min(Number(repeat) || 0, 20) })}
                />
              </li>
            </ol>
          </Panel>
        </div>
        <CoursePanel draft={draft} />
      </div>
      <div className={page.foot}>
        <FormProblem error={edit.error} />
        <div className={page.buttons}>
          {policy ? (
            <>
              <Button size="sm" variant="subtle" color="red" onClick={() => setRemoving(true)}>
                Delete
              </Button>
              <span className={page.hint}>Open pages go on with the steps that they started with.</span>
            </>
          ) : null}
          <Button size="sm" type="submit" loading={save.isPending}>
            {policy ? "Save" : "Create policy"}
          </Button>
        </div>
      </div>
      <AskDialog
        opened={removing}
        title={`Delete ${policy?.name ?? ""}?`}
        confirm="Delete"
        onClose={() => setRemoving(false)}
        onConfirm={() => policy && remove.mutate(policy.id, { onSuccess: leave })}
      >
        A policy that has open pages, or that an alert policy uses, can't be deleted.
      </AskDialog>
    </RecordForm>
  );
}
