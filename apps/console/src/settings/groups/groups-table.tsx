import { ActionIcon, Button } from "@mantine/core";
import type { Group } from "@opsplane/contract";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { usePeople } from "../../directory/queries.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { useRemoveGroup } from "./queries.ts";

interface GroupsTableProps {
  groups: readonly Group[];
  onEdit: (group: Group) => void;
}

const named = 4;

export function GroupsTable({ groups, onEdit }: GroupsTableProps) {
  const people = new Map(usePeople("").data?.items.map(({ id, name }) => [id, name]));
  const remove = useRemoveGroup();
  const [removing, setRemoving] = useState<Group>();
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={["Group", "Members"]} actions />
        <tbody>
          {groups.map((group) => (
            <tr key={group.id}>
              <td>
                <div className={classes.main}>{group.name}</div>
                <div className={classes.sub}>{group.description}</div>
              </td>
              <td>
                {group.member_ids.length}
                <div className={classes.sub}>{someNames(group.member_ids, people)}</div>
              </td>
              <td className={classes.actions}>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => onEdit(group)}
                  aria-label={`Edit ${group.name}`}
                >
                  Edit
                </Button>{" "}
                <ActionIcon size={26} aria-label={`Delete ${group.name}`} onClick={() => setRemoving(group)}>
                  <IconTrash size={15} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AskDialog
        opened={removing !== undefined}
        title={`Delete group ${removing?.name ?? ""}?`}
        confirm="Delete"
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate(removing.id)}
      >
        Its members are not deleted.
      </AskDialog>
    </div>
  );
}

function someNames(ids: readonly string[], people: ReadonlyMap<string, string>): string {
  const names = ids.map((id) => people.get(id)).filter((name) => name !== undefined);
  return names.length > named ? `${names.slice(0, named).join(", ")}…` : names.join(", ");
}
