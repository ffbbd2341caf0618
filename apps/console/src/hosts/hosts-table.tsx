import { Button } from "@mantine/core";
import type { Host } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import { RowActions, useDeletion } from "../ui/row-actions.tsx";
import classes from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import { useRemoveHost } from "./queries.ts";
import { addressOf } from "./words.ts";

interface HostsTableProps {
  hosts: readonly Host[];
  onEdit: (id: string) => void;
  onConnection: (id: string) => void;
}

export function HostsTable({ hosts, onEdit, onConnection }: HostsTableProps) {
  const remove = useRemoveHost();
  const deletion = useDeletion<Host>({
    title: ({ name }) => `Delete ${name}?`,
    text: "Runbooks can no longer run commands on it. This can't be undone.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead
          columns={["Host", { wide: "Connection" }, { wide: "CI" }, "Key", { wide: "Last used" }, { wide: "State" }]}
          actions
        />
        <tbody>
          {hosts.map((host) => (
            <tr key={host.id}>
              <td>
                <div className={classes.main}>{host.name}</div>
                <div className={`${classes.sub} mono`}>{addressOf(host)}</div>
              </td>
              <td className={classes.wide}>
                {host.connection === "ssh" ? "SSH" : "Agent"}
                {host.bastion_name ? <div className={classes.sub}>through {host.bastion_name}</div> : null}
              </td>
              <td className={classes.wide}>
                <Item host={host} />
              </td>
              <td>
                <KeyState host={host} />
              </td>
              <td className={`${classes.wide} dim`}>
                {host.last_used_at ? <TimeText at={host.last_used_at} /> : "Never"}
              </td>
              <td className={classes.wide}>
                <Tag tone={host.enabled ? "good" : "quiet"}>{host.enabled ? "Enabled" : "Disabled"}</Tag>
              </td>
              <RowActions name={host.name} onOpen={() => onEdit(host.id)} onDelete={() => deletion.ask(host)}>
                {host.connection === "ssh" ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => onConnection(host.id)}
                    aria-label={`Connection of ${host.name}`}
                  >
                    Connection
                  </Button>
                ) : null}
              </RowActions>
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}

function Item({ host: { ci_id, ci_name } }: { host: Host }) {
  if (!ci_id) return <span className="dim">None</span>;
  return (
    <PlainLink to="/cmdb/$id" params={{ id: ci_id }}>
      {ci_name}
    </PlainLink>
  );
}

function KeyState({ host: { connection, host_keys } }: { host: Host }) {
  if (connection !== "ssh") return <span className="dim">—</span>;
  return host_keys.length > 0 ? <Tag tone="good">Key trusted</Tag> : <Tag tone="notice">No key yet</Tag>;
}
