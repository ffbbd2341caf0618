import { TextInput } from "@mantine/core";
import { messageAt } from "../draft/problems.ts";
import type { Editing } from "../fields/editing.ts";
import classes from "../fields/fields.module.css";
import { InputsEditor } from "../fields/inputs-editor.tsx";
import { OutputsEditor } from "../fields/outputs-editor.tsx";
import { SettingsFields } from "../fields/settings-fields.tsx";
import { TriggersEditor } from "../fields/triggers-editor.tsx";
import type { BuilderParts } from "./parts.ts";
import { WorkflowVersions } from "./workflow-versions.tsx";

export function NameField({ draft, problems, change }: Editing) {
  return (
    <TextInput
      label="Name"
      withAsterisk
      maxLength={200}
      placeholder="Restart after approval"
      error={messageAt(problems, "name")}
      value={draft.name}
      onChange={(event) => change({ ...draft, name: event.currentTarget.value }, "name")}
    />
  );
}

/** Everything about a workflow but its steps, for the narrow panel of the canvas. */
export function SettingsParts({ workflow, ...editing }: BuilderParts) {
  return (
    <>
      <NameField {...editing} />
      <SettingsFields {...editing} />
      <h3 className={classes.partTitle}>Triggers</h3>
      <TriggersEditor {...editing} workflow={workflow} />
      <h3 className={classes.partTitle}>Inputs</h3>
      <InputsEditor {...editing} />
      <h3 className={classes.partTitle}>Outputs</h3>
      <OutputsEditor {...editing} />
      {workflow ? (
        <>
          <h3 className={classes.partTitle}>Versions</h3>
          <WorkflowVersions id={workflow.id} />
        </>
      ) : null}
    </>
  );
}
