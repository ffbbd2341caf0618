import { Button } from "@mantine/core";
import { type Runbook, runbookMoves } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { GenerationPanel } from "../../ai/index.ts";
import { useCan } from "../../session/context.tsx";
import { FormFoot } from "../../ui/form-foot.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RecordConflict } from "../../ui/record-conflict.tsx";
import { changedFields, useRecordDraft } from "../../ui/record-draft.ts";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { useSaveRunbook } from "../mutations.ts";
import { useStepStats } from "../queries.ts";
import { StepList } from "../steps/step-list.tsx";
import { DetailsPanel } from "./details-panel.tsx";
import { contentIn, draftOf, type RunbookDraft } from "./draft.ts";
import { DryRunPanel } from "./dry-run-panel.tsx";
import classes from "./editor.module.css";
import { jumpTo } from "./jump.ts";
import { ParametersEditor } from "./parameters-editor.tsx";
import { ProblemSummary } from "./problem-list.tsx";
import { countsOf, draftProblems, placeOf, placeWords, problemsIn } from "./problems.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import { ResultsPanel, StepResult } from "./results-panel.tsx";
import { VerificationPanel } from "./verification-panel.tsx";
import { VersionsPanel } from "./versions-panel.tsx";

interface RunbookEditorProps {
  runbook: Runbook | undefined;
  /** The reference of the dry run to show. */
  dry: string | undefined;
}

export function RunbookEditor({ runbook, dry }: RunbookEditorProps) {
  const navigate = useNavigate();
  const mayExecute = useCan()("runbooks:execute");
  const save = useSaveRunbook(runbook?.id);
  const edit = useRecordDraft(runbook, draftOf, save);
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const [publishing, setPublishing] = useState<Runbook>();
  const [opened, setOpened] = useState<string[]>([]);
  // The lint follows with a short delay, so that typing stays fast.
  const linted = useDeferredValue(draft);
  const problems = useMemo(() => problemsIn(draftProblems(contentIn(linted))), [linted]);
  const { errors } = countsOf(problems.all);
  const firstError = problems.all.find(({ level }) => level === "error");
  const isFresh = runbook === undefined;

  const go = (path: string) => {
    const [list = "", index = "0"] = placeOf(path).split(".");
    const steps = list === "steps" || list === "on_failure" ? draft[list] : [];
    const key = steps[Number(index)]?.key;
    if (key && !opened.includes(key)) setOpened([...opened, key]);
    jumpTo(path);
  };
  /** Saves what has changed, then goes on with the saved runbook. */
  const saveThen = (next: (saved: Runbook) => void) => {
    setTried(true);
    if (firstError) return go(firstError.path);
    if (runbook && !edit.isChanged) return next(runbook);
    const content = contentIn(draft);
    const fields = { ...content, name: content.name.trim() };
    edit.save(runbook ? changedFields(contentIn(draftOf(runbook)), fields) : fields, (saved) => {
      setTried(false);
      setOpened(savedKeys(draft, opened));
      next(saved);
    });
  };
  const open = ({ id }: Runbook) => {
    if (isFresh) void navigate({ to: "/runbooks/$id", params: { id }, replace: true, ignoreBlocker: true });
  };
  const stepResults = useResults(runbook);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saveThen(open);
      }}
    >
      <UnsavedGuard when={edit.isChanged} what="this runbook" />
      <RecordConflict {...edit.conflictFace} what="this runbook" />
      <div className={classes.columns}>
        <div className={classes.main}>
          <DetailsPanel draft={draft} problem={tried ? problems.error("name") : undefined} onChange={set} />
          <Panel title="Parameters">
            <ParametersEditor
              parameters={draft.parameters}
              problems={problems}
              onChange={(parameters) => set({ parameters })}
            />
          </Panel>
          <Panel title="Steps">
            <StepList
              field="steps"
              label="Steps"
              steps={draft.steps}
              problems={problems}
              opened={opened}
              onOpened={setOpened}
              resultOf={stepResults}
              onChange={(steps) => set({ steps })}
            />
          </Panel>
          <Panel title="If a step fails">
            <p className="dim" style={{ margin: "0 0 10px" }}>
              These steps run after a step has failed, for example to undo a change or to notify someone.
            </p>
            <StepList
              field="on_failure"
              label="If a step fails"
              steps={draft.on_failure}
              problems={problems}
              opened={opened}
              onOpened={setOpened}
              resultOf={stepResults}
              onChange={(on_failure) => set({ on_failure })}
            />
          </Panel>
          <VerificationPanel draft={draft} problems={problems} onChange={set} />
        </div>
        <div className={classes.aside} data-sticky="true">
          <ProblemSummary problems={problems.all} onGo={go} />
          {runbook ? <GenerationPanel runbookId={runbook.id} /> : null}
          {mayExecute ? (
            <DryRunPanel
              parameters={draft.parameters}
              reference={dry}
              blocked={errors > 0 ? "Fix the errors first." : undefined}
              saving={edit.saving}
              onSave={saveThen}
            />
          ) : null}
          {runbook ? (
            <>
              <ResultsPanel runbook={runbook} />
              <VersionsPanel runbook={runbook} />
            </>
          ) : null}
        </div>
      </div>
      <FormFoot
        error={edit.error}
        problem={
          firstError && (tried || edit.isChanged) ? `${placeWords(firstError.path)}: ${firstError.message}` : undefined
        }
        hint={edit.isChanged && "Unsaved changes"}
      >
        <Button size="sm" variant="default" type="submit" loading={edit.saving} disabled={!isFresh && !edit.isChanged}>
          {isFresh ? "Create draft" : "Save"}
        </Button>
        {runbook && runbookMoves[runbook.status].includes("published") ? (
          <Button
            size="sm"
            disabled={runbook.status === "published" && !runbook.has_changes && !edit.isChanged}
            onClick={() => saveThen(setPublishing)}
          >
            {edit.isChanged ? "Save and publish" : "Publish"}
          </Button>
        ) : null}
      </FormFoot>
      {publishing ? <PublishDialog runbook={publishing} onClose={() => setPublishing(undefined)} /> : null}
    </form>
  );
}

/** The opened cards after a save: a new step is known by its id then. */
function savedKeys(draft: RunbookDraft, opened: readonly string[]): string[] {
  const content = contentIn(draft);
  const ids = new Map(
    (["steps", "on_failure"] as const).flatMap((field) =>
      draft[field].map(({ key }, index): [string, string] => [key, content[field][index]?.id ?? key]),
    ),
  );
  return opened.map((key) => ids.get(key) ?? key);
}

/** How each saved step ended in the last 90 days. */
function useResults(runbook: Runbook | undefined) {
  const stats = useStepStats(runbook?.id).data ?? [];
  return ({ key }: { key: string }) => {
    const found = stats.find(({ id }) => id === key);
    return found && found.runs > 0 ? <StepResult stats={found} /> : null;
  };
}
