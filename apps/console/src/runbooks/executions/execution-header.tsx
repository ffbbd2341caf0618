import { Alert, Button } from "@mantine/core";
import { type Execution, isRunOpen } from "@opsplane/contract";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { RunDuration } from "../../records/run-duration.tsx";
import { RunStatusText } from "../../records/run-status.tsx";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { MoveDialog } from "../../ui/move-dialog.tsx";
import classes from "../../ui/record-page.module.css";
import { RecordTitle } from "../../ui/record-title.tsx";
import { Tag } from "../../ui/tag.tsx";
import { VerifiedMark } from "../badges.tsx";
import { masked } from "../execute/inputs.ts";
import { ExecuteDialog } from "../execute/lazy-execute-dialog.ts";
import { useCancelExecution, useRetryExecution } from "../mutations.ts";

export function ExecutionHeader({ execution }: { execution: Execution }) {
  const mayExecute = useCan()("runbooks:execute");
  const { reference, runbook_name, status, dry_run, verified, error, started_by, created_at } = execution;
  return (
    <>
      <header className={classes.head}>
        <div className={classes.titleBlock}>
          <RecordTitle tab={`${reference} ${runbook_name}`}>{runbook_name}</RecordTitle>
          <div className={classes.state}>
            <span role="status">
              <RunStatusText status={status} />
            </span>
            {dry_run ? <Tag>dry run</Tag> : null}
            <VerifiedMark verified={verified} />
            <span className="dim">
              <RunDuration run={execution} />
            </span>
            <span className="dim">
              started by {started_by} <TimeText at={created_at} />
            </span>
          </div>
        </div>
        {mayExecute ? <Moves execution={execution} /> : null}
      </header>
      {error ? (
        <Alert color={status === "cancelled" ? "gray" : "red"} variant="light" p="sm" mb="md">
          {error}
        </Alert>
      ) : null}
    </>
  );
}

function Moves({ execution }: { execution: Execution }) {
  const [asking, setAsking] = useState<"cancel" | "again">();
  const cancel = useCancelExecution(execution);
  const retry = useRetryExecution(execution);
  const close = () => setAsking(undefined);
  const open = isRunOpen(execution);
  return (
    <div className={classes.moves}>
      {open ? (
        <Button variant="default" onClick={() => setAsking("cancel")}>
          {execution.dry_run ? "Cancel the dry run" : "Cancel"}
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconPlayerPlay size={14} />} onClick={() => setAsking("again")}>
          Execute again
        </Button>
      )}
      {mayRetry(execution) ? (
        <Button loading={retry.isPending} onClick={() => retry.mutate("")}>
          Retry from the failed step
        </Button>
      ) : null}
      {asking === "cancel" ? (
        <MoveDialog
          words={{
            title: `Cancel ${execution.reference}?`,
            label: "Reason",
            hint: "Shown on the execution and on its incident.",
            confirm: "Cancel the execution",
            danger: true,
          }}
          pending={cancel.isPending}
          onConfirm={(reason) => cancel.mutate(reason, { onSuccess: close })}
          onClose={close}
        >
          A running command is stopped. Steps that have ended are not undone.
        </MoveDialog>
      ) : null}
      {asking === "again" ? (
        <ExecuteDialog
          runbookId={execution.runbook_id}
          incident={execution.incident ? { id: execution.incident.id, items: [] } : undefined}
          earlier={{
            parameters: execution.parameters,
            targets: execution.targets.flatMap(({ host_id, ci_id }) => host_id ?? ci_id ?? []),
          }}
          suggests={execution.dry_run ? "dry run" : "execute"}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** The server keeps no secret values, so an execution that had some starts again instead. */
function mayRetry({ status, dry_run, parameters }: Execution): boolean {
  return status === "failed" && !dry_run && !Object.values(parameters).includes(masked);
}
