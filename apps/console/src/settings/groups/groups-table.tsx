import type { Group } from "@opsplane/contract";
import { usePeople } from "../../directory/queries.ts";
import { RowActions, useDeletion } from "../../ui/row-actions.tsx";
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
  const deletion = useDeletion<Group>({
    title: ({ name }) => `Delete group ${name}?`,
    text: "Its members are not deleted.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
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
              <RowActions name={group.name} onOpen={() => onEdit(group)} onDelete={() => deletion.ask(group)} />
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}

function someNames(ids: readonly string[], people: ReadonlyMap<string, string>): string {
  const names = ids.map((id) => people.get(id)).filter((name) => name !== undefined);
  return names.length > named ? `${names.slice(0, named).join(", ")}…` : names.join(", ");
}
