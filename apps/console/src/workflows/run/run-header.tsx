import { Alert, Button } from "@mantine/core";
import { isRunOpen, type WorkflowRun } from "@opsplane/contract";
import { IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { RunDuration } from "../../records/run-duration.tsx";
import { RunStatusText } from "../../records/run-status.tsx";
import { useCan } from "../../session/context.tsx";
import { MoveDialog } from "../../ui/move-dialog.tsx";
import record from "../../ui/record-page.module.css";
import { RecordTitle } from "../../ui/record-title.tsx";
import { useCancelRun, useRetryRun } from "../mutations.ts";

const cancelWords = {
  title: "Cancel this run?",
  label: "Reason",
  hint: "Steps that have ended stay as they are. Runbooks that still run are cancelled.",
  confirm: "Cancel run",
  danger: true,
};

export function RunHeader({ run }: { run: WorkflowRun }) {
  const mayRun = useCan()("automation:execute");
  const cancel = useCancelRun(run);
  const retry = useRetryRun(run);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <header className={record.head}>
        <div className={record.titleBlock}>
          <RecordTitle tab={`${run.reference} ${run.workflow_name}`}>{run.workflow_name}</RecordTitle>
          <div className={record.state}>
            <RunStatusText status={run.status} />
            <span className="dim">
              <RunDuration run={run} />
            </span>
          </div>
        </div>
        {mayRun ? (
          <div className={record.moves}>
            {run.status === "failed" ? (
              <Button leftSection={<IconRefresh size={15} />} loading={retry.isPending} onClick={() => retry.mutate()}>
                Retry from the failed step
              </Button>
            ) : null}
            {isRunOpen(run) ? (
              <Button variant="default" leftSection={<IconPlayerStop size={15} />} onClick={() => setAsked(true)}>
                Cancel run
              </Button>
            ) : null}
          </div>
        ) : null}
      </header>
      {run.error ? (
        <Alert color="red" variant="light" p="sm" mb="sm">
          {run.error}
        </Alert>
      ) : null}
      {asked && isRunOpen(run) ? (
        <MoveDialog
          words={cancelWords}
          pending={cancel.isPending}
          onClose={() => setAsked(false)}
          onConfirm={(reason) => cancel.mutate(reason, { onSuccess: () => setAsked(false) })}
        />
      ) : null}
    </>
  );
}
