import { Alert, Button } from "@mantine/core";
import type { Role } from "@opsplane/contract";
import { IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useProfile } from "../../session/context.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { SettingsPage } from "../settings-page.tsx";
import { useRoles } from "./queries.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { RolesTable } from "./roles-table.tsx";

const route = getRouteApi("/settings/roles");
const newRole = "+";

/** The address names the open role: `?role=operator`, or `?role=+` for a new one. */
export function RolesPage() {
  const { role: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCustomise = useProfile().modules.includes("custom_roles");
  const open = (role: string | undefined) => void navigate({ search: { role } });
  return (
    <SettingsPage
      title="Roles"
      intro="Roles are sets of permissions. Built-in roles can't be edited."
      needs="admin:roles"
      actions={
        mayCustomise ? (
          <Button leftSection={<IconPlus size={15} />} onClick={() => open(newRole)}>
            New role
          </Button>
        ) : null
      }
    >
      {() => (
        <>
          {mayCustomise ? null : (
            <Alert variant="light" color="gray" mb="md" title="Custom roles aren't included in your plan">
              The Enterprise and Operations plans have them. The built-in roles work as always.
            </Alert>
          )}
          <RoleList opened={opened} onOpen={open} mayCustomise={mayCustomise} />
        </>
      )}
    </SettingsPage>
  );
}

interface RoleListProps {
  opened: string | undefined;
  onOpen: (role: string | undefined) => void;
  mayCustomise: boolean;
}

function RoleList({ opened, onOpen, mayCustomise }: RoleListProps) {
  const roles = useRoles();
  const close = () => onOpen(undefined);
  return (
    <QueryFace query={roles}>
      {({ items }) => {
        const shown: Role | undefined = items.find(({ name }) => name === opened);
        const creating = opened === newRole && mayCustomise;
        return (
          <>
            <RolesTable roles={items} onOpen={onOpen} mayCustomise={mayCustomise} />
            {shown || creating ? (
              <RoleDialog key={opened} role={shown} editable={mayCustomise && !shown?.built_in} onClose={close} />
            ) : null}
          </>
        );
      }}
    </QueryFace>
  );
}
