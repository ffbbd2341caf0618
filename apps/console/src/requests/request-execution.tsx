import type { ServiceRequest } from "@opsplane/contract";
import { RunStatusText } from "../records/run-status.tsx";
import { ExecutionLines, useExecution } from "../runbooks/index.ts";
import { useCan } from "../session/context.tsx";
import { Panel } from "../ui/panel.tsx";

type Summary = NonNullable<ServiceRequest["execution"]>;

/** The execution of the runbook that fulfills the request. */
export function RequestExecution({ execution }: { execution: Summary }) {
  const full = useExecution(execution.id, useCan()("runbooks:read")).data;
  return (
    <Panel title="Runbook execution">
      {full ? (
        <ExecutionLines executions={[full]} named />
      ) : (
        <>
          <RunStatusText status={execution.status} /> <span className="mono dim">{execution.reference}</span>
        </>
      )}
    </Panel>
  );
}
