import { Button } from "@mantine/core";
import type { User } from "@opsplane/contract";
import { useProfile } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { RoleMenu } from "../../ui/role-menu.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useChange } from "../api.tsx";
import { AskButton } from "../frame/ask-button.tsx";
import { DataTable, TwoLines } from "../frame/data-table.tsx";

interface UsersTableProps {
  users: readonly User[];
  roles: readonly string[];
  onSecret: (user: User, password: string | null) => void;
}

const tones = { active: "good", invited: "notice", disabled: "quiet" } as const;

export function UsersTable({ users, roles, onSecret }: UsersTableProps) {
  const me = useProfile().user.id;
  return (
    <DataTable
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Person",
          cell: ({ id, name, email }) => <TwoLines main={id === me ? `${name} (you)` : name} sub={email} />,
        },
        { head: "Role", cell: (user) => <RoleOf user={user} roles={roles} /> },
        { head: "Status", cell: ({ status }) => <Tag tone={tones[status]}>{status}</Tag> },
        {
          head: "Last sign-in",
          wide: true,
          cell: ({ last_login_at }) =>
            last_login_at ? <TimeText at={last_login_at} /> : <span className="dim">never</span>,
        },
      ]}
      actions={(user) => <UserActions user={user} mine={user.id === me} onSecret={onSecret} />}
    />
  );
}

interface UserPatch {
  role?: string;
  disabled?: boolean;
}

/** Dialogs show an error themselves; menus and buttons need a message. */
function useUpdate(id: string, errors: "in_dialog" | "as_message") {
  return useChange((api, body: UserPatch) => api.users.update({ params: { id }, body }), {
    done: ({ name }) => `${name} is changed.`,
    ...(errors === "as_message" ? { failed: "Couldn't update the user" } : {}),
  });
}

function RoleOf({ user, roles }: { user: User; roles: readonly string[] }) {
  const update = useUpdate(user.id, "as_message");
  return <RoleMenu user={user} roles={roles} pending={update.isPending} onChoose={(role) => update.mutate({ role })} />;
}

interface UserActionsProps {
  user: User;
  mine: boolean;
  onSecret: UsersTableProps["onSecret"];
}

function UserActions({ user, mine, onSecret }: UserActionsProps) {
  const { id, name, status } = user;
  const enable = useUpdate(id, "as_message");
  const disable = useUpdate(id, "in_dialog");
  const reset = useChange((api, params: { id: string }) => api.users.reset({ params }));
  return (
    <>
      <AskButton
        size="compact-sm"
        label="Reset password"
        of={name}
        title={`Reset the password of ${name}?`}
        change={reset}
        onConfirm={(_, close) =>
          reset.mutate(
            { id },
            {
              onSuccess: (renewed) => {
                close();
                onSecret(renewed, renewed.temporary_password);
              },
            },
          )
        }
      >
        This ends all their sessions and shows you a temporary password once.
      </AskButton>
      {status === "disabled" ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Enable ${name}`}
          loading={enable.isPending}
          onClick={() => enable.mutate({ disabled: false })}
        >
          Enable
        </Button>
      ) : null}
      {status === "disabled" || mine ? null : (
        <AskButton
          size="compact-sm"
          label="Disable"
          of={name}
          title={`Disable ${name}?`}
          change={disable}
          onConfirm={(_, close) => disable.mutate({ disabled: true }, { onSuccess: close })}
        >
          They are signed out everywhere. You can enable them again later.
        </AskButton>
      )}
    </>
  );
}
