import type { Kpi } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { TextLink } from "../../ui/links.tsx";
import { RowActions, useDeletion } from "../../ui/row-actions.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { KpiValue, TargetState, targetText } from "./kpi-value.tsx";
import { useEvaluation, useRemoveKpi } from "./queries.ts";

export function KpisTable({ kpis }: { kpis: readonly Kpi[] }) {
  const mayWrite = useCan()("reports:write");
  const remove = useRemoveKpi();
  const deletion = useDeletion<Kpi>({
    title: ({ name }) => `Delete ${name}?`,
    text: "Reports no longer show it. Outputs that exist stay.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  return (
    <div className={table.card}>
      <table className={table.table} aria-label="KPIs">
        <TableHead columns={["KPI", { wide: "Formula" }, "Last 30 days", "Target"]} actions={mayWrite} />
        <tbody>
          {kpis.map((kpi) => (
            <KpiRow key={kpi.id} kpi={kpi} {...(mayWrite ? { onDelete: () => deletion.ask(kpi) } : {})} />
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}

function KpiRow({ kpi, onDelete }: { kpi: Kpi; onDelete?: () => void }) {
  const { id, name, description, inputs, formula } = kpi;
  const navigate = useNavigate();
  const evaluation = useEvaluation({ inputs, formula });
  return (
    <tr>
      <td>
        <TextLink to="/reports/kpis/$id" params={{ id }} className={table.main ?? ""}>
          {name}
        </TextLink>
        {description ? <div className={table.sub}>{description}</div> : null}
      </td>
      <td className={table.wide}>
        <code className="mono">{formula}</code>
      </td>
      <td>
        <KpiValue unit={kpi.unit} evaluation={evaluation} />
      </td>
      <td>
        {targetText(kpi)} <TargetState kpi={kpi} value={evaluation.data?.value} />
      </td>
      {onDelete ? (
        <RowActions
          name={name}
          onOpen={() => void navigate({ to: "/reports/kpis/$id", params: { id } })}
          onDelete={onDelete}
        />
      ) : null}
    </tr>
  );
}
