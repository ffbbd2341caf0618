import { ActionIcon, Button } from "@mantine/core";
import type { Secret } from "@opsplane/contract";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { TimeText } from "../../time/time.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { useRemoveSecret } from "./queries.ts";

interface SecretsTableProps {
  secrets: readonly Secret[];
  onEdit: (secret: Secret) => void;
}

export function SecretsTable({ secrets, onEdit }: SecretsTableProps) {
  const remove = useRemoveSecret();
  const [removing, setRemoving] = useState<Secret>();
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
              <td className={classes.actions}>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => onEdit(secret)}
                  aria-label={`Edit ${secret.name}`}
                >
                  Edit
                </Button>{" "}
                <ActionIcon size={26} aria-label={`Delete ${secret.name}`} onClick={() => setRemoving(secret)}>
                  <IconTrash size={15} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AskDialog
        opened={removing !== undefined}
        title={`Delete the secret ${removing?.name ?? ""}?`}
        confirm="Delete"
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate(removing.id)}
      >
        Its value cannot be recovered. A secret that an integration uses cannot be deleted.
      </AskDialog>
    </div>
  );
}
