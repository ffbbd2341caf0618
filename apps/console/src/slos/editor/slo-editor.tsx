import { Button, NumberInput } from "@mantine/core";
import type { Slo } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormFoot } from "../../ui/form-foot.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { NameField } from "../../ui/name-fields.tsx";
import { Panel } from "../../ui/panel.tsx";
import form from "../../ui/preview-form.module.css";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { RecordForm } from "../../ui/record-form.tsx";
import { useSaveSlo } from "../queries.ts";
import { AboutPanel } from "./about-panel.tsx";
import { IndicatorPanel } from "./indicator-panel.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import {
  definitionOf,
  definitionProblems,
  draftOf,
  fieldsOf,
  problemsOf,
  type SloDraft,
  type SloProblems,
} from "./slo-draft.ts";

interface SloEditorProps {
  slo: Slo | undefined;
  /** What a new objective starts with. */
  start: SloDraft;
}

export interface PartProps {
  draft: SloDraft;
  problems: SloProblems;
  onChange: (changes: Partial<SloDraft>) => void;
}

export function SloEditor({ slo, start }: SloEditorProps) {
  const navigate = useNavigate();
  const edit = useRecordDraft(slo, (record) => (record ? draftOf(record) : start), useSaveSlo(slo?.id));
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft);
  const [firstProblem] = Object.values(problems);
  // Before the first try to save, only what was written wrongly is shown, not what is still missing.
  const { objective, window_days } = problems;
  const written: SloProblems = { ...(objective && { objective }), ...(window_days && { window_days }) };
  const shown = tried ? problems : written;
  const isComplete = Object.keys(definitionProblems(draft)).length === 0;
  const submit = () => {
    setTried(true);
    if (firstProblem !== undefined) return;
    edit.save(fieldsOf(draft), ({ id }) => void navigate({ to: "/slos/$id", params: { id }, ignoreBlocker: true }));
  };
  return (
    <RecordForm edit={edit} what="this SLO" onSubmit={submit}>
      <div className={form.columns}>
        <div className={form.main}>
          <Panel title="Objective">
            <div className={form.fields}>
              <NameField
                placeholder="Checkout works"
                maxLength={200}
                error={shown.name}
                value={draft.name}
                onChange={(name) => set({ name })}
              />
              <Target draft={draft} problems={shown} onChange={set} />
            </div>
          </Panel>
          <IndicatorPanel draft={draft} problems={shown} onChange={set} />
          <AboutPanel draft={draft} groupName={slo?.group_name ?? null} onChange={set} />
        </div>
        <div className={form.aside}>
          <PreviewPanel definition={isComplete ? definitionOf(draft) : undefined} />
        </div>
      </div>
      <FormFoot
        error={edit.error}
        problem={tried ? firstProblem : undefined}
        hint={
          slo && measuresAgain(edit.changes)
            ? "Saving measures it again from stored telemetry."
            : edit.isChanged && "Unsaved changes"
        }
      >
        <ButtonLink
          size="sm"
          variant="default"
          {...(slo ? { to: "/slos/$id", params: { id: slo.id } } : { to: "/slos" })}
        >
          Cancel
        </ButtonLink>
        <Button size="sm" type="submit" loading={edit.saving} disabled={slo !== undefined && !edit.isChanged}>
          {slo ? "Save" : "Create SLO"}
        </Button>
      </FormFoot>
    </RecordForm>
  );
}

function Target({ draft, problems, onChange }: PartProps) {
  return (
    <div className={form.pair}>
      <NumberInput
        label="Objective"
        description="Percentage of good events"
        suffix="%"
        decimalScale={3}
        hideControls
        min={50}
        max={100}
        clampBehavior="none"
        error={problems.objective}
        value={draft.objective}
        onChange={(entered) => onChange({ objective: entered === "" ? "" : Number(entered) })}
      />
      <NumberInput
        label="Window"
        description="Rolling, in days"
        allowDecimal={false}
        min={1}
        max={90}
        clampBehavior="none"
        error={problems.window_days}
        value={draft.window_days}
        onChange={(entered) => onChange({ window_days: entered === "" ? "" : Number(entered) })}
      />
    </div>
  );
}

const measured: readonly (keyof SloDraft)[] = ["type", "service", "operation", "threshold_ms", "good", "total"];

function measuresAgain(changes: Partial<SloDraft>): boolean {
  return measured.some((field) => field in changes);
}
