import { Button, Checkbox, Group, Stack, Switch } from "@mantine/core";
import { type ApprovalDefinition, defaultableTypes } from "@opsplane/contract";
import { IconAlertTriangle, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { AskDialog } from "../ui/ask-dialog.tsx";
import page from "../ui/form-page.module.css";
import { FormProblem } from "../ui/form-problem.tsx";
import { DescriptionField, NameField } from "../ui/name-fields.tsx";
import { Panel } from "../ui/panel.tsx";
import { RecordConflict } from "../ui/record-conflict.tsx";
import { changedFields, useRecordDraft } from "../ui/record-draft.ts";
import classes from "./definition.module.css";
import { draftOf, fieldsOf, moveStep, newStep, stepProblem } from "./definition-draft.ts";
import { useRemoveDefinition, useSaveDefinition } from "./mutations.ts";
import { StepEditor } from "./step-editor.tsx";

interface DefinitionEditorProps {
  definition: ApprovalDefinition | undefined;
  aside?: ReactNode;
}

export function DefinitionEditor({ definition, aside }: DefinitionEditorProps) {
  const navigate = useNavigate();
  const save = useSaveDefinition(definition?.id);
  const remove = useRemoveDefinition();
  const edit = useRecordDraft(definition, draftOf, save);
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const [removing, setRemoving] = useState(false);
  const nameless = draft.name.trim() === "";

  const submit = () => {
    setTried(true);
    if (nameless || draft.steps.length === 0 || draft.steps.some((step) => stepProblem(step))) return;
    const fields = fieldsOf(draft);
    edit.save(definition ? changedFields(fieldsOf(draftOf(definition)), fields) : fields, (saved) => {
      setTried(false);
      if (!definition) void navigate({ to: "/settings/approval-chains/$id", params: { id: saved.id } });
    });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RecordConflict {...edit.conflictFace} what="this chain" />
      <div className={page.columns}>
        <div className={page.main}>
          <Panel title="Chain">
            <Stack gap="md">
              <NameField
                maxLength={200}
                placeholder="Production changes"
                error={tried && nameless ? "Enter a name." : undefined}
                value={draft.name}
                onChange={(name) => set({ name })}
              />
              <DescriptionField
                maxLength={5000}
                value={draft.description}
                onChange={(description) => set({ description })}
              />
            </Stack>
          </Panel>
          <Panel title="Steps">
            <ol className={classes.steps} aria-label="Steps">
              {draft.steps.map((step, index) => (
                <li key={step.key}>
                  <StepEditor
                    step={step}
                    number={index + 1}
                    last={index === draft.steps.length - 1}
                    problem={tried ? stepProblem(step) : undefined}
                    onChange={(next) =>
                      set({ steps: draft.steps.map((each) => (each.key === step.key ? next : each)) })
                    }
                    onMove={(by) => set({ steps: moveStep(draft.steps, index, by) })}
                    onRemove={() => set({ steps: draft.steps.filter((each) => each.key !== step.key) })}
                  />
                </li>
              ))}
            </ol>
            {tried && draft.steps.length === 0 ? <p className={classes.problem}>Add at least one step.</p> : null}
            <Button
              variant="default"
              leftSection={<IconPlus size={14} />}
              disabled={draft.steps.length >= 20}
              onClick={() => set({ steps: [...draft.steps, newStep(draft.steps)] })}
            >
              Add step
            </Button>
          </Panel>
          <Panel title="Rules">
            <Stack gap="md">
              <Switch
                size="xs"
                label="Allow self-approval"
                description="The requester can approve their own change or request"
                checked={draft.allow_self_approval}
                onChange={(event) => set({ allow_self_approval: event.currentTarget.checked })}
              />
              <Checkbox.Group
                label="Default for"
                description="Used for changes of these types when no chain is selected"
                value={draft.default_for}
                onChange={(chosen) =>
                  set({ default_for: defaultableTypes.filter((type) => chosen.some((each) => each === type)) })
                }
              >
                <Group gap="md" mt={6}>
                  {defaultableTypes.map((type) => (
                    <Checkbox key={type} value={type} label={changesOf(type)} />
                  ))}
                </Group>
              </Checkbox.Group>
              {definition?.default_for
                .filter((type) => !draft.default_for.includes(type))
                .map((type) => (
                  <p key={type} className={classes.warning} role="alert">
                    <IconAlertTriangle size={16} aria-hidden="true" />
                    {changesOf(type)} will need no approval unless they name a chain.
                  </p>
                ))}
            </Stack>
          </Panel>
        </div>
        {aside}
      </div>
      <div className={page.foot}>
        <FormProblem error={edit.error} />
        <div className={page.buttons}>
          {definition ? (
            <>
              <Button size="sm" variant="subtle" color="red" onClick={() => setRemoving(true)}>
                Delete
              </Button>
              <span className={page.hint}>Approvals in progress keep the version they started with.</span>
            </>
          ) : null}
          <Button size="sm" type="submit" loading={save.isPending}>
            {definition ? "Save" : "Create chain"}
          </Button>
        </div>
      </div>
      <AskDialog
        opened={removing}
        title={`Delete chain ${definition?.name ?? ""}?`}
        confirm="Delete"
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          definition &&
          remove.mutate(definition.id, { onSuccess: () => void navigate({ to: "/settings/approval-chains" }) })
        }
      >
        A chain that is a default, or that catalog items or open changes use, can't be deleted. Approvals in progress
        continue.
      </AskDialog>
    </form>
  );
}

function changesOf(type: (typeof defaultableTypes)[number]): string {
  return `${type === "normal" ? "Normal" : "Emergency"} changes`;
}
