import { Button, NumberInput, Select, Textarea } from "@mantine/core";
import { type Kpi, kpiUnits } from "@opsplane/contract";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCan } from "../../session/context.tsx";
import { fieldProblem, problemElsewhere } from "../../ui/field-problem.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import page from "../../ui/form-page.module.css";
import { ButtonLink } from "../../ui/links.tsx";
import { DescriptionField, NameField } from "../../ui/name-fields.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { RecordForm } from "../../ui/record-form.tsx";
import { useSaveKey } from "../../ui/save-key.ts";
import { optionsOf } from "../../ui/words.ts";
import { EvaluationPanel, useLiveEvaluation } from "./evaluation-panel.tsx";
import { InputFields } from "./input-fields.tsx";
import { draftOf, fieldsOf, type InputDraft, newInput, problemsOf } from "./kpi-draft.ts";
import classes from "./kpis.module.css";
import { useSaveKpi } from "./queries.ts";
import { betterWords, unitWords } from "./words.ts";

const maxInputs = 10;

/** Edits a KPI beside its value. People who may not change it see the same form, disabled. */
export function KpiEditor({ kpi }: { kpi: Kpi | undefined }) {
  const navigate = useNavigate();
  const mayWrite = useCan()("reports:write");
  const edit = useRecordDraft(kpi, draftOf, useSaveKpi(kpi?.id));
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft);
  const isComplete = Object.keys(problems).every((path) => path === "name");
  const evaluation = useLiveEvaluation(isComplete ? fieldsOf(draft) : undefined);
  /** What the server says about the draft, or else what is still missing. */
  const problemAt = (path: string) =>
    fieldProblem(edit.error, path) ??
    (tried ? problems[path] : undefined) ??
    (isComplete ? fieldProblem(evaluation.error, path) : undefined);
  const submit = () => {
    setTried(true);
    if (!mayWrite || edit.saving || Object.keys(problems).length > 0) return;
    edit.save(fieldsOf(draft), () => void navigate({ to: "/reports/kpis", ignoreBlocker: true }));
  };
  useSaveKey(submit);
  const setInput = (index: number, next: InputDraft) => set({ inputs: draft.inputs.with(index, next) });
  return (
    <RecordForm edit={edit} what="this KPI" onSubmit={submit}>
      <div className={page.columns}>
        <fieldset className={page.plain} disabled={!mayWrite}>
          <div className={page.main}>
            <Panel title="KPI">
              <div className={classes.fields}>
                <NameField
                  placeholder="Incidents resolved within an hour"
                  maxLength={200}
                  error={problemAt("name")}
                  value={draft.name}
                  onChange={(name) => set({ name })}
                />
                <DescriptionField
                  maxLength={2000}
                  value={draft.description}
                  onChange={(description) => set({ description })}
                />
                <div className={classes.three}>
                  <Select
                    label="Unit"
                    allowDeselect={false}
                    data={optionsOf(kpiUnits, unitWords)}
                    value={draft.unit}
                    onChange={(chosen) => set({ unit: kpiUnits.find((each) => each === chosen) ?? draft.unit })}
                  />
                  <NumberInput
                    label="Target"
                    placeholder="None"
                    error={problemAt("target")}
                    value={draft.target}
                    onChange={(target) => set({ target: typeof target === "number" ? target : "" })}
                  />
                  <Select
                    label="The value should be"
                    allowDeselect={false}
                    disabled={draft.target === ""}
                    data={[
                      { value: "higher", label: betterWords.higher },
                      { value: "lower", label: betterWords.lower },
                    ]}
                    value={draft.better}
                    onChange={(chosen) => set({ better: chosen === "lower" ? "lower" : "higher" })}
                  />
                </div>
              </div>
            </Panel>
            <Panel title="Inputs">
              <ol className={classes.inputs} aria-label="Inputs">
                {draft.inputs.map((input, index) => (
                  <li key={input.key}>
                    <InputFields
                      input={input}
                      number={index + 1}
                      problemAt={(field) => problemAt(`inputs.${index}.${field}`)}
                      onChange={(next) => setInput(index, next)}
                      onRemove={
                        draft.inputs.length > 1 && mayWrite
                          ? () => set({ inputs: draft.inputs.toSpliced(index, 1) })
                          : undefined
                      }
                    />
                  </li>
                ))}
              </ol>
              {mayWrite ? (
                <Button
                  mt="sm"
                  variant="default"
                  leftSection={<IconPlus size={14} />}
                  disabled={draft.inputs.length >= maxInputs}
                  onClick={() => set({ inputs: [...draft.inputs, newInput(draft.inputs)] })}
                >
                  Add input
                </Button>
              ) : null}
            </Panel>
            <Panel title="Formula">
              <Textarea
                aria-label="Formula"
                description="A CEL expression over the inputs, such as 100.0 * fast / total"
                classNames={{ input: "mono" }}
                autosize
                minRows={2}
                maxRows={8}
                maxLength={2000}
                error={problemAt("formula")}
                value={draft.formula}
                onChange={(event) => set({ formula: event.currentTarget.value })}
              />
            </Panel>
          </div>
        </fieldset>
        <EvaluationPanel draft={draft} evaluation={evaluation} isComplete={isComplete} />
      </div>
      {mayWrite ? (
        <FormFoot
          error={problemElsewhere(edit.error, ["name", "inputs", "formula", "target"])}
          hint={edit.isChanged && "Unsaved changes"}
        >
          <ButtonLink size="sm" variant="default" to="/reports/kpis">
            Cancel
          </ButtonLink>
          <Button size="sm" type="submit" loading={edit.saving} disabled={kpi !== undefined && !edit.isChanged}>
            {kpi ? "Save" : "Create KPI"}
          </Button>
        </FormFoot>
      ) : null}
    </RecordForm>
  );
}
