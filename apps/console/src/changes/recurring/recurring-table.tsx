import type { RecurringChange } from "@opsplane/contract";
import { RiskBadge, typeWords } from "../../records/change-badges.tsx";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { RowActions, useDeletion } from "../../ui/row-actions.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useEnableRecurring, useRemoveRecurring } from "./queries.ts";
import { scheduleText } from "./schedule.ts";

export type ListedRecurring = Omit<
  RecurringChange,
  "description" | "implementation_plan" | "rollback_plan" | "test_plan"
>;

export function RecurringTable({ changes }: { changes: readonly ListedRecurring[] }) {
  const canWrite = useCan()("itsm:write");
  const enable = useEnableRecurring();
  const remove = useRemoveRecurring();
  const deletion = useDeletion<ListedRecurring>({
    title: ({ title }) => `Delete ${title}?`,
    text: "No more changes are created. Changes that exist already stay.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead
          columns={["Recurring change", "Schedule", { wide: "Next window" }, { wide: "Last change" }, "State"]}
          actions={canWrite}
        />
        <tbody>
          {changes.map((change) => (
            <tr key={change.id}>
              <td>
                <TextLink to="/changes/recurring/$id" params={{ id: change.id }} className={classes.main ?? ""}>
                  {change.title}
                </TextLink>
                <div className={classes.sub}>
                  {typeWords[change.type]} · <RiskBadge risk={change.risk_level} />
                </div>
              </td>
              <td>
                {scheduleText(change.cron)}
                <div className={classes.sub}>{change.timezone}</div>
              </td>
              <td className={classes.wide}>
                {change.next_start ? (
                  <TimeText at={change.next_start} as="absolute" />
                ) : (
                  <span className="dim">none</span>
                )}
              </td>
              <td className={classes.wide}>
                {change.last_change ? (
                  <TextLink to="/changes/$reference" params={{ reference: change.last_change.reference }}>
                    {change.last_change.reference}
                  </TextLink>
                ) : (
                  <span className="dim">none yet</span>
                )}
              </td>
              <td>
                <RecurringState change={change} />
              </td>
              {canWrite ? (
                <RowActions
                  name={change.title}
                  verb={change.enabled ? "Pause" : "Resume"}
                  onOpen={() => enable.mutate({ id: change.id, enabled: !change.enabled })}
                  onDelete={() => deletion.ask(change)}
                />
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}

function RecurringState({ change: { enabled, last_error } }: { change: ListedRecurring }) {
  if (!enabled) return <Tag>paused</Tag>;
  if (!last_error) return <Tag tone="good">active</Tag>;
  return (
    <>
      <Tag tone="bad">failed</Tag>
      <div className={classes.sub}>{last_error}</div>
    </>
  );
}
