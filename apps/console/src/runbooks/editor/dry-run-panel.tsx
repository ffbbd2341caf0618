import { Button } from "@mantine/core";
import { type Execution, isRunOpen, type Parameter, type Runbook } from "@opsplane/contract";
import { IconFlask } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { randomKey } from "../../api/random-key.ts";
import { RunStatusText } from "../../records/run-status.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { executeBody, firstValues, problemsByParameter, type RunInputs } from "../execute/inputs.ts";
import { RunFields } from "../execute/run-fields.tsx";
import { useFollowed } from "../executions/follow.ts";
import { StepTimeline } from "../executions/timeline.tsx";
import { useExecute } from "../mutations.ts";
import { useExecution } from "../queries.ts";
import classes from "./dry-run-panel.module.css";

interface DryRunPanelProps {
  /** Those of the draft. */
  parameters: readonly Parameter[];
  /** The dry run to show. */
  reference: string | undefined;
  /** Why no dry run can start. */
  blocked: string | undefined;
  saving: boolean;
  /** Saves the draft first. */
  onSave: (next: (saved: Runbook) => void) => void;
}

/** Tries the runbook out beside its editor: the exact commands and requests, with checks, and nothing is executed. */
export function DryRunPanel({ parameters, reference, blocked, saving, onSave }: DryRunPanelProps) {
  const navigate = useNavigate();
  const execute = useExecute();
  const shown = useExecution(reference ?? "", reference !== undefined).data;
  const [edit, setEdit] = useState<RunInputs>();
  const inputs = edit ?? inputsOf(parameters, shown);
  const problems = execute.error ? problemsByParameter(execute.error.details) : {};
  const start = () =>
    onSave(({ id }) =>
      execute.mutate(
        { runbookId: id, body: executeBody(parameters, inputs, true), key: randomKey() },
        {
          onSuccess: (started) =>
            void navigate({
              to: "/runbooks/$id",
              params: { id },
              search: { dry: started.reference },
              replace: true,
              resetScroll: false,
              ignoreBlocker: true,
            }),
          // The runbook is saved, so its page shows the problem.
          onError: () => void navigate({ to: "/runbooks/$id", params: { id }, replace: true, ignoreBlocker: true }),
        },
      ),
    );
  return (
    <Panel title="Dry run">
      <p className={`${classes.about} dim`}>Shows what would happen. Nothing is executed. Changes are saved first.</p>
      <RunFields parameters={parameters} inputs={inputs} problems={problems} onChange={setEdit} />
      <div className={classes.start}>
        <Button
          variant="default"
          leftSection={<IconFlask size={15} />}
          loading={saving || execute.isPending}
          disabled={blocked !== undefined}
          onClick={start}
        >
          Dry run
        </Button>
        {blocked ? <span className="dim">{blocked}</span> : null}
      </div>
      <FormProblem error={Object.keys(problems).length > 0 ? null : execute.error} />
      {shown ? <DryRunResult key={shown.id} execution={shown} /> : null}
    </Panel>
  );
}

function inputsOf(parameters: readonly Parameter[], shown: Execution | undefined): RunInputs {
  const targets = shown?.targets.flatMap(({ host_id, ci_id }) => host_id ?? ci_id ?? []) ?? [];
  return {
    values: firstValues(parameters, shown?.parameters),
    targets: targets.length > 0 ? targets : undefined,
    incident: shown?.incident?.id,
  };
}

function DryRunResult({ execution }: { execution: Execution }) {
  const { output } = useFollowed(execution);
  const failed = execution.steps.filter(({ status }) => status === "failed").length;
  return (
    <div className={classes.result}>
      <div className={classes.head} role="status">
        {isRunOpen(execution) ? (
          <RunStatusText status={execution.status} />
        ) : (
          <b>{failed === 0 ? "Everything is OK" : `${failed} ${failed === 1 ? "step is" : "steps are"} not OK`}</b>
        )}
        <TextLink size="sm" to="/executions/$reference" params={{ reference: execution.reference }}>
          {execution.reference}
        </TextLink>
      </div>
      <StepTimeline execution={execution} output={output} />
    </div>
  );
}
