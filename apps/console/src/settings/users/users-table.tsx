import { ActionIcon, Menu } from "@mantine/core";
import type { User } from "@opsplane/contract";
import { IconDots, IconKey, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { useState } from "react";
import { useProfile } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { RoleMenu } from "../../ui/role-menu.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useRoleNames } from "../roles/queries.ts";
import { useResetUser, useUpdateUser } from "./queries.ts";

interface UsersTableProps {
  users: readonly User[];
  onSecret: (user: User, password: string | null) => void;
}

const tones = { active: "good", invited: "notice", disabled: "quiet" } as const;

export function UsersTable({ users, onSecret }: UsersTableProps) {
  const me = useProfile().user.id;
  const roles = useRoleNames();
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={["Person", "Role", { wide: "Status" }, { wide: "Last sign-in" }]} actions />
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <td>
                <div className={classes.main}>
                  {user.name} {user.id === me ? <span className="dim">(you)</span> : null}
                  {user.status === "active" ? null : (
                    <span className={classes.narrow}>
                      {" "}
                      <Tag tone={tones[user.status]}>{user.status}</Tag>
                    </span>
                  )}
                </div>
                <div className={classes.sub}>{user.email}</div>
              </td>
              <td>
                <RoleOf user={user} roles={roles} />
              </td>
              <td className={classes.wide}>
                <Tag tone={tones[user.status]}>{user.status}</Tag>
              </td>
              <td className={`${classes.wide} dim`}>
                {user.last_login_at ? <TimeText at={user.last_login_at} /> : "never"}
              </td>
              <td className={classes.actions}>
                <UserActions user={user} mine={user.id === me} onSecret={onSecret} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RoleOf({ user, roles }: { user: User; roles: readonly string[] }) {
  const update = useUpdateUser();
  return (
    <RoleMenu
      user={user}
      roles={roles}
      pending={update.isPending}
      onChoose={(role) => update.mutate({ id: user.id, patch: { role } })}
    />
  );
}

interface UserActionsProps {
  user: User;
  mine: boolean;
  onSecret: UsersTableProps["onSecret"];
}

function UserActions({ user, mine, onSecret }: UserActionsProps) {
  const update = useUpdateUser();
  const reset = useResetUser();
  const [asking, setAsking] = useState<"disable" | "reset">();
  const disabled = user.status === "disabled";
  const done = () => setAsking(undefined);
  const setDisabled = (to: boolean) => update.mutate({ id: user.id, patch: { disabled: to } });
  return (
    <>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon size={28} aria-label={`Actions for ${user.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={15} />} onClick={() => setAsking("reset")}>
            Reset password
          </Menu.Item>
          {disabled ? (
            <Menu.Item leftSection={<IconUserCheck size={15} />} onClick={() => setDisabled(false)}>
              Enable
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconUserOff size={15} />} disabled={mine} onClick={() => setAsking("disable")}>
              Disable
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <AskDialog
        opened={asking === "disable"}
        title={`Disable ${user.name}?`}
        confirm="Disable"
        onClose={done}
        onConfirm={() => setDisabled(true)}
      >
        They'll be signed out everywhere and their API keys will stop working. You can enable them again later.
      </AskDialog>
      <AskDialog
        opened={asking === "reset"}
        title={`Reset the password for ${user.name}?`}
        confirm="Reset"
        onClose={done}
        onConfirm={() =>
          reset.mutate(user.id, { onSuccess: (renewed) => onSecret(renewed, renewed.temporary_password) })
        }
      >
        This ends all their sessions and shows you a temporary password once.
      </AskDialog>
    </>
  );
}
