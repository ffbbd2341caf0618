import type { Role } from "@opsplane/contract";
import { RowActions, useDeletion } from "../../ui/row-actions.tsx";
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
  const deletion = useDeletion<Role>({
    title: ({ name }) => `Delete role ${name}?`,
    text: "Roles in use can't be deleted. Reassign users first.",
    onConfirm: ({ name }) => remove.mutate(name),
  });
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
              <RowActions
                name={role.name}
                verb={role.built_in || !mayCustomise ? "View" : "Edit"}
                onOpen={() => onOpen(role.name)}
                onDelete={role.built_in || !mayCustomise ? undefined : () => deletion.ask(role)}
              />
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}
