import type { ApprovalInstance } from "@opsplane/contract";
import { approverWords, blockedWords, eligibleWords, instanceTones } from "../approvals/index.ts";
import { TimeText } from "../time/time.tsx";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./inbox.module.css";
import { SubjectLink } from "./inbox-cards.tsx";

export function AllApprovals({ instances }: { instances: readonly ApprovalInstance[] }) {
  return (
    <div className={table.card}>
      <table className={table.table}>
        <TableHead
          columns={[
            "Subject",
            "Status",
            "Current step",
            { wide: "Requested by" },
            { wide: "Approval chain" },
            { wide: "Waiting since" },
          ]}
        />
        <tbody>
          {instances.map((instance) => (
            <tr key={instance.id}>
              <td>
                <SubjectLink instance={instance} />
                <div className={classes.reference}>{instance.subject_reference}</div>
              </td>
              <td>
                <Tag tone={instanceTones[instance.status]}>{instance.status}</Tag>
              </td>
              <td>
                <Turn instance={instance} />
              </td>
              <td className={`${table.wide} ${classes.since}`}>{instance.requested_by}</td>
              <td className={table.wide}>{instance.definition_name}</td>
              <td className={`${table.wide} ${classes.since}`}>
                <TimeText at={instance.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Turn({ instance }: { instance: ApprovalInstance }) {
  const stepIndex = instance.steps.findIndex(({ order }) => order === instance.current_step);
  const step = instance.steps[stepIndex];
  if (!step) {
    const last = instance.step_results.at(-1);
    return last ? <span className="dim">by {last.decided_by}</span> : <span className="dim">—</span>;
  }
  return (
    <>
      {stepIndex + 1} of {instance.steps.length}: {step.name || approverWords(step)}
      {instance.blocked === null ? (
        <div className={table.sub}>waits for {eligibleWords(instance)}</div>
      ) : (
        <div className={classes.blocked}>{blockedWords[instance.blocked]}</div>
      )}
    </>
  );
}
