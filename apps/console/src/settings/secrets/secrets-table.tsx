import type { Secret } from "@opsplane/contract";
import { TimeText } from "../../time/time.tsx";
import { RowActions, useDeletion } from "../../ui/row-actions.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { useRemoveSecret } from "./queries.ts";

interface SecretsTableProps {
  secrets: readonly Secret[];
  onEdit: (secret: Secret) => void;
}

export function SecretsTable({ secrets, onEdit }: SecretsTableProps) {
  const remove = useRemoveSecret();
  const deletion = useDeletion<Secret>({
    title: ({ name }) => `Delete the secret ${name}?`,
    text: "Its value cannot be recovered. A secret that an integration uses cannot be deleted.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={["Secret", "Value", "Last use", { wide: "Created" }]} actions />
        <tbody>
          {secrets.map((secret) => (
            <tr key={secret.id}>
              <td>
                <div className={classes.main}>{secret.name}</div>
                <div className={classes.sub}>{secret.description}</div>
              </td>
              <td>
                Version {secret.value_version}
                <div className={classes.sub}>
                  set <TimeText at={secret.value_updated_at} />
                </div>
              </td>
              <td className="dim">
                {secret.last_used_at ? <TimeText at={secret.last_used_at} /> : "never"}
                <div className={classes.sub}>{secret.last_used_by}</div>
              </td>
              <td className={`${classes.wide} dim`}>
                <TimeText at={secret.created_at} />
                <div className={classes.sub}>{secret.created_by}</div>
              </td>
              <RowActions name={secret.name} onOpen={() => onEdit(secret)} onDelete={() => deletion.ask(secret)} />
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}
