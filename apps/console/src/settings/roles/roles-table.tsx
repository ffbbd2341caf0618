import { ActionIcon, Button } from "@mantine/core";
import type { Role } from "@opsplane/contract";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useRemoveRole } from "./queries.ts";

interface RolesTableProps {
  roles: readonly Role[];
  onOpen: (name: string) => void;
  mayCustomise: boolean;
}

export function RolesTable({ roles, onOpen, mayCustomise }: RolesTableProps) {
  const remove = useRemoveRole();
  const [removing, setRemoving] = useState<Role>();
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={["Role", { wide: "Permissions" }, "People"]} actions />
        <tbody>
          {roles.map((role) => (
            <tr key={role.name}>
              <td>
                <div className={classes.main}>
                  {role.name} {role.built_in ? <Tag>built-in</Tag> : null}
                </div>
                <div className={classes.sub}>{role.description}</div>
              </td>
              <td className={classes.wide}>{role.permissions.length}</td>
              <td>{role.users}</td>
              <td className={classes.actions}>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => onOpen(role.name)}
                  aria-label={`${role.built_in || !mayCustomise ? "View" : "Edit"} ${role.name}`}
                >
                  {role.built_in || !mayCustomise ? "View" : "Edit"}
                </Button>{" "}
                {role.built_in || !mayCustomise ? null : (
                  <ActionIcon size={26} aria-label={`Delete ${role.name}`} onClick={() => setRemoving(role)}>
                    <IconTrash size={15} />
                  </ActionIcon>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AskDialog
        opened={removing !== undefined}
        title={`Delete role ${removing?.name ?? ""}?`}
        confirm="Delete"
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate(removing.name)}
      >
        Roles in use can't be deleted. Reassign users first.
      </AskDialog>
    </div>
  );
}
