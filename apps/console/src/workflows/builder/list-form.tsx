import { useEffect, useState } from "react";
import page from "../../ui/form-page.module.css";
import { Panel } from "../../ui/panel.tsx";
import { toggled } from "../../ui/words.ts";
import { StepPalette } from "../canvas/step-palette.tsx";
import { addStep } from "../draft/edits.ts";
import { InputsEditor } from "../fields/inputs-editor.tsx";
import { OutputsEditor } from "../fields/outputs-editor.tsx";
import { SettingsFields } from "../fields/settings-fields.tsx";
import { TriggersEditor } from "../fields/triggers-editor.tsx";
import classes from "./builder.module.css";
import type { BuilderParts } from "./parts.ts";
import { NameField } from "./settings-parts.tsx";
import { StepCard } from "./step-card.tsx";
import { WorkflowVersions } from "./workflow-versions.tsx";

const maxOpened = 4;

/** The whole workflow as a list, without a canvas. */
export function ListForm({ workflow, selected, onSelect, isEditable, runbooks, ...editing }: BuilderParts) {
  const { draft, change } = editing;
  const [opened, setOpened] = useState<readonly string[]>(() =>
    draft.steps.length <= maxOpened ? draft.steps.map(({ id }) => id) : [],
  );
  // A problem in the list below selects an edge by its source, which has the field.
  const wanted =
    selected.kind === "step" ? selected.id : selected.kind === "edge" ? draft.edges[selected.index]?.from : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    setOpened((now) => (now.includes(wanted) ? now : [...now, wanted]));
    document.getElementById(`step-${wanted}`)?.scrollIntoView({ block: "nearest" });
  }, [wanted]);
  return (
    <fieldset className={page.plain} disabled={!isEditable}>
      <div className={page.columns} style={{ marginTop: 0 }}>
        <div className={page.main}>
          <Panel title="Workflow">
            <div className={classes.fields}>
              <NameField {...editing} />
              <SettingsFields {...editing} />
            </div>
          </Panel>
          <Panel title="Triggers">
            <TriggersEditor {...editing} workflow={workflow} />
          </Panel>
          <Panel title="Inputs">
            <InputsEditor {...editing} />
          </Panel>
          <Panel title="Steps">
            {draft.steps.length === 0 ? <p className="dim">No steps yet. Add the first one.</p> : null}
            <ol className={classes.steps} aria-label="Steps">
              {draft.steps.map((step, index) => (
                <li key={step.id} id={`step-${step.id}`}>
                  <StepCard
                    {...editing}
                    runbooks={runbooks}
                    step={step}
                    number={index + 1}
                    isOpen={opened.includes(step.id)}
                    onToggle={() => setOpened(toggled(opened, step.id))}
                    onRenamed={(id) => setOpened(opened.map((each) => (each === step.id ? id : each)))}
                  />
                </li>
              ))}
            </ol>
            <StepPalette
              disabled={!isEditable || draft.steps.length >= 100}
              onAdd={(type) => {
                const added = addStep(draft, type, { after: draft.steps.at(-1)?.id });
                change(added.draft);
                onSelect({ kind: "step", id: added.id });
              }}
            />
          </Panel>
          <Panel title="Outputs">
            <OutputsEditor {...editing} />
          </Panel>
        </div>
        {workflow ? (
          <Panel title="Versions">
            <WorkflowVersions id={workflow.id} />
          </Panel>
        ) : null}
      </div>
    </fieldset>
  );
}
