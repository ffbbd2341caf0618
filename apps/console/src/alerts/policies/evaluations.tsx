import type { AlertEvaluation } from "@opsplane/contract";
import { IconClock } from "@tabler/icons-react";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import classes from "./policies.module.css";
import { useEvaluations } from "./queries.ts";

/** What evaluations found. Consecutive ones with the same outcome are one row. */
export function Evaluations({ id }: { id: string }) {
  return (
    <PagedFace
      list={useEvaluations(id)}
      empty={
        <Face icon={<IconClock size={20} />} title="Not evaluated yet">
          The first evaluation of an enabled policy runs within its interval.
        </Face>
      }
    >
      {(rows) => (
        <table className={table.table} aria-label="Evaluations">
          <TableHead columns={["Time", "Outcome", { wide: "Groups" }, { wide: "Evaluations" }, { wide: "Slowest" }]} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className={classes.time}>
                  <TimeText at={row.from} as="short" />
                  {row.from === row.to ? null : (
                    <>
                      {" – "}
                      <TimeText at={row.to} as="short" />
                    </>
                  )}
                </td>
                <td>
                  <Outcome row={row} />
                </td>
                <td className={table.wide}>{row.groups.toLocaleString("en")}</td>
                <td className={table.wide}>{row.evaluations.toLocaleString("en")}</td>
                <td className={table.wide}>{row.max_duration_ms.toLocaleString("en")} ms</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedFace>
  );
}

function Outcome({ row: { error, firing, pending } }: { row: AlertEvaluation }) {
  if (error)
    return (
      <>
        <StatusMark look={{ tone: "orange", shape: "full" }}>Failed</StatusMark>
        <div className={classes.error}>{error}</div>
      </>
    );
  if (firing > 0)
    return (
      <StatusMark look={{ tone: "red", shape: "full" }}>
        {firing} firing{pending > 0 ? `, ${pending} pending` : ""}
      </StatusMark>
    );
  if (pending > 0) return <StatusMark look={{ tone: "amber", shape: "ring" }}>{pending} pending</StatusMark>;
  return <StatusMark look={{ tone: "green", shape: "square" }}>OK</StatusMark>;
}
