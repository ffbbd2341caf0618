import { Button } from "@mantine/core";
import type { DashboardSummary, DashboardVisibility } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { RowActions, useDeletion } from "../../ui/row-actions.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { useDuplicateDashboard, useRemoveDashboard } from "../queries.ts";

const words: Record<DashboardVisibility, string> = { private: "Only you", team: "Teams", everyone: "Everyone" };

export function DashboardsTable({ dashboards }: { dashboards: readonly DashboardSummary[] }) {
  const navigate = useNavigate();
  const canWrite = useCan()("dashboards:write");
  const duplicate = useDuplicateDashboard();
  const remove = useRemoveDashboard();
  const deletion = useDeletion<DashboardSummary>({
    title: ({ name }) => `Delete ${name}?`,
    text: "Its public links stop working. This can't be undone.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  const open = (id: string, search = {}) => void navigate({ to: "/reports/dashboards/$id", params: { id }, search });
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead
          columns={["Name", { wide: "Visible to" }, { wide: "Widgets" }, { wide: "Created by" }, { wide: "Updated" }]}
          actions={canWrite}
        />
        <tbody>
          {dashboards.map((dashboard) => (
            <tr key={dashboard.id}>
              <td>
                <TextLink className={classes.main} to="/reports/dashboards/$id" params={{ id: dashboard.id }}>
                  {dashboard.name}
                </TextLink>
                {dashboard.description ? <div className={classes.sub}>{dashboard.description}</div> : null}
              </td>
              <td className={classes.wide}>{words[dashboard.visibility]}</td>
              <td className={classes.wide}>{dashboard.widget_count}</td>
              <td className={`${classes.wide} dim`}>{dashboard.created_by}</td>
              <td className={`${classes.wide} dim`}>
                <TimeText at={dashboard.updated_at} />
              </td>
              {dashboard.can_edit ? (
                <RowActions
                  name={dashboard.name}
                  onOpen={() => open(dashboard.id, { edit: "1" })}
                  onDelete={() => deletion.ask(dashboard)}
                >
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Duplicate ${dashboard.name}`}
                    onClick={() => duplicate.mutate(dashboard.id)}
                  >
                    Duplicate
                  </Button>
                </RowActions>
              ) : canWrite ? (
                <td />
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}
